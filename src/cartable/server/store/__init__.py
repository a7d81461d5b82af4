"""Where tables and matches are kept: `contract` says what a store does, `sqlite` is the one for a single machine."""

from cartable.server.store.contract import MatchRow, Store, StoreFailed, StoreInUse, TableRow, TooNew
from cartable.server.store.sqlite import SqliteStore

__all__ = ["MatchRow", "SqliteStore", "Store", "StoreFailed", "StoreInUse", "TableRow", "TooNew"]
