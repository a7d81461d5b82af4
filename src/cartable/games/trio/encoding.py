"""Trio in numbers."""

from typing import Final

from cartable.games.trio.acts import ACTS, DEAL
from cartable.games.trio.cards import CARDS, COLOURS, DECK, NUMBERS, PILES, SYMBOLS
from cartable.games.trio.draw import bare_pile
from cartable.games.trio.state import HAND, TrioPhase, TrioState
from cartable.games.trio.view import TrioView
from cartable.kernel import Seat
from cartable.research.encodings.contract import Block, Encoding, Sheet, flags

PHASES: Final = {phase: at for at, phase in enumerate(TrioPhase)}
CARD: Final = {card: at for at, card in enumerate(CARDS)}
"""The place of each card: by symbol, then colour, then number, in the order of TRIO-01."""

TRAITS: Final = len(NUMBERS) + len(COLOURS) + len(SYMBOLS)
"""A card is encoded by its number, its colour and its symbol: one flag for each."""

MOST_ROUNDS: Final = 20
MOST_POINTS: Final = 2000


def _traits(card: str) -> tuple[int, int, int]:
    number, colour, symbol = card.split("-")
    return (
        int(number) - 1,
        len(NUMBERS) + COLOURS.index(colour),
        len(NUMBERS) + len(COLOURS) + SYMBOLS.index(symbol),
    )


OF: Final = {card: _traits(card) for card in CARDS}


class TrioEncoding(Encoding[TrioState, TrioView]):
    """Hands are hidden from the others, stacks from everybody. What fits where is for the players to see."""

    version = 2
    acts = ACTS
    chances = tuple(DEAL[card] for card in DECK.kinds.names)

    def blocks(self, seats: int) -> tuple[Block, ...]:
        piles = len(PILES)
        return (
            flags("phase", len(PHASES), about="signal, running, grace, over"),
            flags("to_move", seats, about="who may act"),
            flags("tops", piles, TRAITS, about="the top card of each pile: same, step, different"),
            flags("below", piles, TRAITS, about="the card beneath each top, if there is one that was seen"),
            Block("heights", (piles,), 0, DECK.size, "how many cards each pile has"),
            flags("laid_by", piles, seats, about="who laid each top"),
            flags("accusable", piles, about="can the top be accused?"),
            flags("accusable_below", piles, len(CARDS), about="cards under the top that can be accused too"),
            flags("hand", len(CARDS), about="the observer's hand", private=True),
            flags("knows", len(CARDS), about="cards of the observer's stack that the observer has seen", private=True),
            Block("hands", (seats,), 0, HAND, "how many cards each seat holds"),
            Block("stacks", (seats,), 0, DECK.size, "how many cards each stack has"),
            flags("resumes", seats, about="whose signal is awaited"),
            flags("last", seats, about="who has laid a last card"),
            Block("round", (1,), 0, MOST_ROUNDS, "which round it is"),
            Block("rounds", (1,), 0, MOST_ROUNDS, "of how many; 0: a single play decides"),
            Block("totals", (seats,), -MOST_POINTS, MOST_POINTS, "each seat's points, with rounds"),
            flags("referee", 1, about="the option of TRIO-23"),
            flags("refill_three", 1, about="the option of TRIO-25"),
            flags("chosen", seats, about="calm play: who has chosen in this window"),
            Block("order", (seats,), 0, 4, "calm play: each seat's place in the order, from 1; 0 for none"),
        )

    def write(self, view: TrioView, into: Sheet) -> None:
        cells, at, seats = into.cells, into.at, len(view.hands)
        me = view.seat or 0
        cells[at["phase"] + PHASES[view.phase]] = 1
        for seat in view.to_move:
            cells[at["to_move"] + (seat - me) % seats] = 1
        _write_centre(view, into, me, seats)
        start = at["hand"]
        for card in view.hand:
            cells[start + CARD[card]] = 1
        start = at["knows"]
        for card in view.knows.values():
            cells[start + CARD[card]] = 1
        hands, stacks, totals = at["hands"], at["stacks"], at["totals"]
        for seat in range(seats):
            place = (seat - me) % seats
            cells[hands + place] = view.hands[seat]
            cells[stacks + place] = view.stacks[seat]
            if view.totals:
                cells[totals + place] = view.totals[seat]
        for name, seat in (("resumes", view.resumes), ("last", view.last)):
            if seat >= 0:
                cells[at[name] + (seat - me) % seats] = 1
        cells[at["round"]] = view.round
        cells[at["rounds"]] = view.rounds
        cells[at["referee"]] = view.referee
        cells[at["refill_three"]] = view.refill == "three"
        if view.calm is not None:
            for seat in view.calm.chosen:
                cells[at["chosen"] + (seat - me) % seats] = 1
            for place, seat in enumerate(view.calm.order, 1):
                cells[at["order"] + (seat - me) % seats] = place

    def odds(self, state: TrioState) -> list[tuple[int, float]]:
        at = bare_pile(state)
        layout = state.centre_unseen if at is not None and state.centre[at] else None
        left = (layout or state.unseen).left
        return [(at, 1 / left.size) for at, count in enumerate(left.counts) if count]


def _write_centre(view: TrioView, into: Sheet, me: Seat, seats: int) -> None:
    cells, at = into.cells, into.at
    for number, pile in enumerate(PILES):
        cards = view.centre[pile]
        _write_card(into, at["tops"] + number * TRAITS, cards[-1] if cards else "")
        _write_card(into, at["below"] + number * TRAITS, cards[-2] if len(cards) > 1 else "")
        cells[at["heights"] + number] = len(cards)
        layer = view.laid_by[pile]
        if layer >= 0:
            cells[at["laid_by"] + number * seats + (layer - me) % seats] = 1
        cells[at["accusable"] + number] = view.accusable[pile]
        for card in view.accusable_below[pile]:
            cells[at["accusable_below"] + number * len(CARDS) + CARD[card]] = 1


def _write_card(into: Sheet, start: int, card: str) -> None:
    """Nothing, where there is no card or nobody has seen it."""
    if card:
        for trait in OF[card]:
            into.cells[start + trait] = 1


ENCODING: Final = TrioEncoding()
