"""Acts that are probably not allowed: of other moments, of other seats, and near misses of right ones."""

import re
from collections.abc import Iterable, Iterator
from itertools import combinations
from random import Random
from typing import Any, Final, get_args, get_origin

import msgspec
from msgspec.structs import replace

from cartable.kernel import CLOCK, Act, AnyGame
from tests.kit.sample import Sampled, tie_of

LOOKED_AT: Final = 60
"""At so many states of a match the acts are gathered."""

_NUMBER: Final = re.compile(r"-?\d+")


def acts_of(game: AnyGame, match: Sampled) -> list[Act]:
    """Every act done in a match or allowed at some of its states, by anybody, DEALER and CLOCK included."""
    found = {turn.act: None for turn in match.turns}
    for state in match.some(LOOKED_AT):
        for seat in (*match.seats, CLOCK):
            found |= dict.fromkeys(game.legal(state, seat))
        found |= {act: None for act, _ in game.chances(state)}
        found |= dict.fromkeys(ties(game, match, state))
    return list(found)


def ties(game: AnyGame, match: Sampled, state: Any) -> list[Act]:
    """A finding of a tie for each two seats that could call now."""
    if game.open_race(state) is None:
        return []
    offers = {seat: legal for seat in match.seats if (legal := game.legal(state, seat))}
    return [tie_of(game, state, {one: offers[one][0], two: offers[two][-1]}) for one, two in combinations(offers, 2)]


def near_misses(game: AnyGame, acts: list[Act], rng: Random, count: int) -> list[Act]:
    """Acts written almost like these: another number or letter, a word or more from another act, or a word less."""
    texts = [str(act) for act in acts]
    written: dict[str, None] = {}
    for _ in range(count):
        text, other = rng.choice(texts), rng.choice(texts).split(" ")
        words = text.split(" ")
        at = rng.randrange(len(words))
        changed = [
            [_NUMBER.sub(lambda found: _beside(found[0], rng), text)],
            [*words[:at], *other[at : at + 1], *words[at + 1 :]],
            [*words[:at], chr(ord(words[at]) + 1) if len(words[at]) == 1 else words[at], *words[at + 1 :]],
            [*words, *other[1:]],
            words[:at],
        ]
        written |= dict.fromkeys(" ".join(each) for each in changed)
    return [act for act in map(game.read, written) if act is not None]


def _beside(number: str, rng: Random) -> str:
    return str(int(number) + rng.choice((-7, -1, 0, 1, 2, 98)))


def spoilt(text: str) -> list[str]:
    """Texts that look like this one but are not, or should not be."""
    words = text.split(" ")
    texts = [f" {text}", f"{text} ", f"{text}\n", text.upper(), text.replace(" ", "  "), text.replace(" ", "\t")]
    texts += [" ".join(words[:at]) for at in range(len(words))]
    for digits in ("01", "+1", "1.0", "1e3", "²", "٣", "-0", "--1", "9" * 5000, ""):
        texts += [" ".join([*words[:at], digits, *words[at + 1 :]]) for at in range(1, len(words))]
    return [*texts, f"{text} x", f"{text} 1", f"{text}:1", f"{text}\0"]


def odd_acts(acts: Iterable[Act]) -> Iterator[Act]:
    """Each of these acts with odd values of the right types in its fields, one field at a time: no text writes most of
    them, but code can make them."""
    for act in acts:
        for field in msgspec.structs.fields(act):
            for value in _odd_values(field.type):
                yield replace(act, **{field.name: value})


def _odd_values(kind: Any) -> list[Any]:
    """Values of a type that nobody would expect: none, far too many, or names and numbers of nothing."""
    if kind is str:
        return ["", "foo", "é b", "-1"]
    if kind is int:
        return [-(10**12), -1, 0, 7, 99]
    if kind is type(None):
        return [None]
    parts = get_args(kind)
    if get_origin(kind) is tuple and parts[-1] is Ellipsis:
        each = _odd_values(parts[0])
        return [(), *((value,) for value in each), *((value, value) for value in each), tuple(each[:3])]
    if get_origin(kind) is tuple:
        columns = [_odd_values(part) for part in parts]
        return [tuple(column[at % len(column)] for column in columns) for at in range(max(map(len, columns)))]
    return [value for part in parts for value in _odd_values(part)]
