"""The journal of a file against a model: in whatever order it is written, moved, copied and cut off."""

import itertools
import shutil
import sqlite3
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cartable.server.store import queries
from cartable.server.store.journal import Journal
from cartable.server.store.migrate import migrate

MATCHES = ("a", "b", "c")


# --- in any order, against a model ---------------------------------------------------------------------------------


class Disk:
    """A file with a journal, and what should be in it."""

    def __init__(self, folder: Path) -> None:
        self._paths = (folder / f"{number}.db" for number in itertools.count())
        self._path = next(self._paths)
        migrate(self._path)
        self.model: dict[str, list[bytes]] = {}
        self._count = itertools.count()
        self._open()
        for name in MATCHES:
            self.replace(name)

    def _open(self) -> None:
        self.connection = sqlite3.connect(self._path, isolation_level=None)
        for habit in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = 1", "wal_autocheckpoint = 0"):
            self.connection.execute(f"PRAGMA {habit}")
        self.journal = Journal(self.connection)
        self._safe = self._written()

    def _written(self) -> int:
        wal = Path(f"{self._path}-wal")
        return wal.stat().st_size if wal.exists() else 0

    def append(self, names: tuple[str, ...]) -> None:
        """To these matches, in one commit."""
        following: dict[str, int] = {}
        parts = dict.fromkeys(names, 0)
        group = []
        for name in names:
            lines = b"%d," % next(self._count)
            group.append((name, len(self.model[name]) + parts[name], lines, print))
            parts[name] += 1
        checked = self.journal.checked(group, following)
        self.journal.put(checked)
        self.journal.added(checked, following)
        self._safe = self._written()
        for name, _, lines in checked:
            self.model[name].append(lines)

    def compact(self) -> None:
        if self.journal.due():
            self.journal.compact()

    def crash(self, share: float) -> None:
        """The machine stops; of what was written since the last append, some may be on the disk."""
        written = self._written()
        path = next(self._paths)
        shutil.copy(self._path, path)
        wal = shutil.copy(f"{self._path}-wal", f"{path}-wal")
        with Path(wal).open("r+b") as file:
            file.truncate(self._safe + int(share * (written - self._safe)))
        self.connection.close()
        self._path = path
        self._open()

    def replace(self, name: str) -> None:
        """Delete a match, and begin another of the same name."""
        self.journal.forget([name])
        self.connection.execute("BEGIN IMMEDIATE")
        self.connection.execute("DELETE FROM matches WHERE id = ?", (name,))
        self.connection.execute(
            "INSERT INTO matches (id, number, header, secret, nonces, state, started) "
            "VALUES (?, 1, '', '', '', 'on', 1)",
            (name,),
        )
        self.connection.execute("COMMIT")
        self._safe = self._written()
        self.model[name] = []

    def check(self) -> None:
        for name, wanted in self.model.items():
            more = self.journal.unmoved(name)
            rows = self.connection.execute("SELECT part, lines FROM lines WHERE match = ? ORDER BY part", (name,))
            assert queries.log_of(rows.fetchall(), more) == (len(wanted), b"".join(wanted))

    def close(self) -> None:
        self.journal.compact_all()
        for name, wanted in self.model.items():
            assert self.journal.unmoved(name) == {}
            rows = self.connection.execute("SELECT lines FROM lines WHERE match = ? ORDER BY part", (name,)).fetchall()
            assert b"".join(row[0] for row in rows) == b"".join(wanted)
        assert self.connection.execute("SELECT count(*) FROM journal").fetchone() == (0,)
        self.connection.close()


GROUPS = st.lists(st.sampled_from(MATCHES), min_size=1, max_size=5).map(tuple)
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("append"), GROUPS),
        st.tuples(st.just("append"), GROUPS),
        st.just(("compact",)),
        st.just(("compact",)),
        st.tuples(st.just("crash"), st.floats(0, 1)),
        st.tuples(st.just("replace"), st.sampled_from(MATCHES)),
    ),
    min_size=5,
    max_size=40,
)


@pytest.mark.usefixtures("restless")
def test_whatever_stops_it_nothing_is_lost_or_there_twice() -> None:
    @settings(max_examples=60)
    @given(STEPS)
    def agree(steps: list[tuple[object, ...]]) -> None:
        with tempfile.TemporaryDirectory() as folder:
            disk = Disk(Path(folder))
            for what, *about in steps:
                getattr(disk, str(what))(*about)
                disk.check()
            disk.close()

    agree()
