"""Games that tell too much are noticed, each in the place where it leaks."""

from collections.abc import Callable
from random import Random

import pytest
from msgspec.structs import replace

from cartable.kernel import NOBODY, AnyGame, Event, Refused, Seat, Stepped
from tests.kit.sample import sampled
from tests.kit.setups import spread
from tests.kit.toy import TOY, Toy
from tests.kit.toy_state import Bet, ToyAct, ToyCardTurned, ToyHandDealt, ToyHandSeen, ToyOptions, ToyState, ToyView
from tests.secrecy import hidden_toy as toy
from tests.secrecy.checks import (
    disguises_look_the_same,
    everybody_sees_the_same,
    only_acts_decide,
    twins_look_the_same,
)


class ShowsTheNeighbour(Toy):
    def view(self, state: ToyState, seat: Seat | None) -> ToyView:
        view = super().view(state, seat)
        return replace(view, phase=f"{view.phase} {state.hands[-1]}") if state.hands else view


class OffersMoreToTheFavourite(Toy):
    def legal(self, state: ToyState, seat: Seat) -> tuple[ToyAct, ...]:
        legal = super().legal(state, seat)
        return legal[:1] if state.open in state.hands else legal


class ExplainsTooMuch(Toy):
    def bet_refusal(self, state: ToyState, seat: Seat, act: Bet) -> Refused | None:
        refused = super().bet_refusal(state, seat, act)
        return refused and refused.because(card=state.hands[(seat + 1) % state.seats])


class EndsWhenTheAceIsGone(Toy):
    def actors(self, state: ToyState) -> frozenset[Seat]:
        return super().actors(state) if "ace" in state.pile.left else NOBODY


class TellsEverybody(Toy):
    def dealt(self, state: ToyState, card: str) -> Stepped[ToyState]:
        return _retold(super().dealt(state, card), lambda event: replace(event, to=None))


class TellsTheNeighbour(Toy):
    def dealt(self, state: ToyState, card: str) -> Stepped[ToyState]:
        def aside(event: Event) -> Event:
            return replace(event, to=(event.seat + 1) % state.seats) if isinstance(event, ToyHandSeen) else event

        return _retold(super().dealt(state, card), aside)


class HintsWithEveryCard(Toy):
    def dealt(self, state: ToyState, card: str) -> Stepped[ToyState]:
        def hint(event: Event) -> Event:
            return (
                ToyHandDealt(state.hands.index(card))
                if isinstance(event, ToyCardTurned) and card in state.hands
                else event
            )

        return _retold(super().dealt(state, card), hint)


def _retold(stepped: Stepped[ToyState], how: Callable[[Event], Event]) -> Stepped[ToyState]:
    return Stepped(stepped.state, tuple(how(event) for event in stepped.events))


@pytest.mark.parametrize(
    "leaky",
    [
        ShowsTheNeighbour,
        OffersMoreToTheFavourite,
        ExplainsTooMuch,
        EndsWhenTheAceIsGone,
        TellsEverybody,
        TellsTheNeighbour,
        HintsWithEveryCard,
    ],
)
def test_a_leak_is_noticed(leaky: type[Toy]) -> None:
    def check(game: AnyGame) -> None:
        for setup in spread(TOY, 30):
            match = sampled(game, setup)
            twins_look_the_same(game, toy, match)
            disguises_look_the_same(game, toy, match)

    check(TOY)
    with pytest.raises(AssertionError):
        check(leaky().game())


def test_a_game_that_only_claims_to_be_open_is_noticed() -> None:
    match = sampled(TOY, next(spread(TOY, 1)))
    with pytest.raises(AssertionError):
        everybody_sees_the_same(TOY, match)


class DealtBeforehand(Toy):
    """Has luck of its own, and so something in its first state that no act has put there."""

    def __init__(self) -> None:
        self.luck = Random(1)

    def start(self, options: ToyOptions, seats: int) -> ToyState:
        return replace(super().start(options, seats), points=(self.luck.randrange(100),) * seats)


class HasLuckLater(DealtBeforehand):
    """The same, but only once half of the pile is gone."""

    def start(self, options: ToyOptions, seats: int) -> ToyState:
        return Toy.start(self, options, seats)

    def dealt(self, state: ToyState, card: str) -> Stepped[ToyState]:
        stepped = super().dealt(state, card)
        if len(state.pile) > 5:
            return stepped
        return replace(stepped, state=replace(stepped.state, points=(self.luck.randrange(100),) * state.seats))


@pytest.mark.parametrize("stacked", [DealtBeforehand, HasLuckLater])
def test_a_state_that_is_decided_beside_the_acts_is_noticed(stacked: type[Toy]) -> None:
    setup = next(spread(TOY, 1))
    assert only_acts_decide(TOY, sampled(TOY, setup)) > 5
    game = stacked().game()
    with pytest.raises(AssertionError):
        only_acts_decide(game, sampled(game, setup))
