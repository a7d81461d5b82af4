"""The kernel and the rules of games are pure: no I/O, no clock, no randomness, no globals that change."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.house.tree import ROOT, text, under

# What a pure module may build on. A name is added here only if it can neither read the world nor remember.
PURE = {
    "__future__",
    "abc",
    "bisect",
    "collections",
    "dataclasses",
    "enum",
    "fractions",
    "functools",
    "heapq",
    "itertools",
    "math",
    "msgspec",
    "operator",
    "re",
    "string",
    "types",
    "typing",
    "typing_extensions",
}
IMPURE_CALLS = {"__import__", "breakpoint", "compile", "eval", "exec", "input", "open", "print"}
GAMES = "cartable.games"


def imported(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Each module imported anywhere in a source, with its line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, name.name) for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.lineno, "." * node.level + (node.module or "")


def home(path: Path) -> str | None:
    """The package of the one game a file belongs to, if it belongs to one."""
    parts = path.relative_to("src").with_suffix("").parts
    return ".".join(parts[:3]) if parts[:2] == ("cartable", "games") and len(parts) > 3 else None


def complaints(path: Path, source: str) -> list[str]:
    """Everything in a pure module's source that is not pure, as `line: what`."""
    tree = ast.parse(source)
    found = []
    for line, module in imported(tree):
        ours = module.startswith(("cartable.kernel", GAMES))
        if not ours and module.split(".")[0] not in PURE:
            found.append(f"{line}: imports {module}")
        own = home(path)
        if own and module.startswith(GAMES + ".") and not f"{module}.".startswith(f"{own}."):
            found.append(f"{line}: imports another game, {module}")
    for node in ast.walk(tree):
        if isinstance(node, ast.Global):
            found.append(f"{node.lineno}: changes a global")
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in IMPURE_CALLS:
            found.append(f"{node.lineno}: calls {node.func.id}")
    return found


def rules_of(folder: Path) -> set[Path]:
    """Return the modules of a game's rules: `game.py` and what it imports from the game's folder."""
    found: set[Path] = set()
    waiting = [folder / "game.py", *(path for path in [folder / "story.py"] if (ROOT / path).is_file())]
    while waiting:
        path = waiting.pop()
        found.add(path)
        for node in ast.walk(ast.parse(text(path))):
            if not isinstance(node, ast.ImportFrom) or not f"{node.module}.".startswith(f"{home(path)}."):
                continue
            module = Path("src", *str(node.module).split("."))
            named = [module.with_suffix(".py"), *(module / f"{alias.name}.py" for alias in node.names)]
            waiting += [each for each in named if (ROOT / each).is_file() and each not in found]
    return found


def test_kernel_and_rules_are_pure() -> None:
    folders = {path.parent for path in under("src/cartable/games", "/game.py")}
    rules = sorted(path for folder in folders for path in rules_of(folder))
    assert len(rules) > 8 * len(folders)
    sources = [*under("src/cartable/kernel", ".py"), *rules]
    wrong = [f"{path}:{what}" for path in sources for what in complaints(path, text(path))]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    "source",
    [
        "import random",
        "import os.path",
        "from time import monotonic",
        "def f():\n    import asyncio",
        "from cartable.matches import log",
        "from cartable.games.quinto import cards",
        "from . import acts",
        "def f():\n    global seen",
        "print('hello')",
        "open('log')",
    ],
)
def test_an_impure_game_is_noticed(source: str) -> None:
    assert complaints(Path("src/cartable/games/push/rules.py"), source)


@pytest.mark.parametrize(
    "source",
    [
        "import msgspec",
        "from collections.abc import Iterator",
        "from cartable.kernel import Seat",
        "from cartable.games.push.cards import DECK",
        "from cartable.games.push import cards",
    ],
)
def test_a_pure_game_is_left_in_peace(source: str) -> None:
    assert not complaints(Path("src/cartable/games/push/rules.py"), source)
