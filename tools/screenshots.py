"""Measure the law of the stage at every position, and take pictures of every board and page: `make screenshots`.

Pictures and contact sheets go to build/screenshots, those of the README to docs/pictures. CARTABLE_MOCKUPS may name a
folder of mock-ups (`quinto-390x664-light.png`): then each board stands beside its own. `--boards` leaves out the law
and the other pages; games may be named.
"""

import os
import re
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Final

import msgspec

from cartable.games import registry
from cartable.kernel import AnyGame
from cartable.words import LANGUAGES
from tests.e2e.law import LARGE_TEXT, SIZES, measured
from tests.e2e.positions import SHORT_NAMES, Position, every_position, scene, scene_press
from tests.e2e.site import ROOT, run, script, served
from tests.words.pseudo import PSEUDO

FOLDER: Final = ROOT / "build" / "screenshots"
README: Final = ROOT / "docs" / "pictures"
TELEVISION: Final = (1920, 1080)
SHADES: Final = ("light", "dark")
EVERY_LANGUAGE: Final = (*LANGUAGES, PSEUDO)
"""The made-up one too: text 40 % longer than English."""
LIMIT_S: Final = 1800


class Shot(msgspec.Struct, frozen=True):
    """One picture of a board."""

    position: Position
    width: int
    height: int
    shade: str
    language: str
    path: str
    press: str = ""


class Picture(msgspec.Struct, frozen=True):
    """A picture on a contact sheet."""

    path: str
    name: str


class ContactSheet(msgspec.Struct, frozen=True):
    """Where it goes, and what is on it."""

    path: str
    width: int
    high: int
    groups: list[list[Picture]]
    bare: bool = False


def readme_picture() -> tuple[list[Shot], ContactSheet]:
    """The boards side by side, now light and now dark, for the top of the README."""
    shots = []
    for at, game in enumerate(registry.ALL):
        path = str(FOLDER / "boards" / f"readme-{game.id}.png")
        shots.append(Shot(scene(game), 390, 664, SHADES[at % 2], "en", path, scene_press(game)))
    width = len(shots) * (390 + 12) - 12
    strip = ContactSheet(
        str(README / "boards.jpg"), width, 664, [[Picture(shot.path, "")] for shot in shots], bare=True
    )
    return shots, strip


def board_shots(game: AnyGame) -> Iterator[Shot]:
    """A game at every size, in both shades and every language, as a player and as a television sees it."""
    for seat, sizes in ((0, [*SIZES]), (None, ["x".join(map(str, TELEVISION))])):
        position, press = scene(game, seat), scene_press(game)
        for size in sizes:
            width, height = map(int, size.split("x"))
            for shade, language in product(SHADES, EVERY_LANGUAGE):
                name = f"{game.id}-{'tv-' if seat is None else ''}{size}-{language}-{shade}.png"
                yield Shot(position, width, height, shade, language, str(FOLDER / "boards" / name), press)


def mockup_shots(folder: Path, games: list[AnyGame]) -> Iterator[tuple[Shot, Path]]:
    """For each mock-up of a board: the same game, size, shade and number of players, in the mock-ups' language."""
    for mockup in sorted(folder.glob("*.png")):
        found = re.fullmatch(r"(\w+?)(?:-(.+))?-(\d+)x(\d+)-(light|dark)", mockup.stem)
        game = next((each for each in games if found is not None and each.id == found[1]), None)
        if found is None or game is None:
            continue
        position, press = _like(game, found[2] or ""), scene_press(game)
        path = FOLDER / "beside" / mockup.name
        yield Shot(position, int(found[3]), int(found[4]), found[5], "fr", str(path), press), mockup


def _like(game: AnyGame, what: str) -> Position:
    """A position of which a mock-up's name tells something: how many players, a spectator, what is to be done."""
    if what == "tv":
        return scene(game, None)
    players = re.match(r"(\d+)-players", what)
    every = [each for each in every_position(game, SHORT_NAMES) if each.seat is not None and each.legal]
    fitting = [
        each
        for each in every
        if (players is None or each.players == int(players[1])) and (players is not None or what in each.kind)
    ]
    same = scene(game).kind
    alike = [each for each in fitting if each.kind == same] or fitting
    return max(alike, key=lambda each: each.size) if what and alike and what != "write" else scene(game)


