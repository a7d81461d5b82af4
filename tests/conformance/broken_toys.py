"""For every law a copy of the toy that breaks it, so that the law is known to be able to fail."""

from collections.abc import Mapping
from typing import Any, Final

from msgspec.structs import force_setattr, replace

from cartable.kernel import (
    CLOCK,
    DEALER,
    ONLY_DEALER,
    BadInput,
    CardSource,
    Deadline,
    Deal,
    NextReveal,
    OpenRace,
    Outcome,
    Position,
    Refused,
    Seat,
    Shuffle,
    Stepped,
    ranks,
)
from tests.kit.toy import Toy
from tests.kit.toy_state import REFUSALS, Bet, Tie, ToyAct, ToyHandSeen, ToyOptions, ToyState, ToyView, Unclaimed, read

# --- judging -------------------------------------------------------------------------------------------------------


class OffersTooMuch(Toy):
    def legal(self, state: ToyState, seat: Seat) -> tuple[ToyAct, ...]:
        legal = super().legal(state, seat)
        return (*legal, Bet(0, state.open)) if legal else ()


class LetsTooMuchThrough(Toy):
    def bet_refusal(self, state: ToyState, seat: Seat, act: Bet) -> Refused | None:
        return None if act.points > 0 and 0 <= seat < state.seats else super().bet_refusal(state, seat, act)


class LetsTheClockPlay(Toy):
    def bet_refusal(self, state: ToyState, seat: Seat, act: Bet) -> Refused | None:
        return None if seat == CLOCK else super().bet_refusal(state, seat, act)


class RefusesInItsOwnWords(Toy):
    def bet_refusal(self, state: ToyState, seat: Seat, act: Bet) -> Refused | None:
        refused = super().bet_refusal(state, seat, act)
        return refused and Refused("go-away", refused.rule)


class ListsFewerActs(Toy):
    acts = Toy.acts[1:]


class PunishesTheRefused(Toy):
    def refusal(self, state: ToyState, seat: Seat, act: ToyAct) -> Refused | None:
        refused = super().refusal(state, seat, act)
        if refused and 0 <= seat < state.seats:
            force_setattr(state, "points", tuple(points - 1 for points in state.points))
        return refused


class TripsOverOddCards(Toy):
    def bet_refusal(self, state: ToyState, seat: Seat, act: Bet) -> Refused | None:
        if act.on:
            state.pile.left.of(act.on)
        return super().bet_refusal(state, seat, act)


# --- whose turn it is ----------------------------------------------------------------------------------------------


class ForgetsSeatZero(Toy):
    def legal(self, state: ToyState, seat: Seat) -> tuple[ToyAct, ...]:
        return super().legal(state, seat) if seat else ()


class GoesOnAfterTheEnd(Toy):
    def refusal(self, state: ToyState, seat: Seat, act: ToyAct) -> Refused | None:
        return None if seat == CLOCK and isinstance(act, Unclaimed) else super().refusal(state, seat, act)


class NeverEnds(Toy):
    def apply(self, state: ToyState, seat: Seat, act: ToyAct) -> Stepped[ToyState]:
        return super().apply(state, seat, act) if isinstance(act, Deal) else Stepped(state, ())


class LetsTheClockDeal(Toy):
    def actors(self, state: ToyState) -> frozenset[Seat]:
        actors = super().actors(state)
        return frozenset({DEALER, CLOCK}) if actors == ONLY_DEALER else actors


# --- chance --------------------------------------------------------------------------------------------------------


class MiscountsThePile(Toy):
    def next_reveal(self, state: ToyState) -> NextReveal:
        due = super().next_reveal(state)
        return replace(due, left=replace(due.left, size=due.left.size + 1))


class DealsNoQueens(Toy):
    def refusal(self, state: ToyState, seat: Seat, act: ToyAct) -> Refused | None:
        return REFUSALS["card-not-left"] if act == Deal("queen") else super().refusal(state, seat, act)


class DealsTheFirstSlotAgain(Toy):
    def next_reveal(self, state: ToyState) -> NextReveal:
        return state.pile.reveal_at(0)


# --- notation ------------------------------------------------------------------------------------------------------


class CannotReadEverything(Toy):
    def read(self, text: str) -> ToyAct | None:
        return None if text == "unclaimed" else read(text)


class ReadsTooKindly(Toy):
    def read(self, text: str) -> ToyAct | None:
        return read(text.strip().lower())


class CompletesOnAndOn(Toy):
    def with_defaults(self, state: ToyState, act: ToyAct) -> ToyAct:
        return replace(act, points=act.points + 1, on=state.open) if isinstance(act, Bet) else act


# --- values --------------------------------------------------------------------------------------------------------


class WritesTooLittle(Toy):
    def read(self, text: str) -> ToyAct | None:
        act = read(text)
        return replace(act, points=1) if isinstance(act, Bet) else act


class Scribbles(Toy):
    def apply(self, state: ToyState, seat: Seat, act: ToyAct) -> Stepped[ToyState]:
        stepped = super().apply(state, seat, act)
        force_setattr(state, "points", stepped.state.points)
        return stepped


class KeepsAList(Toy):
    def start(self, options: ToyOptions, seats: int) -> ToyState:
        return replace(super().start(options, seats), points=[0] * seats)


class Remembers(Toy):
    def __init__(self) -> None:
        self.asked = 0

    def outcome(self, state: ToyState) -> Outcome | None:
        self.asked += 1
        return Outcome("pile-empty", ranks(state.points), (self.asked,) * state.seats) if state.over else None


