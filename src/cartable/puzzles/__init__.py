"""Positions in which one act is clearly best: what a puzzle is, the book of them, and the one of a day.

`tools/puzzles.py` found them in matches of bots, with a seed, and checked each by playing on.
"""

import gzip
from datetime import date
from functools import cache
from typing import Any, Final

import msgspec

from cartable.games import registry
from cartable.kernel import AnyGame, BadInput, Seat
from cartable.matches.deal.dealers import SeededDealer

FIRST_DAY: Final = date(2026, 1, 1)
STRIDE: Final = 389
"""How many puzzles are skipped from one day to the next: a prime, so all come before one comes again."""


class Puzzle(msgspec.Struct, frozen=True):
    """A position, whose turn it is, and what every act is worth there: the chance to win, the best first."""

    seed: int
    """Of the match it comes from."""
    seats: int
    seat: Seat
    position: dict[str, Any]
    acts: tuple[str, ...]
    worths: tuple[float, ...]
    won: tuple[int, int]
    """Played on this many times after the best act and after the second best: wins of each."""
    of: int

    def state(self, game: AnyGame) -> Any:
        """The position on the table."""
        return game.from_position(self.position, game.options(), self.seats, SeededDealer(self.seed).shuffle).state


def packed(puzzles: list[Puzzle]) -> bytes:
    """A book as it is stored: the same puzzles are always the same bytes."""
    return gzip.compress(b"\n".join(msgspec.json.encode(each) for each in puzzles), mtime=0)


def games_with_puzzles() -> tuple[str, ...]:
    """The games that have a book."""
    return tuple(each.game.id for each in registry.packages() if each.puzzles)


def count_of(game_id: str) -> int:
    """How many puzzles a game has."""
    return len(_lines(game_id)) if game_id in games_with_puzzles() else 0


def _lines(game_id: str) -> list[bytes]:
    found = registry.package(game_id)
    return gzip.decompress(found.files.joinpath(found.puzzles).read_bytes()).splitlines()


@cache
def book(game_id: str) -> tuple[Puzzle, ...]:
    """All puzzles of a game."""
    known = games_with_puzzles()
    if game_id not in known:
        raise BadInput(f"game {game_id!r}", f"expected one with puzzles: {', '.join(known)}")
    return tuple(msgspec.json.decode(line, type=Puzzle) for line in _lines(game_id))


def puzzle_of(game_id: str, number: int) -> Puzzle:
    """One puzzle by its number, from 1."""
    puzzles = book(game_id)
    if not 1 <= number <= len(puzzles):
        raise BadInput("number", f"expected 1 to {len(puzzles)} for {game_id}, got {number}")
    return puzzles[number - 1]


def number_of(day: date, count: int) -> int:
    """Which of `count` puzzles belongs to a day, from 1: the same for everybody, without asking anybody."""
    return 1 + (day - FIRST_DAY).days * STRIDE % count
