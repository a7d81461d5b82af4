"""The journal of a SQLite file: what was appended goes at its end, and to its place later.

Every match has its own place in `lines`, so a commit of many tables would write a page for each of them, and write it
again with their next act. Instead a commit adds one row to `journal`, with all its appends, to whichever matches. When
enough have gathered, they are *compacted*: the parts of a match, joined, become one row of `lines`, a few matches at a
time, and then their rows in the journal are deleted.

The journal is read only when the store is opened, for what had not been moved; until then all of that is here too, in
memory. Compaction waits for no disk: `lines` is written first, then the rows are deleted, and SQLite keeps that order
whatever happens in between; what is found in both is known by its part.
"""

import sqlite3
from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from cartable.server.store.contract import Done, StoreFailed

APPENDS: Final = 16384
ROWS: Final = 4096
"""How many appends, or rows in the journal, are moved together: the more, the more of them belong to one match."""

SLICE: Final = 32
SLICE_BYTES: Final = 65536
"""How many matches, or bytes, are moved at once: it takes no more than a millisecond or two."""

SLICE_ROWS: Final = 256
"""How many rows of the journal are deleted at once."""

KNOWN: Final = 8192
"""How many matches have the number of their next part kept in memory, beside those with rows in the journal."""

Appended = tuple[str, int, bytes]
"""Match, part and lines."""

Append = tuple[str, int, bytes, Done]
"""The same, and the callback: a plain tuple, as nearly all writes are of this kind."""

Tails = dict[str, list[Appended]]
"""By match, the parts that are not in `lines` yet."""

_PUT: Final = "INSERT INTO journal (at, appends) VALUES (?, ?)"
_NEXT: Final = (
    "SELECT (SELECT coalesce(max(part), -1) + 1 FROM lines WHERE match = matches.id) FROM matches WHERE id = ?"
)
_MOVE: Final = (
    "INSERT INTO lines (match, part, lines) "
    "SELECT * FROM (VALUES {}) WHERE column1 IN (SELECT id FROM matches)"  # unless it is gone
)
_DELETE: Final = "DELETE FROM journal WHERE at <= ?"

_encode: Final = msgspec.msgpack.Encoder().encode
_decode: Final = msgspec.msgpack.Decoder(list[Appended]).decode


