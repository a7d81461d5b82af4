"""Push: what a network is shown of a table. The same lines serve numpy and JAX.

A set of number cards is a word of 30 bits, six a colour; bit 30 of a column is its Dice card. Counts from 0 to 3 are
two words, the ones and the twos. Everything may be an array: many tables at once.
"""

from typing import Any, Final, NamedTuple

from cartable.games.push.bots.position import CARDS, EVERY, POINTS, SIX

COLOURS: Final = 5

TURN, DEAL, PLACE, ROLL, SHARE, OVER = range(6)
PHASES: Final = (TURN, DEAL, ROLL, SHARE)
"""When the network is asked: a turn goes on or begins, a card is due, the die is due, a column is to be taken."""


class Heap(NamedTuple):
    """Number cards, each kind up to three times."""

    ones: Any
    twos: Any


class Sight(NamedTuple):
    """A table as one player sees it; the player comes first in `shown`, `scores` and `sizes`, the others clockwise."""

    phase: Any
    active: Any  # how many places after the player
    chooser: Any  # who takes a column or rolls, likewise
    pile: Heap
    dice: Any
    switches: Any
    columns: tuple[Any, Any, Any]
    odd: Any  # an odd number of Switch cards was turned
    risk: Any
    shown: tuple[Heap, ...]
    scores: tuple[Any, ...]
    sizes: tuple[Any, ...]


def features_for(seats: int) -> int:
    """How many numbers the network is shown."""
    return len(PHASES) + 2 * seats + 12 + 9 * seats + 3 * 14 + 4


def points_of(xp: Any, cards: Any) -> Any:
    """What a set of number cards counts."""
    return sum(_whole(xp, xp.bitwise_count(cards & bits)) << at for at, bits in enumerate(POINTS))


def _whole(xp: Any, number: Any) -> Any:
    return number.astype(xp.int32)


def heap_points(xp: Any, heap: Heap) -> Any:
    """What a heap counts."""
    return points_of(xp, heap.ones) + 2 * points_of(xp, heap.twos)


def heap_size(xp: Any, heap: Heap) -> Any:
    """How many cards a heap has."""
    return _whole(xp, xp.bitwise_count(heap.ones)) + 2 * _whole(xp, xp.bitwise_count(heap.twos))


def blocked(xp: Any, column: Any) -> Any:
    """The number cards that cannot join a column (PUSH-12)."""
    values, colours = column & 0, column & 0
    for colour in range(COLOURS):
        six = (column >> (6 * colour)) & SIX
        values = values | six
        colours = colours | xp.where(six != 0, column.dtype.type(SIX << 6 * colour), column.dtype.type(0))
    return (values * column.dtype.type(EVERY)) | colours


def by_colour(xp: Any, heap: Heap) -> list[Any]:
    """The points of each colour."""
    return [heap_points(xp, Heap((heap.ones >> 6 * at) & SIX, (heap.twos >> 6 * at) & SIX)) for at in range(COLOURS)]


def look(xp: Any, sight: Sight) -> Any:
    """[..., features]: what the network is shown."""
    return xp.stack(looks(xp, sight), -1)


def looks(xp: Any, sight: Sight) -> list[Any]:
    """Feature by feature: what the network is shown."""
    seats = len(sight.shown)
    one = xp.float32(1)
    left = heap_size(xp, sight.pile) + _whole(xp, sight.dice) + _whole(xp, sight.switches)
    cards = left.astype(xp.float32)
    some = xp.maximum(cards, one)
    wide = 2 + 2.5 * xp.sqrt(cards)
    parts = [(sight.phase == phase) * one for phase in PHASES]
    parts += [(sight.active == place) * one for place in range(seats)]
    takes = (sight.phase == ROLL) | (sight.phase == SHARE)
    parts += [(takes & (sight.chooser == place)) * one for place in range(seats)]
    numbers = heap_size(xp, sight.pile)
    parts += [
        cards / 60, xp.minimum(cards, 12) / 12, xp.minimum(cards, 4) / 4, xp.exp(-cards / 4), xp.exp(-cards / 15),
        (left == 0) * one, (left == 1) * one, sight.dice / some, sight.switches / some,
        heap_points(xp, sight.pile) / xp.maximum(numbers, 1) / 4, sight.odd * one, sight.risk * one,
    ]  # fmt: skip
    zones: list[list[Any]] = []
    for place, (shown, score, size) in enumerate(zip(sight.shown, sight.scores, sight.sizes, strict=True)):
        colours = [part.astype(xp.float32) for part in by_colour(xp, shown)]
        total = colours[0] + colours[1] + colours[2] + colours[3] + colours[4]
        zones.append(colours)
        lead = (score - sight.scores[0] if place else score - _best(xp, sight.scores[1:])).astype(xp.float32)
        more = (size - sight.sizes[0] if place else size - sight.sizes[1]).astype(xp.float32)
        parts += [
            lead / 30, xp.tanh(lead / wide),
            *(part / 10 for part in _highest_first(xp, colours)), total / 30, more / 10,
        ]  # fmt: skip
    parts += _columns(xp, sight, zones, some, wide)
    return [xp.broadcast_to(part, cards.shape).astype(xp.float32) for part in parts]


