"""The handshake before a match: a deal that neither the server nor a player can steer.

The server commits to a secret; each device sends the hash of its nonce; all hashes stand in the header; only then are
the nonces sent. A device that withholds its nonce has the deal begun anew, for all to see, and without it.
"""

import secrets
from collections.abc import Collection, Sequence
from typing import Final

from cartable.kernel import AnyGame, Options
from cartable.table.fairdeal import NONCE_BYTES, SECRET_BYTES, fingerprint
from cartable.table.header import Header, Seated, header_for

MOST_RESTARTS: Final = 5
"""Then the deal goes on without any device's part: nobody can keep a table from playing."""


class Deal:
    """One try. `people` are the places whose devices take part, in the order of their seats."""

    def __init__(
        self, number: int, people: Sequence[int], *, restarts: int = 0, withheld: Collection[int] = frozenset()
    ) -> None:
        self.number = number
        self.restarts = restarts
        self.withheld = frozenset(withheld)
        taking_part = () if restarts >= MOST_RESTARTS else people
        self.people = tuple(place for place in taking_part if place not in self.withheld)
        self.secret = secrets.token_bytes(SECRET_BYTES)
        self.commitment = fingerprint(self.secret)
        self.header: Header | None = None
        self.header_line = b""
        self._hashes: dict[int, str] = {}
        self._nonces: dict[int, bytes] = {}

    # --- first the hashes --------------------------------------------------------------------------------------

    def hashed(self, place: int, nonce_hash: str) -> None:
        """A device commits to its nonce; the first word counts."""
        if self.header is None and place in self.people:
            self._hashes.setdefault(place, nonce_hash)

    def gone(self, place: int) -> None:
        """A device went away before anything was fixed: it is not waited for."""
        if self.header is None:
            self.people = tuple(other for other in self.people if other != place)
            self._hashes.pop(place, None)

    @property
    def all_hashed(self) -> bool:
        return len(self._hashes) == len(self.people)

    def fix(self, game: AnyGame, options: Options, seats: Sequence[Seated]) -> bytes:
        """Write the header. Who has sent no hash by now is left out."""
        self.people = tuple(place for place in self.people if place in self._hashes)
        self.header = header_for(game, options, seats, self.commitment, [self._hashes[place] for place in self.people])
        self.header_line = self.header.line()
        return self.header_line

    # --- then the nonces ---------------------------------------------------------------------------------------

    def opened(self, place: int, nonce: str) -> bool:
        """A device tells its nonce; False when it is not the one it committed to."""
        if self.header is None or place not in self.people or place in self._nonces:
            return True
        told = bytes.fromhex(nonce)
        if len(told) != NONCE_BYTES or fingerprint(told) != self._hashes[place]:
            return False
        self._nonces[place] = told
        return True

    @property
    def all_opened(self) -> bool:
        return self.header is not None and len(self._nonces) == len(self.people)

    @property
    def missing(self) -> frozenset[int]:
        """The places whose nonces are withheld so far."""
        return frozenset(self.people) - self._nonces.keys()

    @property
    def nonces(self) -> tuple[bytes, ...]:
        """All of them, in the order of their hashes in the header."""
        return tuple(self._nonces[place] for place in self.people)

    def again(self, withheld: Collection[int]) -> "Deal":
        """The next try, without those who withheld."""
        people = [place for place in self.people if place not in withheld]
        return Deal(self.number + 1, people, restarts=self.restarts + 1, withheld=self.withheld | set(withheld))
