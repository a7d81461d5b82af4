"""Quinto: matches played on in the head, from after each of a few choices to the own next turn.

What nobody can see is drawn by lot, for every choice alike, so that they are compared on the same luck.
"""

from collections.abc import Callable
from math import fsum
from random import Random
from typing import Final, NamedTuple

from cartable.bots.quinto.evaluator import AHEAD, QuintoEvaluator, shares_of_victory
from cartable.bots.quinto.lay_shapes import CARDS, COVERED, GRID, HELD, PILE
from cartable.bots.quinto.luck import PlayoutLuck
from cartable.bots.quinto.playout import Playout, SheetValues
from cartable.games.quinto.acts import QuintoAct, QuintoLay, QuintoWrite
from cartable.games.quinto.cards import KINDS, NOTHING, Grid, announced, lay
from cartable.games.quinto.sheet import AT, Sheet, score_of, write
from cartable.games.quinto.view import QuintoView

ROUNDS: Final = 1
"""How often one's own turn comes round in the head: each round costs as many turns as there are players."""


def _always(_played: int) -> bool:
    return True


class TableAfter(NamedTuple):
    """A table after a choice, and after what everybody will make of it. Cards by number."""

    sheets: list[Sheet]
    misses: list[int]
    hand: list[int]
    grid: list[int]
    covered: list[int]


class Rollouts:
    """A view, as far as one can see ahead. Only for several players."""

    def __init__(self, view: QuintoView, evaluator: QuintoEvaluator, random: Random) -> None:
        self.view = view
        self.evaluator = evaluator
        self._random = random
        self._values = SheetValues(evaluator.net)
        self.played = 0
        """How many samples, all choices in each."""
        seats, me = len(view.sheets), evaluator.me
        first = (view.active + 1) % seats
        self.turns = [(first + at) % seats for at in range((me - first) % seats + 1 + seats * (ROUNDS - 1))]
        """Whose turns are played."""

    def worths(self, acts: list[QuintoAct], samples: int, allowed: Callable[[int], bool] = _always) -> list[float]:
        """What each act is worth, added up over so many ways in which it could go on. Over fewer, the same for each
        act, where `allowed` says of those played so far that there is no time for one more."""
        afters = [self.after(act) for act in acts]
        found: list[list[float]] = []
        for luck in self.lucks(samples):
            if found and not allowed(self.played):
                break
            found.append([self.played_on(after, luck) for after in afters])
            self.played += 1
        return [fsum(worths) for worths in zip(*found, strict=True)]

    def lucks(self, samples: int) -> list[PlayoutLuck]:
        """So many ways in which it could go on."""
        many = sum(self.view.hands[seat] for seat in self.evaluator.others)
        return [PlayoutLuck(self._random.getrandbits(64), self.view, many) for _ in range(samples)]

    def played_on(self, after: TableAfter, luck: PlayoutLuck) -> float:
        """What a table is worth in one sample."""
        view, me = self.view, self.evaluator.me
        match = Playout(self._values, AHEAD[len(view.sheets)], list(after.sheets), list(after.misses))
        match.grid = after.grid
        match.where = [PILE] * CARDS
        for place, cards in ((HELD, after.hand), (COVERED, after.covered), (GRID, after.grid), (HELD, luck.held)):
            for card in cards:
                match.where[card] = place
        match.hands[me][: len(after.hand)] = after.hand
        begin = 0
        for seat in self.evaluator.others:
            match.hands[seat][: view.hands[seat]] = luck.held[begin : begin + view.hands[seat]]
            begin += view.hands[seat]
        luck.again()
        match.draw(view.active, luck)
        for seat in self.turns:
            match.turn(seat, luck)
        return self._worth(match)

    def _worth(self, match: Playout) -> float:
        """The chance to win, and a little for the points."""
        seats = [self.evaluator.me, *self.evaluator.others]
        if match.over:
            sure = [score_of(match.sheets[seat], match.misses[seat]).total for seat in seats]
            mine, best = sure[0], max(sure[1:])
            won = 1.0 if mine > best else 0.5 if mine == best else 0.0
            return won + self.evaluator.score_weight * mine
        following = (self.turns[-1] + 1) % len(seats)
        forecasts = [match.value(seat, following).now for seat in seats]
        return shares_of_victory(forecasts)[0] + self.evaluator.score_weight * forecasts[0].points

    def after(self, act: QuintoAct) -> TableAfter:
        """Everybody writes what seems best; who is active and writes nothing has missed (QUIN-18)."""
        view, evaluator = self.view, self.evaluator
        offer, grid, covered, hand = view.announced or NOTHING, evaluator.grid, view.covered, view.hand
        match act:
            case QuintoLay(on):
                grid, under = lay(grid, on)
                covered += under
                offer = announced(grid, on[-1][1])
                hand = tuple(card for card in hand if card not in [laid for laid, _ in on])
                mine = evaluator.own.best(offer, evaluator.otherwise)
            case QuintoWrite(cell):
                mine = evaluator.own.written(AT[cell], offer.sum)
            case _:
                mine = evaluator.otherwise
        sheets, misses = [value.sheet for value in evaluator.sheet_values], list(view.misses)
        for seat, forecast in zip([evaluator.me, *evaluator.others], [mine, *evaluator.answers(offer)], strict=True):
            if forecast.cell is not None:
                sheets[seat] = write(sheets[seat], forecast.cell, offer.sum)
            elif seat == view.active:
                misses[seat] += 1
        return TableAfter(sheets, misses, _numbers(hand), _numbers(grid), _numbers(covered))


def _numbers(cards: tuple[str, ...] | Grid) -> list[int]:
    return [KINDS.index[card] for card in cards]
