"""Hexa in numbers."""

from typing import Final

from cartable.games.hexa.acts import ACTS, CHOICES, DEAL
from cartable.games.hexa.cards import CARDS, COLOURS, DECK, HEXAGON, OBJECTS, SIDES
from cartable.games.hexa.state import ELIMINATING, OWN, PILE, HexaPhase, HexaState
from cartable.games.hexa.view import HexaView, HexaWindow
from cartable.kernel import Seat
from cartable.research.encodings.contract import Block, Encoding, Sheet, flags

PHASES: Final = {phase: at for at, phase in enumerate(HexaPhase)}
CARD: Final = DECK.kinds.index
"""The place of each card: sorted by name, `blue-ball` first."""

CHOSEN: Final = {str(act): at for at, act in enumerate(CHOICES)}
"""The place of each choice in calm play."""

TRAITS: Final = len(COLOURS) + len(OBJECTS)
"""A card is encoded by its colour and its object, in the order of HEXA-01: one flag for each."""


def _traits(card: str) -> tuple[int, int]:
    colour, thing = card.split("-")
    return COLOURS.index(colour), len(COLOURS) + OBJECTS.index(thing)


OF: Final = {card: _traits(card) for card in (*CARDS, *HEXAGON)}


class HexaEncoding(Encoding[HexaState, HexaView]):
    """Nothing is hidden from one player alone, but what the others choose in calm play. Which rows fit is for the
    players to see: no entry tells it."""

    version = 1
    acts = ACTS
    chances = tuple(DEAL[card] for card in DECK.kinds.names)

    def blocks(self, seats: int) -> tuple[Block, ...]:
        return (
            flags("phase", len(PHASES), about="setup, turn, deal, open, over"),
            flags("to_move", seats, about="who may act"),
            flags("turner", seats, about="who turns, or has turned, the card"),
            flags("own", 1, about="does it come from the turner's own pile?"),
            flags("open", TRAITS, about="the open card: its colour, its object"),
            flags("rows", SIDES, TRAITS, about="the colours and objects in each row, the hexagon's own among them"),
            Block("piles", (seats,), 0, max(PILE.values()), "how many cards each own pile has"),
            Block("neutral", (1,), 0, DECK.size, "how many cards the neutral pile has"),
            flags("next", TRAITS, about="the top of the neutral pile, where everybody saw it go under"),
            flags("unseen", DECK.size, about="cards nobody has seen yet"),
            Block("chips", (seats,), 0, ELIMINATING, "each seat's chips"),
            flags("out", seats, about="who is eliminated"),
            flags("tied", seats, about="who is in a tie-break"),
            flags("chosen", seats, about="calm play: who has chosen about the open card"),
            Block("order", (seats,), 0, max(PILE), "calm play: each seat's place in the order, from 1; 0 for none"),
            flags("choice", len(CHOICES), about="calm play: what oneself has chosen, in the order of the acts"),
        )

    def write(self, view: HexaView, into: Sheet) -> None:
        cells, at, seats = into.cells, into.at, len(view.piles)
        me = view.seat or 0
        cells[at["phase"] + PHASES[view.phase]] = 1
        cells[at["turner"] + (view.turner - me) % seats] = 1
        cells[at["own"]] = view.source == OWN
        if view.open:
            _write_card(into, at["open"], view.open)
        start = at["rows"]
        for printed, row in zip(HEXAGON, view.rows, strict=True):
            for card in (printed, *row):
                _write_card(into, start, card)
            start += TRAITS
        cells[at["neutral"]] = len(view.neutral)
        following = view.neutral[0] if view.neutral else None
        if following is not None:
            _write_card(into, at["next"], following)
        start = at["unseen"]
        for card in view.unseen:
            cells[start + CARD[card]] = 1
        _write_seats(view, into, me, seats)
        if view.calm is not None:
            _write_window(view.calm, into, me, seats)

    def odds(self, state: HexaState) -> list[tuple[int, float]]:
        left = state.unseen.left
        return [(at, 1 / left.size) for at, count in enumerate(left.counts) if count]


def _write_card(into: Sheet, start: int, card: str) -> None:
    colour, thing = OF[card]
    into.cells[start + colour] = 1
    into.cells[start + thing] = 1


def _write_seats(view: HexaView, into: Sheet, me: Seat, seats: int) -> None:
    cells, at = into.cells, into.at
    piles, chips = at["piles"], at["chips"]
    for seat in range(seats):
        place = (seat - me) % seats
        cells[piles + place] = view.piles[seat]
        cells[chips + place] = view.chips[seat]
    for name, listed in (("to_move", view.to_move), ("out", view.out), ("tied", view.tied)):
        for seat in listed:
            cells[at[name] + (seat - me) % seats] = 1


def _write_window(window: HexaWindow, into: Sheet, me: Seat, seats: int) -> None:
    cells, at = into.cells, into.at
    for seat in window.chosen:
        cells[at["chosen"] + (seat - me) % seats] = 1
    for place, seat in enumerate(window.order, 1):
        cells[at["order"] + (seat - me) % seats] = place
    if window.choice:
        cells[at["choice"] + CHOSEN[window.choice]] = 1


ENCODING: Final = HexaEncoding()
