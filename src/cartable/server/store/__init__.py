"""Where tables and matches are kept: `contract` says what a store does, `sqlite` is the one for a single machine,
`postgres` the one for many; `opening` opens either by its name."""

from cartable.server.store.contract import (
    HeldElsewhere,
    Lease,
    LeaseLost,
    MatchRow,
    Store,
    StoreFailed,
    StoreInUse,
    TableRow,
    TooNew,
    Unsure,
)

__all__ = [
    "HeldElsewhere",
    "Lease",
    "LeaseLost",
    "MatchRow",
    "Store",
    "StoreFailed",
    "StoreInUse",
    "TableRow",
    "TooNew",
    "Unsure",
]