def contact_sheets(shots: list[Shot], beside: list[tuple[Shot, Path]], pages: list[Path]) -> Iterator[ContactSheet]:
    """Boards by game, boards beside their mock-ups, and the other pages by language and shade."""
    by_game: dict[str, list[list[Picture]]] = defaultdict(list)
    for shot in shots:
        if shot.width <= TELEVISION[0]:
            by_game[shot.position.game].append([Picture(shot.path, Path(shot.path).stem)])
    for game, groups in by_game.items():
        yield ContactSheet(str(FOLDER / f"boards-{game}.png"), 2400, 380, groups)
    pairs: dict[str, list[list[Picture]]] = defaultdict(list)
    for shot, mockup in beside:
        pair = [Picture(shot.path, mockup.stem), Picture(str(mockup), "mock-up")]
        pairs[f"{shot.position.game}-{'wide' if shot.width > 1000 else 'phone'}"].append(pair)
    for name, groups in pairs.items():
        yield ContactSheet(str(FOLDER / f"beside-{name}.png"), 2400, 560, groups)
    by_look: dict[str, list[list[Picture]]] = defaultdict(list)
    for path in pages:
        by_look["-".join(path.stem.split("-")[-3:])].append([Picture(str(path), path.stem)])
    for look, groups in by_look.items():
        yield ContactSheet(str(FOLDER / f"pages-{look}.png"), 2400, 420 if "phone" in look else 300, groups)


def run_plan(name: str, plan: object, *args: str) -> None:
    """Hand a plan to a script of web/e2e."""
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        Path(file.name).write_bytes(msgspec.json.encode(plan))
        print(script(name, *args, file.name, limit_s=LIMIT_S), end="", flush=True)


def lawful(base: str, folder: Path, games: list[AnyGame]) -> int:
    """Every position and lesson of every game, at every size, in every language: 1 when the law is broken anywhere."""
    worst = 0
    for language in LANGUAGES:
        lessons = run("lessons", base, language, *SIZES)
        print(f"lessons {language}: {lessons.stdout}{lessons.stderr}", end="", flush=True)
        worst |= lessons.returncode
    for game in games:
        for language in EVERY_LANGUAGE:
            broken, told = measured(base, folder, every_position(game), language, [*SIZES, *LARGE_TEXT])
            print(f"{game.id} {language}: {told}", end="", flush=True)
            worst |= broken
    return worst


def main() -> int:
    """Pictures are taken whether the law holds or not: they show where it does not."""
    games = [game for game in registry.ALL if game.id in sys.argv[1:]] or list(registry.ALL)
    only_boards = "--boards" in sys.argv[1:]
    mockups = os.environ.get("CARTABLE_MOCKUPS")
    for each in ("boards", "beside", "pages"):
        (FOLDER / each).mkdir(parents=True, exist_ok=True)
    worst = 0
    with tempfile.TemporaryDirectory() as store, served(Path(store)) as base:
        shots = [shot for game in games for shot in board_shots(game)]
        beside = list(mockup_shots(Path(mockups), games)) if mockups else []
        top, strip = readme_picture()
        run_plan("boards", [*shots, *(shot for shot, _ in beside), *top], base)
        if not only_boards:
            print(
                script("screenshots", base, str(FOLDER / "pages"), *EVERY_LANGUAGE, limit_s=LIMIT_S), end="", flush=True
            )
            looked_over = run("pages", base, PSEUDO, limit_s=LIMIT_S)
            print(looked_over.stdout + looked_over.stderr, end="", flush=True)
            worst = looked_over.returncode | lawful(base, Path(store), games)
    pages = [] if only_boards else sorted((FOLDER / "pages").glob("*.png"))
    run_plan("sheets", [*contact_sheets(shots, beside, pages), strip])
    print(f"They are in {FOLDER.relative_to(ROOT)}")
    return worst


if __name__ == "__main__":
    sys.exit(main())