class ChangesTheOrder(Toy):
    def __init__(self) -> None:
        self.asked = 0

    def legal(self, state: ToyState, seat: Seat) -> tuple[ToyAct, ...]:
        self.asked += 1
        legal = super().legal(state, seat)
        return legal if self.asked % 2 else legal[::-1]


# --- showing -------------------------------------------------------------------------------------------------------


class ShowsAnotherType(Toy):
    def view(self, state: ToyState, seat: Seat | None) -> ToyView:
        return replace(super().view(state, seat), points=list(state.points))


class SaysNobodyMoves(Toy):
    def view(self, state: ToyState, seat: Seat | None) -> ToyView:
        return replace(super().view(state, seat), to_move=())


class SaysAllSeeTheSame(Toy):
    same_for_all = True  # but everybody has a card that only they see


class TellsNobody(Toy):
    def dealt(self, state: ToyState, card: str) -> Stepped[ToyState]:
        after, events = super().dealt(state, card).state, super().dealt(state, card).events
        return Stepped(after, tuple(replace(each, to=99) if isinstance(each, ToyHandSeen) else each for each in events))


class RanksTheWorstFirst(Toy):
    def outcome(self, state: ToyState) -> Outcome | None:
        return Outcome("pile-empty", ranks([-each for each in state.points]), state.points) if state.over else None


# --- time ----------------------------------------------------------------------------------------------------------


class WaitsForATie(Toy):
    def deadlines(self, state: ToyState) -> tuple[Deadline[ToyAct], ...]:
        return (Deadline(Tie((0, 1)), 1.0),) if state.open else ()


class RacesUnderOneName(Toy):
    def open_race(self, state: ToyState) -> OpenRace[ToyAct] | None:
        return OpenRace("race", Unclaimed()) if state.open else None


class KnowsNoTies(Toy):
    def refusal(self, state: ToyState, seat: Seat, act: ToyAct) -> Refused | None:
        return REFUSALS["no-tie"] if isinstance(act, Tie) else super().refusal(state, seat, act)


class StakesNumbers(Toy):
    def stakes(self, state: ToyState, seat: Seat, act: ToyAct) -> frozenset[Any]:
        return frozenset({len(super().stakes(state, seat, act))})


# --- positions -----------------------------------------------------------------------------------------------------


class LeavesOutWhatIsEmpty(Toy):
    def to_position(self, state: ToyState, peek: CardSource) -> dict[str, Any]:
        return {key: value for key, value in super().to_position(state, peek).items() if value}


class ForgetsThePoints(Toy):
    def from_position(
        self, given: Mapping[str, Any], options: ToyOptions, seats: int, shuffle: Shuffle
    ) -> Position[ToyState]:
        position = super().from_position(given, options, seats, shuffle)
        return replace(position, state=replace(position.state, points=(0,) * seats))


class KnowsOnlyTheFirstPosition(Toy):
    def from_position(
        self, given: Mapping[str, Any], options: ToyOptions, seats: int, shuffle: Shuffle
    ) -> Position[ToyState]:
        position = super().from_position(given, options, seats, shuffle)
        first = super().from_position({}, options, seats, shuffle)
        if position != first:
            raise BadInput("open", "expected the first position")
        return position


BROKEN: Final[dict[str, type[Toy]]] = {
    "law_legal_acts_are_accepted": OffersTooMuch,
    "law_other_acts_of_players_are_refused": LetsTooMuchThrough,
    "law_clock_does_only_what_is_its_own": LetsTheClockPlay,
    "law_refusals_come_from_the_closed_list": RefusesInItsOwnWords,
    "law_acts_of_players_are_listed": ListsFewerActs,
    "law_odd_acts_never_raise": TripsOverOddCards,
    "law_refusing_changes_nothing": PunishesTheRefused,
    "law_somebody_can_act_until_the_end": ForgetsSeatZero,
    "law_nothing_happens_after_the_end": GoesOnAfterTheEnd,
    "law_the_match_ends": NeverEnds,
    "law_dealer_acts_alone": LetsTheClockDeal,
    "law_chances_sum_to_one": MiscountsThePile,
    "law_dealer_does_what_has_a_chance": DealsNoQueens,
    "law_what_is_due_has_a_chance": DealsTheFirstSlotAgain,
    "law_written_forms_round_trip": CannotReadEverything,
    "law_other_texts_are_not_read": ReadsTooKindly,
    "law_acts_are_completed_once": CompletesOnAndOn,
    "law_the_log_replays": WritesTooLittle,
    "law_old_states_stay_as_they_were": Scribbles,
    "law_states_are_values": KeepsAList,
    "law_judging_is_deterministic": Remembers,
    "law_legal_acts_have_a_stable_order": ChangesTheOrder,
    "law_views_serialise": ShowsAnotherType,
    "law_views_tell_who_moves": SaysNobodyMoves,
    "law_what_is_shown_alike_is_alike": SaysAllSeeTheSame,
    "law_events_are_told_to_somebody": TellsNobody,
    "law_outcomes_are_well_formed": RanksTheWorstFirst,
    "law_deadlines_are_legal": WaitsForATie,
    "law_races_are_marked": RacesUnderOneName,
    "law_ties_are_accepted": KnowsNoTies,
    "law_stakes_are_for_races": StakesNumbers,
    "law_every_state_can_be_described": LeavesOutWhatIsEmpty,
    "law_positions_of_players_are_accepted": KnowsOnlyTheFirstPosition,
    "law_positions_come_back": ForgetsThePoints,
}
