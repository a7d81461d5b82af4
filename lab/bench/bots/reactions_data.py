"""What logs tell of how long players searched: each contest as one observation for everybody who took part in it.

Who was first is timed. Who was not first is only known to have needed longer: that is an observation too, or the slow
would look fast. What somebody looked at before acting is not known: all orders that the model allows are weighed.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from functools import cache
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import UNSET

from cartable.games.hexa.acts import HexaCall, HexaTie
from cartable.games.hexa.bots.pace import ROWS, Rows, apart, things_in
from cartable.games.hexa.bots.player import clashing
from cartable.games.hexa.calls import fitting_rows, is_right
from cartable.games.hexa.state import HexaPhase, HexaState
from cartable.games.trio.acts import TrioFault, TrioLay
from cartable.games.trio.cards import AT, PILES, fits
from cartable.games.trio.state import TrioState
from cartable.kernel import DEALER, Seat
from cartable.matches.live.call_race import REVEAL_LEAST, REVEAL_MOST
from cartable.matches.log.header import Header
from cartable.matches.log.reading import open_log
from cartable.matches.log.replay import replay

SHOWN_MS: Final = (REVEAL_LEAST + REVEAL_MOST) / 2
"""A card is shown so long after it was turned, on average: where no receipt tells the time, that is taken off."""


Looks = dict[tuple[float, ...], int]
"""What may have been looked at, in the units of the game's model, and in how many orders."""


class Search(NamedTuple):
    """One player's part in one contest."""

    time_ms: float
    looks: Looks
    first: bool
    vague: bool = False
    """The moment at which the card was shown is only known to half a second."""


class Sights(msgspec.Struct):
    """How often something was overlooked, of how many times that it could have been."""

    missed: float = 0.0
    to_miss: float = 0.0
    ghosts: int = 0
    to_ghost: int = 0
    noticed: list[float] = []
    wrong: int = 0


class Group(msgspec.Struct):
    """The players of one kind in one game: people, or bots of a level."""

    searches: list[Search] = []
    sights: Sights = msgspec.field(default_factory=Sights)


Groups = defaultdict[tuple[str, str], Group]
"""By game and kind."""


def read(files: Iterable[Path]) -> Groups:
    """Everything that these logs tell."""
    groups: Groups = defaultdict(Group)
    for number, path in enumerate(files):
        with open_log(path, allow_cut=True) as log:
            reader = READERS.get(log.header.game)
            if reader is None:
                continue
            kinds = {seat: _kind(log.header, seat) for seat in range(log.header.players)}
            watch = reader(groups, kinds, Random(number))
            before = log.begin()
            for moment in replay(log):
                watch.see(before, moment.recorded.entry, moment.recorded.act)
                before = moment.state
    return groups


def _kind(header: Header, seat: Seat) -> str:
    """People together; bots by level. Bots that follow people have no pace of their own."""
    player = header.seats[seat]
    return "people" if player.kind == "human" else "" if player.level in ("match", "random") else player.level


class HexaWatch:
    """One match of Hexa, act by act."""

    def __init__(self, groups: Groups, kinds: dict[Seat, str], dice: Random) -> None:
        self._groups = groups
        self._kinds = kinds
        self._dice = dice
        self._turned_at = 0.0
        self._rows: Rows = ()

    def see(self, state: HexaState, entry: Any, act: Any) -> None:
        """An act that was done in this state."""
        if state.phase is HexaPhase.DEAL or state.phase is HexaPhase.TURN:
            self._turned_at = entry.at_ms
        elif state.phase is HexaPhase.OPEN:
            if entry.about.by is UNSET and isinstance(act, HexaCall | HexaTie):
                self._card(state, entry, act)
            self._rows = state.rows

    def _card(self, state: HexaState, entry: Any, act: HexaCall | HexaTie) -> None:
        calls = {entry.seat: act.claim} if isinstance(act, HexaCall) else dict(act.calls)
        receipt = {} if entry.about.receipt is UNSET else entry.about.receipt
        times = {each["seat"]: float(each["time"]) for each in receipt.get("calls", ())}
        first_ms = min(times.values(), default=max(1.0, entry.at_ms - self._turned_at - SHOWN_MS))
        fitting = fitting_rows(state.open, state.rows)
        for seat in state.callers:
            kind = self._kinds[seat]
            if not kind:
                continue
            group = self._groups["hexa", kind]
            if seat in calls:
                self._sights(group.sights, state, calls[seat], fitting)
                if not is_right(calls[seat], state.open, state.rows):
                    continue
            looks = self._looks(state, fitting, calls.get(seat, 0))
            if looks:
                time_ms = times.get(seat, first_ms)
                group.searches.append(Search(time_ms, looks, seat in calls or seat in times, not times))

    def _orders(self, rows: Rows) -> tuple[tuple[int, ...], ...]:
        """All that are possible: see `HexaPace.order`."""
        grown = [row for row in ROWS if self._rows and len(rows[row - 1]) > len(self._rows[row - 1])]
        return orders_after(grown[-1] if grown else 0)

    def _looks(self, state: HexaState, fitting: tuple[int, ...], claim: int | None) -> Looks:
        """Rows and things looked at. `claim` 0: whatever would have been called; None: "impossible", after all rows."""
        found: Looks = Counter()
        for order in self._orders(state.rows):
            stop = next((at for at, row in enumerate(order) if row in fitting), len(order) - 1)
            if not claim or order[stop] == claim:
                seen = order[: stop + 1]
                found[float(len(seen)), float(sum(things_in(state.rows, row) for row in seen))] += 1
        return found

    def _sights(self, sights: Sights, state: HexaState, claim: int | None, fitting: tuple[int, ...]) -> None:
        """Rows with one thing that clashes are there to be missed; a lone row that fits, not to be seen."""
        clashes = {row: clashing(state.open, row, state.rows) for row in range(1, 7)}
        order = self._dice.choice(self._orders(state.rows))
        stop = next((at for at, row in enumerate(order) if row in fitting), len(order))
        sights.to_miss += sum(clashes[row] == 1 for row in order[:stop])
        sights.missed += claim is not None and clashes[claim] == 1
        sights.to_ghost += len(fitting) == 1
        sights.ghosts += len(fitting) == 1 and claim is None


