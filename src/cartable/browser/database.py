"""What the page keeps for a table with no server: bytes under names, written all or nothing."""

from collections.abc import Sequence
from typing import Protocol

from cartable.server.store.contract import StoreFailed


class Database(Protocol):
    """IndexedDB in a browser (`web/src/offline/database.ts`). A write is safe when it returns."""

    async def read(self, key: str) -> bytes | None:
        """What is kept under a name."""

    async def read_all(self, prefix: str) -> Sequence[tuple[str, bytes]]:
        """All names that begin so, in their order, with what is kept under them."""

    async def write(self, puts: Sequence[tuple[str, bytes]], gone: Sequence[str]) -> None:
        """Keep some, delete others: all of it or, with an exception, nothing."""


class MemoryDatabase:
    """Kept for as long as the process lives: for tests, and where a browser keeps nothing."""

    def __init__(self) -> None:
        self.kept: dict[str, bytes] = {}
        self.broken = False
        """Refuse every write, as a full disk does."""

    async def read(self, key: str) -> bytes | None:
        return self.kept.get(key)

    async def read_all(self, prefix: str) -> Sequence[tuple[str, bytes]]:
        return sorted((key, value) for key, value in self.kept.items() if key.startswith(prefix))

    async def write(self, puts: Sequence[tuple[str, bytes]], gone: Sequence[str]) -> None:
        if self.broken:
            raise StoreFailed("nothing can be written")
        self.kept.update(puts)
        for key in gone:
            self.kept.pop(key, None)
