"""Push in numbers."""

from typing import Final

from cartable.games.push.acts import ACTS, DEAL, ROLL
from cartable.games.push.cards import COPIES, DECK, FACES, KINDS, NUMBERS, value
from cartable.games.push.state import COLUMNS, PushPhase, PushState
from cartable.games.push.view import PushView
from cartable.research.encodings.contract import Block, Bounds, Encoding, Sheet, flags

PHASES: Final = {phase: at for at, phase in enumerate(PushPhase)}
CARD: Final = KINDS.index
"""The place of each kind of card: sorted by name, `B1` first, `D` (Dice) and `S` (Switch) among them."""

OF_COLOUR: Final = {card: at for at, card in enumerate(NUMBERS)}
"""The place of each number card in a zone: green 1 to 6, then yellow, red, blue and purple."""

MOST: Final = max(DECK.counts)
_ROLL: Final = [(len(DEAL) + at, 1 / len(FACES)) for at in range(len(FACES))]


class PushEncoding(Encoding[PushState, PushView]):
    """Everything at the table is open; only the order of the pile is unknown."""

    version = 0
    acts = ACTS
    chances = (*(DEAL[card] for card in KINDS.names), *ROLL.values())

    def blocks(self, seats: int) -> tuple[Block, ...]:
        kinds, numbers = len(KINDS.names), len(NUMBERS)
        return (
            flags("phase", len(PHASES), about="turn, deal, place, roll, share, over"),
            flags("to_move", seats, about="who is to act"),
            flags("active", seats, about="whose turn it is"),
            Block("left", (kinds,), 0, MOST, "cards of each kind still in the pile"),
            Block("pile", (1,), 0, DECK.size, "how many cards that is"),
            flags("columns", COLUMNS, kinds, about="the cards in each column"),
            flags("drawn", kinds, about="the card turned and still to be placed"),
            Block("switches", (1,), 0, DECK.of("S"), "Switch cards turned in this turn"),
            Block("shown", (seats, numbers), 0, MOST, "each seat's face-up cards, by colour and value"),
            Block("protected", (seats, numbers), 0, MOST, "each seat's protected cards, by colour and value"),
            flags("risk", 1, about="the option of PUSH-38"),
        )

    def write(self, view: PushView, into: Sheet) -> None:
        cells, at, seats = into.cells, into.at, len(view.zones)
        me = view.seat or 0
        cells[at["phase"] + PHASES[view.phase]] = 1
        for seat in view.to_move:
            cells[at["to_move"] + (seat - me) % seats] = 1
        cells[at["active"] + (view.active - me) % seats] = 1
        start = at["left"]
        for card, count in view.left.items():
            cells[start + CARD[card]] = count
        cells[at["pile"]] = view.pile
        start = at["columns"]
        for column in view.columns:
            for card in column:
                cells[start + CARD[card]] = 1
            start += len(CARD)
        if view.drawn:
            cells[at["drawn"] + CARD[view.drawn]] = 1
        cells[at["switches"]] = view.switches
        shown, protected = at["shown"], at["protected"]
        for seat, zone in enumerate(view.zones):
            base = (seat - me) % seats * len(OF_COLOUR)
            for card in zone.shown:
                cells[shown + base + OF_COLOUR[card]] += 1
            for card in zone.protected:
                cells[protected + base + OF_COLOUR[card]] += 1
        cells[at["risk"]] = view.risk

    def odds(self, state: PushState) -> list[tuple[int, float]]:
        if state.phase is PushPhase.ROLL:
            return _ROLL
        left = state.pile.left
        return [(at, count / left.size) for at, count in enumerate(left.counts) if count]


ENCODING: Final = PushEncoding()


def bounds(_seats: int) -> Bounds:
    """Each card is drawn once, placed once, taken once with its column and protected once; each can bring one roll."""
    points = COPIES * sum(map(value, NUMBERS))
    return Bounds(decisions=4 * DECK.size, chances=2 * DECK.size, scores=(0, points))
