"""Draw the pictures of the README: real matches at the terminal, played from a script.

    python tools/pictures.py

The bots are random ones and the deals seeded, so that a picture changes only when what it shows does.
"""

import sys
import tempfile
from argparse import ArgumentParser
from pathlib import Path
from random import Random
from typing import Final, NamedTuple
from unittest.mock import patch

from rich.console import Console

from cartable.bots import Level
from cartable.cli.play import new_match
from cartable.cli.terminal.boards import board_for
from cartable.cli.terminal.drawing import WIDTH, recorded_svg, recording_console
from cartable.cli.terminal.host import TerminalHost, play
from cartable.cli.terminal.line_play import LinePlay
from cartable.cli.terminal.next_game import Company
from cartable.cli.terminal.screen import Screen
from cartable.cli.terminal.seating import bot_names, bots_of
from cartable.games import registry
from cartable.matches.deal.deal_number import DealSecret
from cartable.matches.deal.dealers import secret_of

FOLDER: Final = Path(__file__).parents[1] / "docs" / "pictures"


# Whatever is drawn opens a column while it can; what is refused does no harm.
DRAWING: Final = "draw, place 3, place 2, place 1, "
EVENLY: Final = DRAWING + "draw, place 3, place 1, place 2, "
STOPPING: Final = "take 3, take 2, take 1, "


class Scene(NamedTuple):
    """A match, what is typed before the picture begins, and what is typed in it."""

    game: str
    players: int
    seed: int
    before: str
    shown: str


SCENES: Final = (
    Scene("push", 4, 2, (DRAWING * 6 + STOPPING) * 6 + EVENLY * 3 + DRAWING, "look, draw, place 1"),
    Scene("quinto", 2, 1, "7, 9, 5, 3, 8, 11, 4, 6, 2, 10, 5, 7, 3, 9, 4, 1, 6, 2, 8, 5, 3, 1, ", "look"),
)


class TypedLines:
    """Types the lines of a scene, and forgets what was recorded before the picture begins."""

    def __init__(self, scene: Scene, console: Console) -> None:
        self._unseen = scene.before.split(", ")[:-1]
        self._shown = scene.shown.split(", ")
        self._all = len(self._shown)
        self._console = console

    def isatty(self) -> bool:
        """A pipe: what is typed is shown."""
        return False

    def readline(self) -> str:
        """The next line; nothing at the end."""
        if self._unseen:
            return self._unseen.pop(0) + "\n"
        if len(self._shown) == self._all:
            self._console.export_text()
        return self._shown.pop(0) + "\n" if self._shown else ""


def picture(scene: Scene) -> str:
    """A match at the terminal, as SVG."""
    game = registry.game(scene.game)
    console = recording_console()
    script = TypedLines(scene, console)
    with (
        tempfile.TemporaryDirectory() as folder,
        patch.dict("os.environ", COLUMNS=str(WIDTH)),
        patch.object(sys, "stdin", script),
    ):
        log = Path(folder) / "match.jsonl"
        company = Company(bot_names(scene.players - 1, Random(scene.seed)), Level.RANDOM)
        deal = DealSecret(secret_of(scene.seed), "none")
        kept = new_match(game, game.options(), company.players(game, pace=1.0), deal, log=log)
        host = TerminalHost(
            kept.match,
            kept.files,
            seat=0,
            bots=bots_of(kept.match.header, kept.match.header_line),
            board=board_for(game.id),
            screen=Screen(console, plain=False),
            language="en",
        )
        play(host, LinePlay(host))
    return recorded_svg(console, title=f"cartable play {game.id}", unique_id=game.id)


def main() -> None:
    """Write every picture."""
    ArgumentParser(description=__doc__.partition("\n\n")[0]).parse_args()
    FOLDER.mkdir(exist_ok=True)
    for scene in SCENES:
        (FOLDER / f"{scene.game}.svg").write_text(picture(scene), encoding="utf-8")


if __name__ == "__main__":
    main()
