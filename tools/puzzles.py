"""Finds the puzzles of `cartable puzzle`: `python tools/puzzles.py push --seed 1 --wanted 700`.

Bots play one another. Where one act is better than all others by a margin, as the expert weighs them, the position is
played on many times after the best act and after the second best; only if the best one also wins more often there it
is kept. What was found is written after every match, and a run that was stopped goes on where it was. However many
processes look for them, the book is the same.
"""

import gzip
import os
from argparse import ArgumentParser
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec
from msgspec import structs

from cartable import puzzles
from cartable.bots import bot
from cartable.bots.analysis import Analyst
from cartable.games import registry
from cartable.kernel import DEALER, Act, AnyGame, Refused, Seat
from cartable.matches.deal.dealers import SeededDealer, next_deal
from cartable.puzzles import Puzzle, packed

MARGIN: Final = 0.08
TIMES: Final = 8
"""How often a position is played on after each of the two acts."""
MOST: Final = 5
"""Puzzles of one match."""
EASY: Final = 0.1
"""A position in which a fair player finds the best act is kept so often; one in which it does not, always."""
AT_ONCE: Final = 20
"""So many matches are given to the processes at a time."""
SEATS: Final = 2
LEVEL: Final = {"push": "strong", "quinto": "fair"}
"""Who plays, and plays on: quick, and good enough to punish a mistake."""


def step(game: AnyGame, state: Any, seat: Seat, act: Act) -> Any:
    """The state after an act by the rules."""
    stepped = game.step(state, seat, act)
    if isinstance(stepped, Refused):
        raise TypeError(f"`{act}` is refused: {stepped.code}")
    return stepped.state


def play_on(game: AnyGame, state: Any, seed: int) -> Any:
    """A match to its end, with bots at all seats and cards by chance."""
    bots = [bot(game.id, LEVEL[game.id], seed, seat) for seat in range(SEATS)]
    dice = Random(seed)
    while actors := game.actors(state):
        seat = min(actors)
        if seat == DEALER:
            acts, chances = zip(*game.chances(state), strict=True)
            act = dice.choices(acts, [float(chance) for chance in chances])[0]
        else:
            intent = bots[seat].decide(game.view(state, seat), game.legal(state, seat), 0.0)
            if intent is None:
                raise TypeError("a bot of a turn game always acts")
            act = intent.act
        state = step(game, state, seat, act)
    return game.outcome(state)


def candidates(game: AnyGame, seed: int) -> list[tuple[Any, Seat, list[tuple[float, Act]], SeededDealer]]:
    """The decisions of a match in which one act is clearly best."""
    dealer, state = SeededDealer(seed), game.start(game.options(), SEATS)
    bots = [bot(game.id, LEVEL[game.id], seed, seat) for seat in range(SEATS)]
    analyst: Analyst = registry.package(game.id).load("analyst", Analyst)
    found = []
    while actors := game.actors(state):
        seat = min(actors)
        if seat == DEALER:
            state = step(game, state, seat, next_deal(game, state, dealer))
            continue
        view, legal = game.view(state, seat), game.legal(state, seat)
        intent = bots[seat].decide(view, legal, 0.0)
        if intent is None:
            raise TypeError("a bot of a turn game always acts")
        if len(legal) > 2:
            weighed = zip(analyst.weigh(view, seat, legal), legal, strict=True)
            ranked = sorted(weighed, key=lambda each: (-each[0], str(each[1])))
            usual = bot(game.id, "fair", seed, seat).decide(view, legal, 0.0)
            tempting = usual is not None and usual.act != ranked[0][1]
            if ranked[0][0] - ranked[1][0] >= MARGIN and (tempting or Random(f"{view} {seed}").random() < EASY):
                found.append((state, seat, ranked, dealer))
        state = step(game, state, seat, intent.act)
    return found


def puzzles_of(game: AnyGame, seed: int) -> Iterator[Puzzle]:
    """The puzzles of a match: positions that hold when they are played on."""
    found = candidates(game, seed)
    Random(seed).shuffle(found)
    for number, (state, seat, ranked, dealer) in enumerate(found[:MOST]):
        won = []
        for _, act in ranked[:2]:
            after = step(game, state, seat, act)
            outcomes = [play_on(game, after, 1000 * seed + 50 * number + time) for time in range(TIMES)]
            won.append(sum(seat in outcome.winners for outcome in outcomes))
        if won[0] > won[1]:
            yield Puzzle(
                seed,
                SEATS,
                seat,
                game.to_position(state, dealer),
                tuple(str(act) for _, act in ranked),
                tuple(round(worth, 3) for worth, _ in ranked),
                (won[0], won[1]),
                TIMES,
            )


def renewed(game: AnyGame, old: Puzzle) -> Puzzle | None:
    """A puzzle as the expert weighs it now; None where it is no puzzle any more, or another act is second best."""
    state = old.state(game)
    legal = game.legal(state, old.seat)
    analyst: Analyst = registry.package(game.id).load("analyst", Analyst)
    worths = dict(zip(map(str, legal), analyst.weigh(game.view(state, old.seat), old.seat, legal), strict=True))
    acts = sorted(worths, key=lambda act: (-worths[act], act))
    if tuple(acts[:2]) != old.acts[:2] or worths[acts[0]] - worths[acts[1]] < MARGIN:
        return None
    return structs.replace(old, acts=tuple(acts), worths=tuple(round(worths[act], 3) for act in acts))


def _found(game_id: str, seed: int) -> list[Puzzle]:
    return list(puzzles_of(registry.game(game_id), seed))


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=LEVEL)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--wanted", type=int, default=500)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (default: one a core)")
    parser.add_argument("--renew", action="store_true", help="weigh what is there again; leave out what does not hold")
    options = parser.parse_args()
    game = registry.game(options.game)
    path = Path(puzzles.__file__).parent / f"{game.id}.jsonl.gz"
    known = path.read_bytes() if path.exists() else packed([])
    found = [msgspec.json.decode(line, type=Puzzle) for line in gzip.decompress(known).splitlines()]
    if options.renew:
        found = [each for each in (renewed(game, old) for old in found) if each is not None]
        path.write_bytes(packed(found[: options.wanted]))
        print(f"{len(found)} hold")
    first = max((each.seed + 1 for each in found), default=options.seed)
    with ProcessPoolExecutor(options.jobs) as workers:
        for begin in count(first, AT_ONCE):
            if len(found) >= options.wanted:
                break
            for seed, some in enumerate(workers.map(_found, [game.id] * AT_ONCE, range(begin, begin + AT_ONCE)), begin):
                found += some
                path.write_bytes(packed(found[: options.wanted]))
                print(f"\r{len(found)} of {options.wanted}, after {seed} matches", end="", flush=True)
    print()


if __name__ == "__main__":
    main()
