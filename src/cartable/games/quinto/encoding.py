"""Quinto in numbers."""

from array import array
from collections.abc import Iterable, Sequence
from typing import Final

from cartable.games.quinto.acts import ACTS, DEAL, FIRST
from cartable.games.quinto.cards import COLOURS, DECK, HAND, KINDS, PLACES, SUMS
from cartable.games.quinto.sheet import AT, CELLS, MISS, MISSES, NUMBERS
from cartable.games.quinto.state import PASSED, UNDECIDED, QuintoPhase, QuintoState
from cartable.games.quinto.view import QuintoView
from cartable.kernel import DEALER, Seat
from cartable.research.encodings.contract import TYPECODE, Block, Bounds, Encoding, Sheet, Token, flags

PHASES: Final = {phase: at for at, phase in enumerate(QuintoPhase)}
CARD: Final = KINDS.index
"""The place of each card: sorted by name, `O-2` first."""

_EVERY_CARD: Final = array(TYPECODE, [1] * len(CARD))

CHOICE: Final = {**AT, PASSED: len(CELLS)}
HIGHEST: Final = 120
"""No sheet is worth more (the best is below 118)."""


class QuintoEncoding(Encoding[QuintoState, QuintoView]):
    """Hands and, until all have decided, choices are hidden from the others."""

    version = 0
    acts = ACTS
    chances = (*(DEAL[card] for card in KINDS.names), *FIRST)

    def blocks(self, seats: int) -> tuple[Block, ...]:
        kinds, cells = len(KINDS.names), len(CELLS)
        return (
            flags("phase", len(PHASES), about="deal, first, turn, write, draw, over"),
            flags("to_move", seats, about="who is to act"),
            flags("active", seats, about="whose turn it is"),
            flags("hand", kinds, about="the observer's hand", private=True),
            Block("hands", (seats,), 0, HAND, "how many cards each seat holds"),
            flags("grid", len(PLACES), kinds, about="the visible card at each place, a to d"),
            Block("pile", (1,), 0, DECK.size, "how many cards the pile has"),
            flags("unseen", kinds, about="cards that lie in the pile or in other hands"),
            flags("shuffled", kinds, about="cards that went into the present pile"),
            flags("announced", 1, about="is there a sum to write?"),
            Block("sum", (1,), SUMS[0], SUMS[-1], "the sum that is announced"),
            flags("colours", len(COLOURS), about="its colours: orange, yellow, purple"),
            flags("chosen", seats, about="who has decided about the sum"),
            flags("choice", len(CHOICE), about="the observer's decision: a cell, or nothing (the last)", private=True),
            Block("sheets", (seats, cells), 0, NUMBERS[-1], "each seat's numbers, row by row; 0 is an empty cell"),
            Block("misses", (seats,), 0, MISSES, "each seat's misses"),
            Block("scores", (seats,), -HIGHEST, HIGHEST, "what each seat's sheet counts now"),
        )

    def write(self, view: QuintoView, into: Sheet) -> None:
        cells, at, seats = into.cells, into.at, len(view.sheets)
        me = view.seat or 0
        cells[at["phase"] + PHASES[view.phase]] = 1
        for seat in view.to_move:
            cells[at["to_move"] + (seat - me) % seats] = 1
        cells[at["active"] + (view.active - me) % seats] = 1
        start = at["hand"]
        for card in view.hand:
            cells[start + CARD[card]] = 1
        start = at["grid"]
        for card in view.grid.values():
            cells[start + CARD[card]] = 1
            start += len(CARD)
        cells[at["pile"]] = view.pile
        start = at["unseen"]
        for card in view.unseen:
            cells[start + CARD[card]] = 1
        start = at["shuffled"]
        if len(view.shuffled) == len(CARD):  # until the first pile has run out (QUIN-22)
            cells[start : start + len(CARD)] = _EVERY_CARD
        else:
            for card in view.shuffled:
                cells[start + CARD[card]] = 1
        self._write_offer(view, into, me, seats)
        self._write_seats(view, into, me, seats)

    def _write_offer(self, view: QuintoView, into: Sheet, me: Seat, seats: int) -> None:
        cells, at, offer = into.cells, into.at, view.announced
        if offer is not None:
            cells[at["announced"]] = 1
            cells[at["sum"]] = offer.sum
            for colour in offer.colours:
                cells[at["colours"] + COLOURS.index(colour)] = 1
        for seat in view.chosen:
            cells[at["chosen"] + (seat - me) % seats] = 1
        if view.choice != UNDECIDED:
            cells[at["choice"] + CHOICE[view.choice]] = 1

    def _write_seats(self, view: QuintoView, into: Sheet, me: Seat, seats: int) -> None:
        cells, at = into.cells, into.at
        hands, sheets, misses, scores = at["hands"], at["sheets"], at["misses"], at["scores"]
        for seat in range(seats):
            place = (seat - me) % seats
            cells[hands + place] = view.hands[seat]
            cells[misses + place] = view.misses[seat]
            cells[scores + place] = view.scores[seat]
            start = sheets + place * len(CELLS)
            for cell, number in view.sheets[seat].items():
                cells[start + AT[cell]] = number

    def odds(self, state: QuintoState) -> list[tuple[int, float]]:
        if state.phase is QuintoPhase.FIRST:
            return [(len(DEAL) + seat, 1 / state.seats) for seat in range(state.seats)]
        left = state.pile.left
        return [(at, 1 / left.size) for at, count in enumerate(left.counts) if count]

    def hidden(self, state: QuintoState, past: Sequence[Token], viewer: Seat) -> Iterable[int]:
        """Cards others drew, and what others chose about the sum that is still open (QUIN-17)."""
        open_choices = sum(choice != UNDECIDED for choice in state.choices)
        for at, token in enumerate(past):
            if token.to is None or token.to == viewer:
                continue
            if token.seat == DEALER or at >= len(past) - open_choices:
                yield at


ENCODING: Final = QuintoEncoding()


def bounds(seats: int) -> Bounds:
    """In each turn the active player fills a cell or takes a miss; everybody decides, and two cards are drawn."""
    turns = seats * (len(CELLS) + MISSES)
    dealt = HAND * seats + len(PLACES) + 1
    return Bounds(decisions=turns * (1 + seats), chances=dealt + 2 * turns, scores=(MISS * MISSES, HIGHEST))