class Journal:
    """What has been appended and not been moved. All but `unmoved` belongs to the thread of the writer."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        """Read what is there."""
        self._connection = connection
        self._cursor = connection.cursor()
        self._young: Tails = {}
        self._old: Tails = {}
        """Those that are being moved."""
        self._order: list[str] = []
        """Which of them are left, the next one last."""
        self._delete_from = self._delete_upto = 0
        """Their rows of the journal: which is to be deleted next, and which is the last."""
        self._next: dict[str, int] = {}
        self._at = self._first = self._appends = 0
        """The last row of the journal, the first that is young (0: there is none), and what is in all of those."""
        self._read()

    def _read(self) -> None:
        rows = self._connection.execute("SELECT at, appends FROM journal ORDER BY at").fetchall()
        try:
            found = [append for _, blob in rows for append in _decode(blob)]
        except msgspec.MsgspecError as error:
            raise StoreFailed(f"the journal cannot be read: {error}") from error
        if rows:
            self._first, self._at = rows[0][0], rows[-1][0]
        for append in found:
            match, part, _ = append
            if match not in self._next and (stored := self._stored(match)) is not None:
                self._next[match] = stored
            wanted = self._next.get(match)
            if wanted is None or part < wanted:
                continue  # its match is gone, or it has been moved
            if part > wanted:
                missing = f"the journal has part {part} of match {match}, but part {wanted} is missing"
                raise StoreFailed(f"the file is damaged: {missing}; go back to a backup")
            self._young.setdefault(match, []).append(append)
            self._next[match] = part + 1

    def _stored(self, match: str) -> int | None:
        row = self._connection.execute(_NEXT, (match,)).fetchone()
        return row[0] if row is not None else None

    def unmoved(self, match: str) -> dict[int, bytes]:
        """By part, what may not be in `lines` yet. From any thread: a caller that reads `lines` after this misses
        nothing, and finds some of it twice."""
        # What is young becomes old, and then is gone from here: looked for in this order it is always found.
        tails = (*self._young.get(match, ()),), (*self._old.get(match, ()),)
        return {part: lines for tail in tails for _, part, lines in tail}

    # --- appending ---------------------------------------------------------------------------------------------

    def checked(self, appends: Iterable[Append], following: dict[str, int]) -> list[Appended]:
        """What is to be written. `following`: which parts are the next ones in this transaction, where it is no longer
        as before. `StoreFailed`: one of them is not the next, or there is no such match."""
        known, checked = self._next, []
        for match, part, lines, _ in appends:
            wanted = following.get(match)
            if wanted is None:
                wanted = known.get(match)
                if wanted is None:
                    wanted = self._stored(match)
            if part != wanted:
                raise StoreFailed(f"part {part} is not the next one of match {match}")
            following[match] = part + 1
            checked.append((match, part, lines))
        return checked

    def put(self, appends: Sequence[Appended]) -> None:
        """Write to the end of the journal, with one statement. It does not count before it is `added`."""
        # For many rows, of which there is one: the driver releases the interpreter lock less often.
        self._cursor.executemany(_PUT, ((self._at + 1, _encode(appends)),))

    def stands(self) -> bool:
        """Whether what was put last is stored, though its commit failed."""
        found = self._connection.execute("SELECT count(*) FROM journal WHERE at = ?", (self._at + 1,)).fetchone()
        return bool(found[0])

    def added(self, appends: Sequence[Appended], following: dict[str, int]) -> None:
        """These were put last, and have been committed."""
        young = self._young
        for append in appends:
            match = append[0]
            if match in young:
                young[match].append(append)
            else:
                young[match] = [append]
        self._next.update(following)
        self._appends += len(appends)
        self._at += 1
        self._first = self._first or self._at

    def forget(self, matches: Iterable[str]) -> None:
        """These are about to be deleted: nothing of them may be left here."""
        gone = self._next.keys() & set(matches)
        if gone:
            self.compact_all()
        for match in gone:
            self._next.pop(match, None)

    # --- compacting --------------------------------------------------------------------------------------------

    def due(self) -> bool:
        """Whether there is something to compact by now."""
        if not self._delete_upto and (self._appends >= APPENDS or (self._first and self._at - self._first >= ROWS)):
            self._start_compaction()
        return self._delete_upto > 0

    def _start_compaction(self) -> None:
        self._old, self._young = self._young, {}
        self._order = sorted(self._old, reverse=True)
        self._delete_from, self._delete_upto = self._first, self._at
        self._first = self._appends = 0

    def compact(self) -> None:
        """A part of what is due. `sqlite3.Error`: it is still due."""
        self._connection.execute("PRAGMA synchronous = NORMAL")
        try:
            if self._order:
                self._slice()
            else:
                self._delete()
        finally:
            self._connection.execute("PRAGMA synchronous = FULL")

    def compact_all(self) -> None:
        """All of it: in the end nothing is in the journal."""
        for _ in range(2):
            while self._delete_upto:
                self.compact()
            if self._first:
                self._start_compaction()

    def _slice(self) -> None:
        matches, values, size = 0, list[object](), 0
        for match in reversed(self._order):
            tail = self._old[match]
            lines = b"".join([lines for _, _, lines in tail])
            values += (match, tail[-1][1], lines)
            matches, size = matches + 1, size + len(lines)
            if matches == SLICE or size > SLICE_BYTES:
                break
        self._connection.execute(_MOVE.format(", ".join(matches * ["(?, ?, ?)"])), values)
        for match in self._order[-matches:]:
            del self._old[match]
        del self._order[-matches:]

    def _delete(self) -> None:
        cut = min(self._delete_upto, self._delete_from + SLICE_ROWS)
        self._connection.execute(_DELETE, (cut,))
        self._delete_from = cut
        if cut == self._delete_upto:
            self._delete_upto = 0
            if len(self._next) > KNOWN:
                self._next = {match: tail[-1][1] + 1 for match, tail in self._young.items()}