def _best(xp: Any, scores: tuple[Any, ...]) -> Any:
    best = scores[0]
    for score in scores[1:]:
        best = xp.maximum(best, score)
    return best


def _highest_first(xp: Any, parts: list[Any]) -> list[Any]:
    """By comparing pairs: sorting so few is slow on a GPU."""
    parts = list(parts)
    for top in range(len(parts) - 1):
        for at in range(len(parts) - 1, top, -1):
            one, other = parts[at - 1], parts[at]
            parts[at - 1], parts[at] = xp.maximum(one, other), xp.minimum(one, other)
    return parts


def _at(xp: Any, parts: list[Any], place: Any) -> Any:
    found = parts[0]
    for at, part in enumerate(parts[1:], 1):
        found = xp.where(place == at, part, found)
    return found


def _alike(xp: Any, column: Any, colours: list[Any]) -> Any:
    """How much of a column has the colours that somebody has much of: one turn protects it all (PUSH-32)."""
    together = xp.float32(0)
    for at, open_ in enumerate(colours):
        together = together + points_of(xp, column & column.dtype.type(SIX << 6 * at)).astype(xp.float32) * open_
    return together / 50


def _columns(xp: Any, sight: Sight, zones: list[list[Any]], some: Any, wide: Any) -> list[Any]:
    """Each column, the one with the most points first, and what the next card would do."""
    one = xp.float32(1)
    lost = xp.where(sight.risk != 0, xp.float32(1 / 3), xp.float32(1 / 6))
    taker = xp.where((sight.phase == ROLL) | (sight.phase == SHARE), sight.chooser, sight.active)
    exposed = [sum(colours[1:], colours[0]) for colours in zones]
    takers = [_at(xp, [colours[at] for colours in zones], taker) for at in range(COLOURS)]
    theirs = sum(takers[1:], takers[0])
    shut = [blocked(xp, column) for column in sight.columns]
    full = [(column >> 30) & 1 for column in sight.columns]
    rows: list[list[Any]] = []
    for at, column in enumerate(sight.columns):
        others = [shut[other] for other in range(3) if other != at]
        points = points_of(xp, column & CARDS).astype(xp.float32)
        used, die = column != 0, full[at] * one
        fits = Heap(sight.pile.ones & ~shut[at], sight.pile.twos & ~shut[at])
        alone = Heap(fits.ones & others[0] & others[1], fits.twos & others[0] & others[1])
        row = [
            used * one, points / 10, die, xp.bitwise_count(column) / 5 * one,
            (heap_size(xp, fits) + (1 - die) * sight.dice) / some, heap_points(xp, fits) / some / 3,
            heap_size(xp, alone) / some, heap_points(xp, alone) / some,
            (points - die * (exposed[0] + points) * lost) / 10, (points - die * (theirs + points) * lost) / 10,
            points / wide, die * exposed[0] * lost / wide,
            _alike(xp, column, zones[0]), _alike(xp, column, takers),
        ]  # fmt: skip
        rows.append([part * (used * one) for part in row] + [xp.where(used, points + die, -one)])
    for low in (1, 0, 1):  # the most points first
        swap = rows[low][-1] < rows[low + 1][-1]
        pairs = zip(rows[low], rows[low + 1], strict=True)
        swapped = [(xp.where(swap, two, one_), xp.where(swap, one_, two)) for one_, two in pairs]
        rows[low], rows[low + 1] = [pair[0] for pair in swapped], [pair[1] for pair in swapped]
    bad = Heap(sight.pile.ones & shut[0] & shut[1] & shut[2], sight.pile.twos & shut[0] & shut[1] & shut[2])
    three = (sight.columns[0] != 0) & (sight.columns[1] != 0) & (sight.columns[2] != 0)
    bust = (heap_size(xp, bad) + (full[0] & full[1] & full[2]) * sight.dice) * three / some
    return [
        *(part for row in rows for part in row[:-1]),
        bust, bust * exposed[0] * lost / 10, bust * theirs * lost / 10, three * one,
    ]  # fmt: skip
