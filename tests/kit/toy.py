"""A toy that has a bit of everything: secret hands, a pile, a race with ties and deadlines, points and options.

Everybody holds one secret card. Card after card is turned; whoever bets first wins the stake if the open card is of the
own kind, and loses it otherwise. It keeps all laws, so that broken copies of it show that each law can fail.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from cartable.kernel import (
    CLOCK,
    DEALER,
    NOBODY,
    ONLY_DEALER,
    BadInput,
    CardSource,
    Deadline,
    Deal,
    Event,
    Game,
    NextReveal,
    OpenRace,
    Outcome,
    Pile,
    Position,
    PositionReader,
    Refused,
    Seat,
    Shuffle,
    Stepped,
    Tempo,
    ranks,
)
from tests.kit.toy_state import (
    DECK,
    REFUSALS,
    STAKES,
    Bet,
    Tie,
    ToyAct,
    ToyBetSettled,
    ToyBetsTied,
    ToyCardTurned,
    ToyHandDealt,
    ToyHandSeen,
    ToyMatchEnded,
    ToyNobodyBet,
    ToyOptions,
    ToyPreview,
    ToyState,
    ToyView,
    Unclaimed,
    read,
)


class Toy:
    """The toy's functions as methods, so that a broken copy overrides one of them; `game` puts them together."""

    same_for_all = False
    acts: tuple[ToyAct, ...] = tuple(Bet(points, card) for card in DECK.kinds.names for points in range(1, 4))

    def game(self) -> Game[ToyState, ToyAct, ToyView, ToyPreview, ToyOptions]:
        return Game(
            id="toy",
            rules_version=1,
            seats=range(2, 4),
            tempo=Tempo.CALLS,
            same_for_all=self.same_for_all,
            options=ToyOptions,
            acts=self.acts,
            forms=("bet N", "bet N on CARD", "deal CARD", "unclaimed", "tie SEAT SEAT ..."),
            vocabulary=frozenset(DECK),
            refusals=REFUSALS,
            events=(
                ToyHandDealt,
                ToyHandSeen,
                ToyCardTurned,
                ToyBetSettled,
                ToyNobodyBet,
                ToyBetsTied,
                ToyMatchEnded,
            ),
            reasons=("pile-empty",),
            reveals={"deal": {card: Deal(card) for card in DECK}},
            read=self.read,
            with_defaults=self.with_defaults,
            start=self.start,
            actors=self.actors,
            legal=self.legal,
            next_reveal=self.next_reveal,
            refusal=self.refusal,
            apply=self.apply,
            outcome=self.outcome,
            deadlines=self.deadlines,
            open_race=self.open_race,
            stakes=self.stakes,
            tie=self.tie,
            view=self.view,
            preview=self.preview,
            from_position=self.from_position,
            to_position=self.to_position,
        )

    def start(self, options: ToyOptions, seats: int) -> ToyState:
        return ToyState(options, seats, Pile.of(DECK), points=(0,) * seats)

    def actors(self, state: ToyState) -> frozenset[Seat]:
        if state.over:
            return NOBODY
        return frozenset({*range(state.seats), CLOCK}) if state.open else ONLY_DEALER

    def legal(self, state: ToyState, seat: Seat) -> tuple[ToyAct, ...]:
        if not state.open:
            return ()
        if seat == CLOCK:
            return (Unclaimed(),)
        top = STAKES[state.options.stakes]
        return tuple(Bet(points, state.open) for points in range(1, top + 1)) if 0 <= seat < state.seats else ()

    def next_reveal(self, state: ToyState) -> NextReveal:
        return state.pile.next_reveal

    def refusal(self, state: ToyState, seat: Seat, act: ToyAct) -> Refused | None:
        if state.over:
            return REFUSALS["over"]
        if seat == DEALER:
            if state.open or not isinstance(act, Deal):
                return REFUSALS["nothing-to-deal"]
            return None if act.card in state.pile.left else REFUSALS["card-not-left"]
        if isinstance(act, Deal):
            return REFUSALS["only-the-dealer"]
        if not state.open:
            return REFUSALS["being-dealt"]
        if isinstance(act, Bet):
            return self.bet_refusal(state, seat, act)
        if seat != CLOCK:
            return REFUSALS["only-the-clock"]
        known = isinstance(act, Unclaimed) or set(act.seats) <= set(range(state.seats))
        return None if known and act == self.in_order(act) else REFUSALS["no-tie"]

    def bet_refusal(self, state: ToyState, seat: Seat, act: Bet) -> Refused | None:
        if not 0 <= seat < state.seats:
            return REFUSALS["not-a-player"]
        if not 1 <= act.points <= STAKES[state.options.stakes]:
            return REFUSALS["no-such-stake"].because(points=act.points)
        return None if act.on in ("", state.open) else REFUSALS["another-card"].because(card=act.on)

    def in_order(self, act: Unclaimed | Tie) -> Unclaimed | Tie:
        return Tie(tuple(sorted(set(act.seats)))) if isinstance(act, Tie) and len(act.seats) > 1 else Unclaimed()

    def apply(self, state: ToyState, seat: Seat, act: ToyAct) -> Stepped[ToyState]:
        if isinstance(act, Deal):
            return self.dealt(replace(state, pile=state.pile.seen(act.card)), act.card)
        events: tuple[Event, ...]
        after = replace(state, open="")
        if isinstance(act, Bet):
            worth = act.points * (2 if state.options.doubled else 1)
            won = worth if state.hands[seat] == state.open else -worth
            points = tuple(has + won * (at == seat) for at, has in enumerate(state.points))
            after, events = replace(after, points=points), (ToyBetSettled(seat, won),)
        else:
            events = (ToyNobodyBet(state.open),) if isinstance(act, Unclaimed) else (ToyBetsTied(act.seats),)
        end = self.outcome(after)
        return Stepped(after, (*events, ToyMatchEnded(end.winners, end.scores or ())) if end else events)

    def dealt(self, state: ToyState, card: str) -> Stepped[ToyState]:
        seat = len(state.hands)
        if seat == state.seats:
            return Stepped(replace(state, open=card), (ToyCardTurned(card),))
        return Stepped(
            replace(state, hands=(*state.hands, card)), (ToyHandDealt(seat), ToyHandSeen(seat, card, to=seat))
        )

    def stakes(self, state: ToyState, seat: Seat, act: ToyAct) -> frozenset[str]:
        bets = isinstance(act, Bet) and bool(state.open) and 0 <= seat < state.seats
        return frozenset({"card"}) if bets else frozenset()

    def deadlines(self, state: ToyState) -> tuple[Deadline[ToyAct], ...]:
        return (Deadline(Unclaimed(), state.options.patience_s, str(state.pile.top)),) if state.open else ()

    def outcome(self, state: ToyState) -> Outcome | None:
        return Outcome("pile-empty", ranks(state.points), state.points) if state.over else None

    def open_race(self, state: ToyState) -> OpenRace[ToyAct] | None:
        return OpenRace(str(state.pile.top), Unclaimed()) if state.open else None

    def tie(self, state: ToyState, calls: Mapping[Seat, ToyAct]) -> ToyAct:  # noqa: ARG002 - who called is enough
        return Tie(tuple(sorted(calls)))

    def view(self, state: ToyState, seat: Seat | None) -> ToyView:
        others = (card for at, card in enumerate(state.hands) if at != seat)
        return ToyView(
            seat=seat,
            phase="over" if state.over else "open" if state.open else "deal",
            to_move=tuple(range(state.seats)) if state.open else (),
            hand=state.hands[seat] if seat is not None and seat < len(state.hands) else "",
            hands=len(state.hands),
            pile=len(state.pile),
            unseen=tuple(sorted([*state.pile.left, *others])),
            open=state.open,
            points=state.points,
        )

    def preview(self, view: ToyView) -> ToyPreview:
        return ToyPreview(view.open != "" and view.hand == view.open)

    def read(self, text: str) -> ToyAct | None:
        return read(text)

    def with_defaults(self, state: ToyState, act: ToyAct) -> ToyAct:
        return replace(act, on=state.open) if isinstance(act, Bet) and not act.on else act

    def from_position(
        self, given: Mapping[str, Any], options: ToyOptions, seats: int, shuffle: Shuffle
    ) -> Position[ToyState]:
        keys = PositionReader(given, ("hands", "open", "points", "pile"), DECK)
        hands = keys.cards("hands")
        opened = keys.card("open", keys.raw("open")) if keys.raw("open") else ""
        pile = keys.cards("pile") if "pile" in keys else keys.rest(shuffle)
        if "hands" not in keys:
            hands, pile = pile[:seats], pile[seats:]
        if len(hands) != seats:
            raise BadInput("hands", f"expected {seats} cards, got {len(hands)}")
        seen = [*hands, *([opened] if opened else [])]
        cards: Iterable[str] = [*seen, *pile]
        points = tuple(keys.listed("points", seats, "one for each player")) if "points" in keys else (0,) * seats
        dealt = Pile(0, DECK.kinds.count(cards), DECK.kinds.count(pile))
        return Position(ToyState(options, seats, dealt, tuple(hands), opened, points), {"deal": (*seen, *pile)})

    def to_position(self, state: ToyState, peek: CardSource) -> dict[str, Any]:
        return {
            "hands": list(state.hands),
            "open": state.open,
            "points": list(state.points),
            "pile": state.pile.order(peek),
        }


TOY: Final = Toy().game()
