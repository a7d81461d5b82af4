"""The handshake before a match: a deal that neither the server nor a player can steer.

The server commits to a secret; each device sends the hash of its nonce; all hashes stand in the header; only then are
the nonces sent. When a device withholds its nonce the deal starts again, for all to see, and without that device.
`DealAttempt` is one try and knows no clock; `DealHandshake` sends the messages and waits for the answers.
"""

import asyncio
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Final

from cartable.kernel import AnyGame, Options, Tempo
from cartable.matches.deal.deal_number import DealSecret
from cartable.matches.deal.fairdeal import NONCE_BYTES, fingerprint
from cartable.matches.log.header import Header, Player, header_for
from cartable.server.common.clock import now_ms
from cartable.server.services import Services
from cartable.server.tables.connection import Connection
from cartable.server.tables.presence import Presence
from cartable.server.tables.terms import MatchTerms
from cartable.wire import down

MOST_RESTARTS: Final = 5
"""Then the deal goes on without any device's part: nobody can keep a table from playing."""

COUNTDOWN_MS: Final = 2100.0
"""Three, two, one, before a match of several people or one that is raced; longer than anybody's round trip."""


class DealAttempt:
    """One try. `people` are the places whose devices take part, in the order of their seats."""

    def __init__(
        self,
        number: int,
        people: Sequence[int],
        *,
        restarts: int = 0,
        withheld: Collection[int] = frozenset(),
        deal_number: str = "",
    ) -> None:
        """`deal_number` is what the host has entered: a number fixes the cards, so no device takes part in them."""
        self.number = number
        self._deal_number = deal_number
        self.restarts = restarts
        self.withheld = frozenset(withheld)
        self.secret, self.kind = DealSecret.of(deal_number)
        taking_part = () if restarts >= MOST_RESTARTS or self.kind == "given" else people
        self.people = tuple(place for place in taking_part if place not in self.withheld)
        self.commitment = fingerprint(self.secret)
        self.header: Header | None = None
        self.header_line = b""
        self._hashes: dict[int, str] = {}
        self._nonces: dict[int, bytes] = {}

    # --- first the hashes --------------------------------------------------------------------------------------

    def add_hash(self, place: int, nonce_hash: str) -> None:
        """A device commits to its nonce; what it said first counts."""
        if self.header is None and place in self.people:
            self._hashes.setdefault(place, nonce_hash)

    def remove(self, place: int) -> None:
        """A device went away before anything was fixed: it is not waited for."""
        if self.header is None:
            self.people = tuple(other for other in self.people if other != place)
            self._hashes.pop(place, None)

    @property
    def all_hashed(self) -> bool:
        return len(self._hashes) == len(self.people)

    def fix(self, game: AnyGame, options: Options, seats: Sequence[Player]) -> bytes:
        """Write the header. A device that has sent no hash by now is left out."""
        self.people = tuple(place for place in self.people if place in self._hashes)
        hashes = [self._hashes[place] for place in self.people]
        self.header = header_for(game, options, seats, self.commitment, hashes, deal_number=self.kind)
        self.header_line = self.header.line()
        return self.header_line

    # --- then the nonces ---------------------------------------------------------------------------------------

    def add_nonce(self, place: int, nonce: str) -> bool:
        """A device tells its nonce; False when it is not the one it committed to."""
        if self.header is None or place not in self.people or place in self._nonces:
            return True
        given = bytes.fromhex(nonce)
        if len(given) != NONCE_BYTES or fingerprint(given) != self._hashes[place]:
            return False
        self._nonces[place] = given
        return True

    @property
    def all_nonces_known(self) -> bool:
        return self.header is not None and len(self._nonces) == len(self.people)

    @property
    def missing(self) -> frozenset[int]:
        """The places whose nonces are withheld so far."""
        return frozenset(self.people) - self._nonces.keys()

    @property
    def nonces(self) -> tuple[bytes, ...]:
        """All of them, in the order of their hashes in the header."""
        return tuple(self._nonces[place] for place in self.people)

    def restarted(self, withheld: Collection[int]) -> "DealAttempt":
        """The next try, without those who withheld."""
        people = [place for place in self.people if place not in withheld]
        return DealAttempt(
            self.number + 1,
            people,
            restarts=self.restarts + 1,
            withheld=self.withheld | set(withheld),
            deal_number=self._deal_number,
        )


Dealt = Callable[[DealAttempt, MatchTerms], None]
"""Called when everybody's part of a deal is known, and the countdown is over."""


