"""How much stronger are today's bots than those of an earlier commit (`lab.bench.bots.reference`)?

`python -m lab.bench.bots.earlier quinto --players 3 --deals 2000`: every deal is played twice, today's bots in every
other seat and then in the seats between. Counted is how often one of today's ended ahead of one of the earlier, a tie
for a half; the interval of 95 % is computed from deals, as the matches of one deal are not independent.
"""

import os
import time
from argparse import ArgumentParser
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from math import sqrt
from statistics import mean, stdev
from typing import Any, Final, NamedTuple

from msgspec import structs

from cartable.arena.simulation import play
from cartable.bots import AnyBot, Intent, bot
from cartable.games import registry
from lab.bench.bots.reference import COMMIT, earlier_bot

WIDE: Final = 1.96


class AskedOnce:
    """A bot that is not asked about the same choice again because somebody else has chosen meanwhile, as happens in
    Quinto: what it says the first time is as good, and takes half of the time.
    """

    def __init__(self, bot_: AnyBot) -> None:
        self._bot = bot_
        self._seen: Any = None
        self._act: Any = None
        self.thought: list[float] = []

    def decide(self, view: Any, legal: tuple[Any, ...], now_ms: float) -> Intent[Any] | None:
        seen = structs.replace(view, chosen=(), to_move=()) if hasattr(view, "chosen") else None
        if seen is not None and seen == self._seen:
            return Intent(self._act, now_ms)
        began = time.process_time()
        intent = self._bot.decide(view, legal, now_ms)
        self.thought.append(1000 * (time.process_time() - began))
        self._seen, self._act = seen, intent.act if intent is not None else None
        return intent


class DealResult(NamedTuple):
    """One deal, both ways: how often today's were ahead, everybody's points, and how long today's thought, in ms."""

    ahead: float
    points: list[float]
    earlier_points: list[float]
    thought: list[float]


def played(game_id: str, players: int, seed: int, level: str, earlier_level: str) -> DealResult:
    """One deal with the seats exchanged."""
    game, ahead = registry.game(game_id), []
    found = DealResult(0.0, [], [], [])
    for turn in (0, 1):
        today = [(seat + turn) % 2 == 0 for seat in range(players)]
        company: list[Any] = [
            AskedOnce(bot(game_id, level, seed, seat) if new else earlier_bot(game_id, earlier_level, seed, seat))
            for seat, new in enumerate(today)
        ]
        match = play(game, company, seed)
        ranks, scores = match.outcome.ranks, match.outcome.scores or (0,) * players
        for seat, new in enumerate(today):
            (found.points if new else found.earlier_points).append(scores[seat])
            found.thought.extend(company[seat].thought if new else [])
            ahead += [_ahead(ranks[seat], ranks[other]) for other in range(players) if new and not today[other]]
    return found._replace(ahead=mean(ahead))


def _ahead(rank: int, other: int) -> float:
    return 1.0 if rank < other else 0.5 if rank == other else 0.0


def results(asked: Any) -> Iterator[DealResult]:
    """All deals, as they are done."""
    with ProcessPoolExecutor(asked.jobs) as workers:
        begun = [
            workers.submit(played, asked.game, asked.players, asked.seed + deal, asked.level, asked.earlier_level)
            for deal in range(asked.deals)
        ]
        yield from (each.result() for each in as_completed(begun))


def told(found: list[DealResult]) -> str:
    """What came of it in a line."""
    shares = [each.ahead for each in found]
    wide = WIDE * stdev(shares) / sqrt(len(shares)) if len(shares) > 1 else 1.0
    points = mean(point for each in found for point in each.points)
    theirs = mean(point for each in found for point in each.earlier_points)
    thought = [time for each in found for time in each.thought]
    return (
        f"{len(found)} deals: ahead {100 * mean(shares):.1f} % ± {100 * wide:.1f}, points {points:.1f} beside "
        f"{theirs:.1f}, {mean(thought):.1f} ms an act, {max(thought):.0f} at most"
    )


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=("push", "quinto"))
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--deals", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--level", default="expert", help="of today's bots")
    parser.add_argument("--earlier-level", default="expert", help="of the earlier ones")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (default: one a core)")
    asked = parser.parse_args()
    found: list[DealResult] = []
    for each in results(asked):
        found.append(each)
        if len(found) % 50 == 0:
            print(told(found), flush=True)
    print(f"{asked.game}, {asked.players} players, {asked.level} over {asked.earlier_level} of {COMMIT}: {told(found)}")


if __name__ == "__main__":
    main()
