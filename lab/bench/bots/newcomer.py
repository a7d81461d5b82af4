"""Can a newcomer keep up? `python -m lab.bench.bots.newcomer` lets simulated newcomers race against bots: who is first?

A newcomer calls a card of Hexa after 2.5 s at the beginning of a match and after 6 s when all rows hold five things,
and lays a card of Trio every 3 s (medians; a log-normal spread of a quarter). One act in twenty is wrong. Against bots
of level `match` three matches come first, each beginning where the one before it ended; the fourth is counted.
"""

import os
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from itertools import starmap
from math import sqrt
from random import Random
from statistics import mean, stdev
from typing import Any, Final, NamedTuple

from cartable.arena.simulation import play
from cartable.bots import AnyBot, Bot, Intent, bot
from cartable.games import registry
from cartable.games.hexa.acts import TURN, HexaAct, HexaCall
from cartable.games.hexa.calls import fitting_rows
from cartable.games.hexa.view import HexaView
from cartable.games.trio.acts import GO, TrioAct, TrioLay
from cartable.games.trio.cards import fits
from cartable.games.trio.view import TrioView
from cartable.kernel import Act, AnyGame, Seat, Tempo
from cartable.matches.live.pace import MatchedPace
from cartable.matches.log.header import MATCH_ME, MATCHED_LEVEL, Player, header_for

LEVELS: Final = (MATCH_ME, "easy", "fair", "strong", "expert")
BEFORE: Final = 3  # matches in which bots get to know the newcomer
SPREAD: Final = 0.25
WRONG: Final = 0.05
EARLY_MS, LATE_MS = 2500.0, 6000.0
FEW, MANY = 12, 30  # things in the rows at the beginning, and when they hold five each
CARD_MS: Final = 3000.0
AGAIN_MS: Final = 1000.0  # somebody else was first on that pile: another card is found sooner


class HexaNewcomer(Bot[HexaView, HexaAct]):
    """Slow, and slower the more there is to look at."""

    def __init__(self, dice: Random) -> None:
        self._dice = dice
        self._card: tuple[int, Intent[HexaAct]] | None = None

    def decide(self, view: HexaView, legal: tuple[HexaAct, ...], now_ms: float) -> Intent[HexaAct]:
        if TURN in legal:
            return Intent(TURN, now_ms + 800)
        if self._card is None or self._card[0] != view.turned:
            self._card = view.turned, Intent(self._call(view), now_ms + self._took_ms(view))
        act, at_ms = self._card[1].act, self._card[1].at_ms
        return Intent(act, max(now_ms, at_ms))

    def _took_ms(self, view: HexaView) -> float:
        things = 6 + sum(map(len, view.rows))
        usual = EARLY_MS + (LATE_MS - EARLY_MS) * (things - FEW) / (MANY - FEW)
        return usual * self._dice.lognormvariate(0, SPREAD)

    def _call(self, view: HexaView) -> HexaCall:
        fitting = fitting_rows(view.open, view.rows)
        if self._dice.random() < WRONG:
            return HexaCall(next((row for row in range(1, 7) if row not in fitting), None))
        return HexaCall(self._dice.choice(fitting) if fitting else None)


class TrioNewcomer(Bot[TrioView, TrioAct]):
    """Lays a card every so often, if one fits."""

    def __init__(self, dice: Random) -> None:
        self._dice = dice
        self._lay: Intent[TrioAct] | None = None

    def decide(self, view: TrioView, legal: tuple[TrioAct, ...], now_ms: float) -> Intent[TrioAct] | None:
        if GO in legal:
            return Intent(GO, now_ms + 800)
        lays = [TrioLay(act.card, act.pile, view.centre[act.pile][-1]) for act in legal if isinstance(act, TrioLay)]
        before = self._lay
        if before is not None and before.act in lays and before.at_ms > now_ms:
            return before
        fitting = [lay for lay in lays if fits(lay.pile, lay.card, lay.on)]
        if not fitting or self._dice.random() < WRONG:
            fitting = lays if fitting else []
        if not fitting:
            return None
        act = self._dice.choice(fitting)
        spoiled = before is not None and before.at_ms > now_ms
        self._lay = Intent(act, now_ms + (AGAIN_MS if spoiled else self._took_ms()))
        return self._lay

    def _took_ms(self) -> float:
        return CARD_MS * self._dice.lognormvariate(0, SPREAD)


