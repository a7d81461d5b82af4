"""`docs/map.md` names what is there: every folder, every file, and every class and function on the way of an act."""

import ast
import re
from pathlib import Path

import pytest

from tests.house.tree import ROOT, under


def names_in(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


MAP = (ROOT / "docs" / "map.md").read_text(encoding="utf-8")
STEPS = re.findall(r"^\| [^|]+ \| `([\w./]+)` \| ((?:`[\w.]+`(?:, )?)+) \|$", MAP, re.MULTILINE)
FOLDERS = [name for row in re.findall(r"^\| ((?:`[\w./]+`(?:, )?)+) \|", MAP, re.MULTILINE) for name in names_in(row)]
PACKAGES = [path for path in (ROOT / "src" / "cartable").iterdir() if (path / "__init__.py").is_file()]


def defined_in(path: Path) -> set[str]:
    """The functions, classes and methods of a file, `Class.method` for methods."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        return set(re.findall(r"\b(\w+)\s*[(<=:]", text))
    found: set[str] = set()
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
        if isinstance(node, ast.ClassDef):
            inside = [each for each in node.body if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)]
            found |= {f"{node.name}.{each.name}" for each in inside} | {each.name for each in inside}
    return found


def test_two_ways_are_followed() -> None:
    assert len(STEPS) > 20, "the tables of the map cannot be read"


@pytest.mark.parametrize(("file", "names"), STEPS)
def test_every_step_is_there(file: str, names: str) -> None:
    path = ROOT / file
    assert path.is_file(), f"{file} is not there"
    missing = [name for name in names_in(names) if name not in defined_in(path)]
    assert not missing, f"{file} has no {', '.join(missing)}"


@pytest.mark.parametrize("name", FOLDERS)
def test_every_folder_is_there(name: str) -> None:
    assert (ROOT / name).exists()


@pytest.mark.parametrize("package", PACKAGES, ids=lambda path: path.name)
def test_every_package_is_on_the_map(package: Path) -> None:
    assert f"`src/cartable/{package.name}/`" in MAP


@pytest.mark.parametrize(
    "part", [path.name for path in (ROOT / "src" / "cartable" / "server").iterdir() if path.is_dir()]
)
def test_every_part_of_the_server_is_on_the_map(part: str) -> None:
    assert part.startswith("__") or f"`src/cartable/server/{part}/`" in MAP


def test_every_folder_of_the_page_is_in_its_readme() -> None:
    readme = (ROOT / "web" / "README.md").read_text(encoding="utf-8")
    inside = [path.relative_to("web/src").parts for path in under("web/src")]
    folders = {"/".join(parts[: 2 if parts[0] == "lib" else 1]) for parts in inside if len(parts) > 1}
    files_of_lib = {f"lib/{path.name}" for path in under("web/src/lib") if path.parent.name == "lib"}
    missing = sorted(folder for folder in folders - files_of_lib if f"src/{folder}/" not in readme)
    assert not missing, f"web/README.md does not say what is in {', '.join(missing)}"
