"""Small endgames of Push for two, solved to the end: every card, every roll, every choice."""

from collections.abc import Iterator
from random import Random
from typing import Any

from msgspec.structs import replace

from cartable.games.push import PUSH
from cartable.games.push.acts import PushAct
from cartable.games.push.cards import NUMBERS
from cartable.games.push.options import PushOptions
from cartable.games.push.rules import fits
from cartable.games.push.state import COLUMNS, PushState
from cartable.kernel import DEALER, Refused


def after(state: PushState, seat: int, act: PushAct) -> PushState:
    stepped = PUSH.step(state, seat, act)
    assert not isinstance(stepped, Refused)
    return stepped.state


class Solver:
    """Values are seat 0's share of the victory; what was solved once is known."""

    def __init__(self) -> None:
        self._known: dict[Any, float] = {}

    def value(self, state: PushState) -> float:
        outcome = PUSH.outcome(state)
        if outcome is not None:
            return (0 in outcome.winners) / len(outcome.winners)
        state = replace(state, discard=(), rolls=0)  # what lies aside changes nothing any more
        known = self._known.get(state)
        if known is None:
            known = self._known[state] = self._solve(state)
        return known

    def _solve(self, state: PushState) -> float:
        (mover,) = PUSH.actors(state)
        if mover == DEALER:
            return sum(float(chance) * self.value(after(state, DEALER, act)) for act, chance in PUSH.chances(state))
        values = self.choices(state, mover).values()
        return max(values) if mover == 0 else min(values)

    def choices(self, state: PushState, mover: int) -> dict[PushAct, float]:
        """What each act of the mover leads to."""
        return {act: self.value(after(state, mover, act)) for act in PUSH.legal(state, mover)}

    def cost(self, state: PushState, mover: int, act: PushAct) -> float:
        """What an act gives away of the victory."""
        choices = self.choices(state, mover)
        return max(choices.values()) - choices[act] if mover == 0 else choices[act] - min(choices.values())


def endgames(seeds: range, cards: int, *, risk: bool = False) -> Iterator[PushState]:
    """Made-up endgames: a few cards in every column and zone, so many in the pile, and seat 0 in the middle of a turn.

    Zones are small: every colour that could be protected doubles the tree.
    """
    for seed in seeds:
        dice = Random(seed)
        deck = [*NUMBERS * 2, *["D"] * 12]
        dice.shuffle(deck)
        columns: list[list[str]] = []
        for card in [deck.pop() for _ in range(dice.randint(3, 8))]:
            where = [column for column in columns if fits(card, tuple(column))]
            if len(columns) < COLUMNS and (not where or dice.random() < 0.5):
                columns.append([card])
            elif where:
                dice.choice(where).append(card)
        numbers = [card for card in deck if card != "D"]
        zones = [{"shown": numbers[at : at + 2], "protected": numbers[at + 2 : at + 3]} for at in (0, 3)]
        given = {"pile": numbers[6 : 6 + cards - 1] + deck[:1], "columns": columns, "zones": zones}
        yield PUSH.from_position(given, PushOptions(risk=risk), 2, list).state