NEWCOMERS: Final[dict[str, Any]] = {"hexa": HexaNewcomer, "trio": TrioNewcomer}


class NewcomerTable(NamedTuple):
    """A newcomer at seat 0, and bots of one level at the others."""

    game: str
    players: int
    level: str


class MeasuredNewcomer(NamedTuple):
    """Of one newcomer: the share of contests won, whether the match was won, and the bots' factor in the end."""

    share: float
    won: bool
    factor: float


def one_match(table: NewcomerTable, seed: int, factor: float) -> MeasuredNewcomer:
    """One match, and what came of it."""
    game = registry.game(table.game)
    level = MATCHED_LEVEL if table.level == MATCH_ME else table.level
    bots: list[AnyBot] = [bot(game.id, level, seed, seat) for seat in range(1, table.players)]
    seats = [Player("Newcomer", "human"), *(Player(f"Bot {n}", "bot", table.level, factor) for n in range(len(bots)))]
    pace = MatchedPace.of(game, header_for(game, game.options(), seats, "0" * 64))
    first: Counter[Seat] = Counter()

    def apply(state: Any, seat: Seat, act: Act) -> Any:
        nonlocal pace
        if seat >= 0 and game.stakes(state, seat, act) and game.wins_stakes(state, seat, act):
            first[seat] += 1
        pace = pace.acted(game, state, seat, act, own=True)
        for each in bots:
            each.pace = pace.factor
        return game.apply(state, seat, act)

    for each in bots:
        each.pace = pace.factor
    finished = play(replace(game, apply=apply), [NEWCOMERS[game.id](Random(seed)), *bots], seed)
    return MeasuredNewcomer(share_of(game, first, len(bots)), finished.outcome.ranks[0] == 1, pace.factor)


def share_of(game: AnyGame, first: Counter[Seat], bots: int) -> float:
    """Of the cards of Hexa that somebody called rightly, those the newcomer called. In Trio everybody lays: the cards
    of the newcomer beside those of one bot."""
    theirs = sum(count for seat, count in first.items() if seat) / (1 if game.tempo is Tempo.CALLS else bots)
    return first[0] / (first[0] + theirs)


def one_newcomer(table: NewcomerTable, seed: int) -> MeasuredNewcomer:
    """The match that is counted."""
    factor = 1.0
    if table.level == MATCH_ME:
        for match in range(BEFORE):
            factor = one_match(table, 1000 * seed + match, factor).factor
    return one_match(table, 1000 * seed + BEFORE, factor)


def tables() -> Iterator[NewcomerTable]:
    """Every race, size and level."""
    for game in NEWCOMERS:
        for players in registry.game(game).seats:
            yield from (NewcomerTable(game, players, level) for level in LEVELS)


def told(values: list[float], times: float = 100.0, digits: int = 0) -> str:
    """A mean with its 95 % interval."""
    middle, half = times * mean(values), times * 1.96 * stdev(values) / sqrt(len(values))
    return f"{middle:.{digits}f} ({middle - half:.{digits}f} to {middle + half:.{digits}f})"


def line_of(table: NewcomerTable, newcomers: int) -> str:
    """A line of the report."""
    found = list(starmap(one_newcomer, ((table, seed) for seed in range(newcomers))))
    shares, won = told([each.share for each in found]), told([float(each.won) for each in found])
    factor = told([each.factor for each in found], 1.0, 2) if table.level == MATCH_ME else ""
    return f"| {table.game.capitalize()}, {table.players} players | {table.level} | {shares} | {won} | {factor} |"


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--newcomers", type=int, default=40, help="so many for each line")
    parser.add_argument("--game", choices=NEWCOMERS, help="this game only")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    options = parser.parse_args()
    print("| | bots | contests won, % | matches won, % | factor |\n| --- | --- | ---: | ---: | ---: |", flush=True)
    todo = [table for table in tables() if options.game in (None, table.game)]
    with ProcessPoolExecutor(options.jobs) as pool:
        for line in pool.map(partial(line_of, newcomers=options.newcomers), todo):
            print(line, flush=True)


if __name__ == "__main__":
    main()
