"""Run inside Pyodide by compile.mjs: see there."""

import importlib
import marshal
import pathlib
import py_compile
import sys
import types

STAGE = pathlib.Path("/stage")

LATER = (
    "ast",
    "asyncio",
    "dis",
    "importlib",
    "inspect",
    "json",
    "linecache",
    "pickle",
    "random",
    "tokenize",
    "traceback",
)
"""Loaded in the middle of things, if at all: kept with all their parts."""

ENCODINGS = ("aliases", "ascii", "cp437", "idna", "latin_1", "raw_unicode_escape", "utf_8", "utf_8_sig")

OURS = ("_pyodide", "pyodide")
"""Pyodide's own."""

HEAD = 16
"""Bytes of a compiled file before its code."""


def module_of(path: pathlib.Path, root: pathlib.Path) -> str:
    return ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__")


def loaded() -> set[str]:
    """Every module that is there after all of ours have been imported. Some want what is not there, as numpy."""
    app = STAGE / "app"
    sys.path.insert(0, str(app))
    sys.dont_write_bytecode = True
    for path in sorted(app.rglob("*.py")):
        try:
            importlib.import_module(module_of(path, app))
        except ImportError:
            continue
    return set(sys.modules)


def wanted(name: str, known: set[str]) -> bool:
    first, _, rest = name.partition(".")
    return name in known or first in LATER or first in OURS or (first == "encodings" and rest in ENCODINGS)


def without_lines(code: types.CodeType) -> types.CodeType:
    """Code that does not know its lines: a tenth of its size, and of interest only in our own modules."""
    inner = tuple(without_lines(each) if isinstance(each, types.CodeType) else each for each in code.co_consts)
    return code.replace(co_consts=inner, co_linetable=b"")


def compiled(source: pathlib.Path) -> None:
    name = source.relative_to(STAGE)
    target = source.with_suffix(".pyc")
    py_compile.compile(
        str(source),
        cfile=str(target),
        dfile=str(pathlib.Path(*name.parts[1:])),
        doraise=True,
        optimize=0 if name.parts[1] in OURS else 2,
        invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
    )
    if name.parts[0] == "std" and name.parts[1] not in OURS:
        body = target.read_bytes()
        target.write_bytes(body[:HEAD] + marshal.dumps(without_lines(marshal.loads(body[HEAD:]))))


KNOWN = loaded()
for each in sorted((STAGE / "std").rglob("*.py")):
    if not wanted(module_of(each, STAGE / "std"), KNOWN):
        each.unlink()
for each in sorted(STAGE.rglob("*.py")):
    compiled(each)
    each.unlink()