class DealHandshake:
    """At most one deal at a time."""

    def __init__(self, presence: Presence, services: Services, on_dealt: Dealt) -> None:
        self._presence = presence
        self._services = services
        self._on_dealt = on_dealt
        self._count = 0
        self._terms: MatchTerms | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._starts_at: float | None = None
        """When the countdown that is on will be over."""
        self.deal: DealAttempt | None = None
        self.header_hash: str | None = None
        """Of the deal, and later of the match that it was for."""

    def begin(self, terms: MatchTerms) -> None:
        """Prepare the deal with everybody who is here."""
        self._terms = terms
        people = [place for place in terms.playing if self._presence.connection_of(place) is not None]
        self._announce(DealAttempt(self._count + 1, people, deal_number=terms.settings.deal_number))

    def _announce(self, deal: DealAttempt) -> None:
        self.deal = deal
        self._count = deal.number
        self.header_hash = None
        self._presence.send(down.DealBegins(deal.number, deal.commitment, deal.restarts, tuple(sorted(deal.withheld))))
        self._presence.announce()
        self._wait(self._fix)
        if deal.all_hashed:
            self._fix()

    def hash_received(self, place: int, number: int, nonce_hash: str) -> None:
        """A device's hash came."""
        deal = self.deal
        if deal is not None and deal.number == number and deal.header is None:
            deal.add_hash(place, nonce_hash)
            if deal.all_hashed:
                self._fix()

    def _fix(self) -> None:
        deal, terms = self.deal, self._terms
        if deal is None or terms is None or deal.header is not None:
            return
        line = deal.fix(terms.game, terms.options, terms.seats)
        self.header_hash = fingerprint(line)
        self._presence.send(down.DealHeader(deal.number, line.decode(), self.header_hash))
        self._wait(self._nonces_withheld)
        if deal.all_nonces_known:
            self._count_down(deal, terms)

    def nonce_received(self, place: int, number: int, nonce: str) -> None:
        """A device's nonce came."""
        deal, terms = self.deal, self._terms
        if deal is None or terms is None or deal.number != number or deal.header is None:
            return
        if self._starts_at is not None:
            return
        if not deal.add_nonce(place, nonce):
            self._restart({place})
        elif deal.all_nonces_known:
            self._count_down(deal, terms)

    def device_left(self, place: int) -> None:
        """A device is gone in the middle of a deal."""
        deal = self.deal
        if deal is None:
            return
        if deal.header is None:
            deal.remove(place)
            if deal.all_hashed:
                self._fix()
        elif place in deal.missing:
            self._restart({place})

    def _nonces_withheld(self) -> None:
        if self.deal is not None:
            self._restart(self.deal.missing)

    def _restart(self, withheld: Iterable[int]) -> None:
        if self.deal is not None:
            self._services.metrics.deals_restarted += 1
            self._announce(self.deal.restarted(frozenset(withheld)))

    def cancel(self) -> None:
        """Somebody left before the match began: there will be none."""
        self.stop_waiting()
        self.deal = self._terms = self.header_hash = self._starts_at = None

    # --- time --------------------------------------------------------------------------------------------------

    def _wait(self, then: Callable[[], None]) -> None:
        self.stop_waiting()
        self._timer = asyncio.get_running_loop().call_later(self._services.config.nonce_s, then)

    def stop_waiting(self) -> None:
        """No timer goes off any more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _count_down(self, deal: DealAttempt, terms: MatchTerms) -> None:
        """Everybody's part is here: let all get ready for the same moment."""
        people = sum(seated.kind == "human" for seated in terms.seats)
        alone = people < 2 and terms.game.tempo is Tempo.TURNS
        after = 0.0 if alone else COUNTDOWN_MS * terms.settings.wait_scale
        if after <= 0:
            self._complete(deal, terms)
            return
        self._starts_at = now_ms() + after
        for connection in self._presence.connections():
            self.show_countdown(connection)
        self.stop_waiting()
        self._timer = asyncio.get_running_loop().call_later(after / 1000, self._complete, deal, terms)

    def show_countdown(self, connection: Connection) -> None:
        """Tell one client when the match starts, if that is known."""
        if self._starts_at is not None:
            on_its_way = connection.latency.bounds().med / 2
            connection.send(down.MatchStarts(max(0, round(self._starts_at - now_ms() - on_its_way))))

    def _complete(self, deal: DealAttempt, terms: MatchTerms) -> None:
        """Neither side can steer any more."""
        self.stop_waiting()
        self.deal = self._starts_at = None
        self._on_dealt(deal, terms)
