"""States of the engine in the words of the simulator, written a second time: from the rules of the layout alone."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import jax
import numpy as np

from cartable.games.push.cards import NUMBERS
from cartable.games.push.simulator import rules as push
from cartable.games.push.state import NOT_SHARING, PushPhase, PushState
from cartable.games.quinto.cards import KINDS
from cartable.games.quinto.sheet import AT
from cartable.games.quinto.simulator import rules as quinto
from cartable.games.quinto.state import PASSED, UNDECIDED, QuintoPhase, QuintoState
from cartable.research.batch.bits import Planes

CARD = {**{card: at for at, card in enumerate(NUMBERS)}, "D": 30, "S": 31, "": 31}


def _planes(cards: Any) -> Planes:
    counts = Counter(cards)
    ones = sum(1 << CARD[card] for card, many in counts.items() if many & 1)
    twos = sum(1 << CARD[card] for card, many in counts.items() if many & 2)
    return Planes(ones, twos)  # type: ignore[arg-type] # numbers, which `stacked` makes arrays of


def push_words(state: PushState) -> Any:
    """A match of Push."""
    left = state.pile.left
    columns = [sum(1 << CARD[card] for card in column) for column in state.columns] + [0, 0, 0]
    chooser = state.active if state.chooser == NOT_SHARING else state.chooser
    small = (
        (list(PushPhase).index(state.phase), 3),
        (state.active, 3),
        (chooser, 3),
        (CARD[state.drawn], 5),
        (state.switches, 4),
        (left.of("D"), 5),
        (left.of("S"), 4),
        (state.options.risk, 1),
    )
    table = at = 0
    for number, width in small:
        table |= int(number) << at
        at += width
    return push.PackedPush(
        pile=_planes([card for card in left if len(card) == 2]),
        columns=tuple(columns[:3]),  # type: ignore[arg-type]
        table=table,  # type: ignore[arg-type]
        zones=tuple(push.PackedZone(_planes(zone.shown), _planes(zone.protected)) for zone in state.zones),
    )


def _cards(cards: Any) -> int:
    return sum(1 << KINDS.index[card] for card in cards)


def _rows(sheet: tuple[int, ...]) -> tuple[int, ...]:
    rows = [sheet[:9], sheet[9:18], sheet[18:]]
    return tuple(sum((1 << at) | (1 << (8 + n)) for at, n in enumerate(row) if n) for row in rows)


def quinto_words(state: QuintoState, place: int) -> Any:
    """A match of Quinto; the engine does not keep the place laid on last."""
    grid = sum(KINDS.index[card] << 5 * at for at, card in enumerate(state.grid))
    grid |= sum(missed << (20 + 3 * seat) for seat, missed in enumerate(state.misses))
    codes = {**AT, PASSED: 27, UNDECIDED: 31}
    choices = [codes[choice] for choice in state.choices] + [31] * (4 - len(state.choices))
    writes = state.phase is QuintoPhase.WRITE
    table = list(QuintoPhase).index(state.phase) | state.active << 3 | (place << 5 if writes else 0)
    table |= sum(choice << (7 + 5 * seat) for seat, choice in enumerate(choices))
    return quinto.PackedQuinto(
        pile=_cards(state.pile.left),  # type: ignore[arg-type]
        shuffled=_cards(state.pile.shuffled),  # type: ignore[arg-type]
        grid=grid,  # type: ignore[arg-type]
        table=table,  # type: ignore[arg-type]
        hands=tuple(map(_cards, state.hands)),  # type: ignore[arg-type]
        sheets=tuple(map(_rows, state.sheets)),  # type: ignore[arg-type]
    )


def stacked(trees: Sequence[Any]) -> Any:
    """Many matches as one tree of arrays."""
    return jax.tree.map(lambda *leaves: np.array(leaves, np.uint32), *trees)