@cache
def orders_after(last: int) -> tuple[tuple[int, ...], ...]:
    """All orders of the rows when the last card was laid at `last`; 0: nobody knows."""
    near = {row: min(apart(row, last), 2) if last else 0 for row in ROWS}
    return tuple(order for order in permutations(ROWS) if [near[row] for row in order] == sorted(near.values()))


class TrioWatch:
    """One match of Trio, act by act. A search begins with one's own card, and lasts until a top changes:
    whoever has not laid by then is only known to have needed longer."""

    def __init__(self, groups: Groups, kinds: dict[Seat, str], _dice: Random) -> None:
        self._groups = groups
        self._kinds = kinds
        self._since: dict[Seat, float] = {}
        self._wrong: dict[str, float] = {}

    def see(self, state: TrioState, entry: Any, act: Any) -> None:
        """An act that was done in this state."""
        if isinstance(act, TrioLay):
            self._laid(state, entry, act)
        elif isinstance(act, TrioFault):
            at_ms = self._wrong.pop(act.on, None)
            kind = self._kinds.get(entry.seat)
            if at_ms is not None and kind:
                self._groups["trio", kind].sights.noticed.append(entry.at_ms - at_ms)
        if entry.seat != DEALER and not isinstance(act, TrioLay):
            self._since = {}  # play was stopped: who knows what was seen meanwhile

    def _laid(self, state: TrioState, entry: Any, act: TrioLay) -> None:
        tops = {pile: str(state.top(AT[pile])) for pile in PILES}
        for seat, since in self._since.items():
            kind, own = self._kinds[seat], seat == entry.seat and entry.about.by is UNSET
            looks = checks_for(state.hands[seat], tops, act if own else None)
            if kind and looks and entry.at_ms > since:
                self._groups["trio", kind].searches.append(Search(entry.at_ms - since, looks, own))
        right = fits(act.pile, act.card, act.on)
        if not right:
            self._wrong[act.card] = entry.at_ms
            for kind in {kind for seat, kind in self._kinds.items() if kind and seat != entry.seat}:
                self._groups["trio", kind].sights.wrong += 1
        own_kind = self._kinds.get(entry.seat)
        if own_kind:
            sights = self._groups["trio", own_kind].sights
            sights.missed, sights.to_miss = sights.missed + (not right), sights.to_miss + 1
        self._since = {entry.seat: entry.at_ms}


def checks_for(hand: tuple[str, ...], tops: dict[str, str], lay: TrioLay | None) -> Looks:
    """Checks: see `TrioPace.order`. Without `lay`: until whatever would have been laid."""
    fitting = {card: [pile for pile in PILES if fits(pile, card, tops[pile])] for card in hand}
    found: Looks = Counter()
    for cards in permutations(hand):
        at = next((at for at, card in enumerate(cards) if fitting[card]), None)
        if at is None:
            break
        for piles in permutations(PILES):
            stop = next(stop for stop, pile in enumerate(piles) if pile in fitting[cards[at]])
            if lay is None or (cards[at], piles[stop]) == (lay.card, lay.pile):
                found[(float(len(PILES) * at + stop + 1),)] += 1
    return found


READERS: Final[dict[str, Any]] = {"hexa": HexaWatch, "trio": TrioWatch}
