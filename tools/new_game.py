"""Start a game from the template: `make new-game NAME=foo`.

The new game plays like the template and keeps every law, so that whatever is changed from there on is changed with
the tests green. docs/adding-a-game.md goes through it.
"""

import keyword
import os
import re
import subprocess
import sys
import tomllib
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tools.metadata import write_metadata

ROOT: Final = Path(__file__).parents[1]
PACKAGE: Final = Path("src/cartable")
GAMES: Final = PACKAGE / "games"
TEMPLATE: Final = GAMES / "_template"
PYPROJECT: Final = Path("pyproject.toml")
ENTRIES: Final = '[project.entry-points."cartable.games"]\n'

NAME: Final = re.compile("[a-z]{3,20}")
RULE: Final = re.compile(r"^- \*\*([A-Z]+)-\d\d\*\*", re.MULTILINE)


class Wrong(Exception):
    """The game cannot be made; the message says why."""


# --- names ---------------------------------------------------------------------------------------------------------


def check_name(name: str, root: Path) -> None:
    """A name must serve as a module, in commands and in the catalogue of sentences, and be free in all of them."""
    if not NAME.fullmatch(name):
        raise Wrong(f"{name!r} cannot name a game: expected 3 to 20 small letters, nothing else")
    if keyword.iskeyword(name):
        raise Wrong(f"{name!r} cannot name a game: it is a word of Python's own")
    shared = tomllib.loads((root / PACKAGE / "words/en.toml").read_text(encoding="utf-8"))
    if name in shared:
        raise Wrong(f"{name!r} cannot name a game: the sentences all games share have a key of that name")
    for path in (root / GAMES / name, root / GAMES / f"{name}.py"):
        if path.exists():
            raise Wrong(f"{name!r} is taken: there is {path.relative_to(root).as_posix()}")


def rule_prefix(name: str, root: Path) -> str:
    """What the ids of its rules begin with: three to five letters of the name that no other game has."""
    pages = (root / GAMES).glob("*/text/rules.en.md")
    taken = {prefix for page in pages for prefix in RULE.findall(page.read_text(encoding="utf-8"))}
    for length in (4, 5, 3):
        prefix = name[:length].upper()
        if prefix not in taken:
            return prefix
    raise Wrong(f"{name!r} begins like another game: the ids of its rules could not be told from {name[:4].upper()}-01")


# --- files ---------------------------------------------------------------------------------------------------------


def copies(name: str, root: Path) -> Iterator[tuple[Path, Path]]:
    """Yield each file of the template and where its copy goes. Golden files that are generated are left out."""
    for path in sorted((root / TEMPLATE).rglob("*")):
        inside = path.relative_to(root / TEMPLATE)
        if path.is_file() and path.suffix != ".pyc" and not (inside.parent.name == "golden" and path.suffix != ".toml"):
            yield TEMPLATE / inside, GAMES / name / inside


def renamed(text: str, name: str, prefix: str) -> str:
    """A text of the template, told of the new game."""
    text = re.sub(r"\b_template\b", name, text)
    for old, new in (("TMPL", prefix), ("tmpl", prefix.lower()), ("TEMPLATE", name.upper())):
        text = text.replace(old, new)
    return text.replace("Template", name.capitalize())


def registered(source: str, name: str) -> str:
    """Return pyproject.toml with the entry point of one more game."""
    head, found, entries = source.partition(ENTRIES)
    if not found:
        raise Wrong(f"pyproject.toml has no table {ENTRIES.strip()} to add {name} to")
    return f'{head}{found}{name} = "cartable.games.{name}:PACKAGE"\n{entries}'


# --- making --------------------------------------------------------------------------------------------------------


def make(name: str, root: Path = ROOT) -> list[Path]:
    """Make the game; the files it consists of. Nothing is written unless everything can be."""
    check_name(name, root)
    prefix = rule_prefix(name, root)
    wanted = list(copies(name, root))
    for _, path in wanted:
        if (root / path).exists():
            raise Wrong(f"{name!r} is taken: there is {path.as_posix()}")
    pyproject = registered((root / PYPROJECT).read_text(encoding="utf-8"), name)
    for source, path in wanted:
        text = (root / source).read_text(encoding="utf-8")
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(renamed(text, name, prefix), encoding="utf-8")
    (root / PYPROJECT).write_text(pyproject, encoding="utf-8")
    write_metadata(root)
    made = [path for _, path in wanted]
    tidy(made, root)
    python(root, "-m", "tests.golden.write", name)
    announce([GAMES / name], root)
    # What is generated from the games and their rulebooks.
    python(root, "-m", "tests.house.rule_coverage", "--write")
    python(root, "tools/wire_ts.py")
    return made


def tidy(paths: list[Path], root: Path) -> None:
    """Names of another length are sorted and wrapped otherwise."""
    sources = [path.as_posix() for path in paths if path.suffix == ".py"]
    python(root, "-m", "ruff", "check", "--quiet", "--fix", "--select", "I", *sources)
    python(root, "-m", "ruff", "format", "--quiet", *sources)


def announce(paths: list[Path], root: Path) -> None:
    """Let git know of the files, as yet without what is in them: tests/house looks at what git keeps."""
    if (root / ".git").exists():
        subprocess.run(["git", "add", "--intent-to-add", "--", *map(str, paths)], cwd=root, check=True)


def python(root: Path, *arguments: str) -> None:
    """Run Python on this tree, wherever the package may be installed from."""
    environment = os.environ | {"PYTHONPATH": str(root / "src")}
    subprocess.run([sys.executable, *arguments], cwd=root, env=environment, check=True)


def main(arguments: list[str]) -> int:
    """Start the game that the command line names."""
    parser = ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("name", nargs="?", help="of the new game: 3 to 20 small letters")
    name = parser.parse_args(arguments).name
    if name is None:
        print("Say which: make new-game NAME=foo", file=sys.stderr)
        return 2
    try:
        made = make(name)
    except Wrong as error:
        print(f"new game: {error}", file=sys.stderr)
        return 2
    for path in made:
        print(f"  {path.as_posix()}")
    print(f"{name} plays like the template now: see `cartable play {name}`, `make test` and `make check`.")
    print(f"What there is to change: git grep -n 'To change' -- '*{name}*'")
    print("docs/adding-a-game.md goes through it.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
