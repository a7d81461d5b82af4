"""Rewrite the golden files: `python -m tests.golden.write [GAME...]`. What is already right is left as it is."""

import sys
from collections.abc import Iterator
from pathlib import Path

from cartable.games import _template, registry
from cartable.kernel import AnyGame
from tests.golden.counting import counts_text
from tests.golden.logs import log_of, log_path
from tests.golden.ordering import order_text
from tests.golden.plan import KEPT, folder_of, plan
from tests.golden.playing import game_text, played


def texts(game: AnyGame) -> Iterator[tuple[str, str]]:
    """Each file that follows from the plan, by name."""
    yield "counts.txt", counts_text(game)
    yield "order.txt", order_text(game)
    for whole in plan(game).game:
        yield f"{whole.file}.game", game_text(game, whole, played(game, whole))


def write(game: AnyGame, folder: Path | None = None) -> Iterator[Path]:
    """Write a game's files, and tell which have changed. Logs are only added, and matches no longer planned go."""
    here = folder or folder_of(game)
    here.mkdir(exist_ok=True)
    wanted = dict(texts(game))
    for name, text in wanted.items():
        path = here / name
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8", newline="\n")
            yield path
    for path in here.glob("*.game"):
        if path.name not in wanted:
            path.unlink()
            yield path
    log = log_path(game, game.rules_version, here)
    if not log.is_file():
        log.write_bytes(log_of(game))
        yield log


def main(names: list[str]) -> int:
    """Write the games named, or all."""
    registry.add(_template.PACKAGE)  # it is not installed
    known = {game.id: game for game in KEPT}
    strangers = [name for name in names if name not in known]
    if strangers:
        sys.stderr.write(f"no game {', '.join(strangers)}; expected some of: {', '.join(known)}\n")
        return 2
    for name in names or known:
        for path in write(known[name]):
            sys.stdout.write(f"{'written' if path.exists() else 'removed'}: {path}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
