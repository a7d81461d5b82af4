"""What the server asks of a store. What is written is safe when the caller is told so, and not before."""

from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Final, Literal, NamedTuple, Protocol

import msgspec

from cartable.kernel import BadInput

MatchState = Literal["on", "over", "given-up", "imported"]

Done = Callable[[Exception | None], None]
"""Called on the event loop once it is stored, or has failed and why."""


LATEST: Final = 2**31 - 1
"""After every time there is."""


class StoreFailed(Exception):
    """Nothing of this write is stored: the disk is full, the database locked by somebody else, or worse."""


class Unreachable(StoreFailed):
    """Nothing can be asked of the store: the database does not answer."""


class LeaseLost(StoreFailed):
    """Nothing of this write is stored: another node has, or may have, the table now."""


class Unsure(StoreFailed):
    """Nobody knows whether this write is stored: the answer to the commit was lost. Take the lease again, which
    keeps out whatever is still on its way, and read what is stored before going on."""


class StoreInUse(BadInput):
    """Another process has this store open."""


class TooNew(BadInput):
    """The store was written by a later version."""


class TableRow(msgspec.Struct, frozen=True, kw_only=True):
    """A table, but for its matches. Times are in whole seconds since 1970."""

    code: str
    game: str
    options: bytes
    settings: bytes
    room: bytes
    keys: bytes
    """By place, the hashes of the secrets that open it."""
    public: bool
    created: int
    last_act: int


class MatchRow(msgspec.Struct, frozen=True, kw_only=True):
    """A match, but for its lines. Secret and nonces stay here: they are told only after the match."""

    id: str
    code: str | None
    number: int
    header: bytes
    secret: bytes
    nonces: bytes
    state: MatchState
    started: int
    ended: int | None = None
    deal: str = ""
    """Its deal number; empty: it has none."""


class Lease(msgspec.Struct, frozen=True):
    """The right of one node (a server process) to write a table. The next one to take it has a higher epoch, for as
    long as the table exists, and what is written with a lower epoch fails with `LeaseLost`."""

    code: str
    node: str
    epoch: int


class HeldElsewhere(NamedTuple):
    """Another node has this table now."""

    node: str


class Store(Protocol):
    """Writes are ordered: what is handed in first is stored first. Reads see all that is stored."""

    @property
    def commits(self) -> int:
        """How many commits there were."""

    # --- leases: who writes which table ------------------------------------------------------------------------

    @property
    def lease_s(self) -> float | None:
        """How long a node's leases last without `renew`; None: until the store is closed, as nobody else has it."""

    async def renew(self, node: str) -> bool:
        """All leases of this node last for another `lease_s` from now.

        False: this node is new, or its leases had run out. It has none now, and starts again from here.
        """

    async def hold(self, code: str, node: str) -> Lease | HeldElsewhere:
        """Take the lease of a table, if it is free, or has run out, or is this node's: then with a new epoch too, so
        that nothing written before can still arrive. Only for a node that has renewed."""

    async def holder(self, code: str) -> str | None:
        """The node that has this table now, if any."""

    def release(self, lease: Lease) -> Awaitable[None]:
        """Give a lease back, after all writes that were handed in: another node can have it at once."""

    async def release_all(self, node: str) -> None:
        """Give all leases of a node back: it will have no more."""

    # --- writing: with the lease of the table ------------------------------------------------------------------
    #
    # Once a write of a table's row has failed, all later ones fail too, until its lease is taken again: they hold what
    # the failed one was to store, and whoever wanted it has been told that it is not.

    def append(self, lease: Lease, match: str, part: int, lines: bytes, done: Done) -> None:
        """Add lines to a match log; `part` counts its appends from 0. As this happens most it needs no
        future: `done` is called in the order of the appends, later and never from within.

        Once an append has failed, all later ones of that match fail too, until `reopen`: a log never has a gap.
        """

    def reopen(self, match: str) -> Awaitable[None]:
        """The log has been read again: appends to it are accepted from there on."""

    def flush(self) -> Awaitable[None]:
        """Wait until everything that was handed in before has been written, or has failed."""

    def save_table(self, lease: Lease, row: TableRow) -> Awaitable[None]:
        """Write a table, new or changed."""

    def begin_match(self, lease: Lease, table: TableRow, match: MatchRow) -> Awaitable[None]:
        """Write the table and its new match, both or neither."""

    def end_match(self, lease: Lease, table: TableRow, match: str, state: MatchState, ended: int) -> Awaitable[None]:
        """Write the table and how its match ended, both or neither."""

    def import_match(self, match: MatchRow, lines: bytes) -> Awaitable[None]:
        """Write a match that was played elsewhere."""

    def delete_tables(self, codes: Sequence[str], before: int = LATEST) -> Awaitable[None]:
        """Delete tables with all their matches, except those that a node has now, and those at which something happened
        since: somebody may have come back after they were looked for."""

    def delete_imports(self, before: int) -> Awaitable[None]:
        """Delete imported matches that came before this time."""

    # --- reading -----------------------------------------------------------------------------------------------

    async def table(self, code: str) -> TableRow | None:
        """The table with this code."""

    async def public_tables(self, most: int) -> list[TableRow]:
        """Tables that want to be found, the liveliest first."""

    async def expired(self, before: int) -> list[str]:
        """The codes of tables at which nothing happened since."""

    async def match(self, match_id: str) -> MatchRow | None:
        """The match with this id."""

    async def last_match(self, code: str) -> MatchRow | None:
        """The newest match of a table."""

    async def matches_of_deal(self, number: str, most: int) -> list[MatchRow]:
        """The newest matches with this deal number that were played to their end, here or elsewhere."""

    async def lines(self, match_id: str) -> tuple[int, bytes]:
        """How many parts a match log has, and all of them together."""

    # --- the whole ---------------------------------------------------------------------------------------------

    async def backup(self, target: Path) -> None:
        """Copy the whole store to a file, while it is in use."""

    async def answers_again(self, within_s: float) -> None:
        """Wait before something that failed is tried again: this long, or only until a store that was away is back."""

    async def close(self) -> None:
        """Finish what was handed in, then close."""
