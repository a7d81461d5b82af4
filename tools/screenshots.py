"""Measure the law of the stage at every position, and take pictures of every board and page: `make screenshots`.

Pictures and contact sheets go to build/screenshots, those of the README to docs/pictures. CARTABLE_MOCKUPS may name a
folder of mock-ups (`quinto-390x664-light.png`): then each board stands beside its own.

All of it takes long. It can be done in pieces: `boards`, `pages`, `readme`, `lessons` or `law` as arguments do that
alone; games, sizes of screens (`390x664`) and languages may be named too, in any order.
"""

import os
import re
import subprocess
import sys
import tempfile
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Final

import msgspec

from cartable.games import registry
from cartable.kernel import AnyGame
from tests.e2e.law import SIZES
from tests.e2e.positions import SHORT_NAMES, Position, every_position, scene, scene_press, scenes
from tests.e2e.site import ROOT, run, script, served
from tests.words.pseudo import PSEUDO
from tools.law import Chosen, lawful_games, lawful_lessons

FOLDER: Final = ROOT / "build" / "screenshots"
README: Final = ROOT / "docs" / "pictures"
TELEVISION: Final = (1920, 1080)
SHADES: Final = ("light", "dark")
PARTS: Final = ("boards", "pages", "readme", "lessons", "law")
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
    for at, game in enumerate(registry.games()):
        path = str(FOLDER / "boards" / f"readme-{game.id}.png")
        shots.append(Shot(scene(game), 390, 664, SHADES[at % 2], "en", path, scene_press(game)))
    width = len(shots) * (390 + 12) - 12
    strip = ContactSheet(
        str(README / "boards.jpg"), width, 664, [[Picture(shot.path, "")] for shot in shots], bare=True
    )
    return shots, strip


def board_shots(game: AnyGame, chosen: Chosen) -> Iterator[Shot]:
    """A game at every size, in both shades and every language, as a player and as a television sees it."""
    television = "x".join(map(str, TELEVISION))
    for seat, every in ((0, SIZES), (None, [television])):
        sizes = [size for size in every if size in chosen.sizes]
        position, press = scene(game, seat), scene_press(game)
        for size in sizes:
            width, height = map(int, size.split("x"))
            for shade, language in product(SHADES, chosen.languages):
                name = f"{game.id}-{'tv-' if seat is None else ''}{size}-{language}-{shade}.png"
                yield Shot(position, width, height, shade, language, str(FOLDER / "boards" / name), press)


def mockup_shots(folder: Path, games: Sequence[AnyGame]) -> Iterator[tuple[Shot, Path]]:
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


def board_sheets(shots: list[Shot], beside: list[tuple[Shot, Path]]) -> Iterator[ContactSheet]:
    """Boards by game, and boards beside their mock-ups."""
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


def page_sheets(languages: Sequence[str]) -> Iterator[ContactSheet]:
    """The other pages by screen, language and shade."""
    by_look: dict[str, list[list[Picture]]] = defaultdict(list)
    for path in sorted((FOLDER / "pages").glob("*.png")):
        *_, screen, language, shade = path.stem.split("-")
        if language in languages:
            by_look[f"{screen}-{language}-{shade}"].append([Picture(str(path), path.stem)])
    for look, groups in by_look.items():
        yield ContactSheet(str(FOLDER / f"pages-{look}.png"), 2400, 420 if "phone" in look else 300, groups)


def run_plan(name: str, plan: object, *args: str) -> None:
    """Hand a plan to a script of web/e2e."""
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        Path(file.name).write_bytes(msgspec.json.encode(plan))
        print(script(name, *args, file.name, limit_s=LIMIT_S), end="", flush=True)


def take_boards(base: str, chosen: Chosen, mockups: str | None) -> None:
    """Every board of the chosen games, and those of the mock-ups."""
    shots = [shot for game in chosen.games for shot in board_shots(game, chosen)]
    beside = list(mockup_shots(Path(mockups), chosen.games)) if mockups else []
    run_plan("boards", [*shots, *(shot for shot, _ in beside)], base)
    run_plan("sheets", list(board_sheets(shots, beside)))


def take_pages(base: str, store: Path, chosen: Chosen) -> int:
    """Every other page; 1 when the pages, or the cover of a device that is passed on, do not hold text 40 % longer."""
    positions = store / "scenes.json"
    positions.write_bytes(scenes())
    pictures = str(FOLDER / "pages")
    told = script("screenshots", base, str(positions), pictures, *chosen.languages, limit_s=LIMIT_S)
    print(told, end="", flush=True)
    run_plan("sheets", list(page_sheets(chosen.languages)))
    if PSEUDO not in chosen.languages:
        return 0
    looked_over = run("pages", base, str(positions), PSEUDO, SHADES[0], limit_s=LIMIT_S)
    folder = store / "site"
    subprocess.run([sys.executable, str(ROOT / "tools" / "site.py"), str(folder)], check=True)
    passed_on = run("offline_page", str(folder), "", PSEUDO, limit_s=LIMIT_S)
    for ran in (looked_over, passed_on):
        print(ran.stdout + ran.stderr, end="", flush=True)
    return looked_over.returncode | passed_on.returncode


def take_readme(base: str) -> None:
    """The picture at the top of the README."""
    shots, strip = readme_picture()
    run_plan("boards", shots, base)
    run_plan("sheets", [strip])


def main() -> int:
    """Pictures are taken whether the law holds or not: they show where it does not."""
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("choices", nargs="*", help=f"{', '.join(PARTS)}, games, sizes of screens or languages")
    chosen = Chosen.among(parser.parse_args().choices)
    if unknown := chosen.others - {*PARTS}:
        parser.error(f"expected {', '.join(PARTS)}, games, sizes or languages, got {unknown}")
    parts = chosen.others or {*PARTS}
    for each in ("boards", "beside", "pages"):
        (FOLDER / each).mkdir(parents=True, exist_ok=True)
    worst = 0
    with tempfile.TemporaryDirectory() as store, served(Path(store)) as base:
        if "boards" in parts:
            take_boards(base, chosen, os.environ.get("CARTABLE_MOCKUPS"))
        if "readme" in parts:
            take_readme(base)
        if "pages" in parts:
            worst |= take_pages(base, Path(store), chosen)
        if "lessons" in parts:
            worst |= lawful_lessons(base, chosen)
        if "law" in parts:
            worst |= lawful_games(base, Path(store), chosen)
    print(f"They are in {FOLDER.relative_to(ROOT)}")
    return worst


if __name__ == "__main__":
    sys.exit(main())
