"""What a stored act costs: appends of many tables that share a commit, in a SQLite file and in PostgreSQL.

Run with `python -m lab.bench.stores`; PostgreSQL is started from its wheel, on this machine, writing to the disk before
it answers. Times are of the processor, which a busy machine changes little: of the server's process, and for PostgreSQL
of the process that serves its writer.
"""

import asyncio
import os
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import asyncpg
import uvloop

from cartable.server.store import Lease, MatchRow, Store, TableRow
from cartable.server.store.group_commit import as_future
from cartable.server.store.opening import open_store
from tests.kit.postgres import postgres

APPENDS: Final = 40_000
ROUNDS: Final = 2000
"""How many appends, in no more rounds: enough that what is done now and then is among it."""
GROUPS: Final = (1, 10, 25, 100, 500)
LINES: Final = b'[12,1,"place 3",81234,{"k":7,"receipt":"0123456789abcdef"}]\n' * 2
"""An act and the dealer's answer to it."""


class Cost(NamedTuple):
    """For one append, in microseconds of the processor, but for the last."""

    ours: float
    theirs: float
    commits: int
    passed_ms: float
    """For one group, by the clock on the wall."""


async def measured(store: Store, group: int, theirs: Callable[[], float]) -> Cost:
    """This many tables append at once, wait, and append again."""
    leases = [await _begun(store, f"{group:03}{number:03}") for number in range(group)]
    rounds = min(ROUNDS, APPENDS // group)
    for part in range(2):  # statements are prepared, pages are there
        await _appended(store, leases, part)
    commits, passed, ours, their = store.commits, time.perf_counter(), time.process_time(), theirs()
    for part in range(2, rounds + 2):
        await _appended(store, leases, part)
    ours, their, passed = time.process_time() - ours, theirs() - their, time.perf_counter() - passed
    appends = rounds * group
    return Cost(ours / appends * 1e6, their / appends * 1e6, store.commits - commits, passed / rounds * 1000)


def _appended(store: Store, leases: Sequence[Lease], part: int) -> "asyncio.Future[None]":
    """One append for each; waiting for the last, which is told last."""
    for lease in leases[:-1]:
        store.append(lease, lease.code, part, LINES, _go_on)
    last = leases[-1]
    return as_future(asyncio.get_running_loop(), lambda done: store.append(last, last.code, part, LINES, done))


def _go_on(error: Exception | None) -> None:
    if error is not None:
        raise error


async def _begun(store: Store, code: str) -> Lease:
    lease = await store.hold(code, "bench")
    assert isinstance(lease, Lease)
    empty = b"{}"
    table = TableRow(
        code=code,
        game="push",
        options=empty,
        settings=empty,
        room=empty,
        keys=empty,
        public=False,
        created=1,
        last_act=1,
    )
    match = MatchRow(id=code, code=code, number=1, header=b"", secret=b"", nonces=b"", state="on", started=1)
    await store.begin_match(lease, table, match)
    return lease


async def _tell(name: str, where: Path | str) -> None:
    store = await open_store(where, lease_s=600.0)
    await store.renew("bench")
    spent = await _backend(str(where)) if isinstance(where, str) else _nothing
    try:
        for group in GROUPS:
            cost = await measured(store, group, spent)
            print(
                f"| {name} | {group} | {cost.ours:.0f} | {cost.theirs:.0f} | {cost.commits} | {cost.passed_ms:.2f} |",
                flush=True,
            )
    finally:
        await store.close()


def _nothing() -> float:
    return 0.0


async def _backend(url: str) -> Callable[[], float]:
    """The processor time of the processes that serve a database, in seconds."""
    connection = await asyncpg.connect(url)
    try:
        query = "SELECT pid FROM pg_stat_activity WHERE application_name = 'cartable'"
        pids = [row[0] for row in await connection.fetch(query)]
    finally:
        await connection.close()
    tick = os.sysconf("SC_CLK_TCK")

    def spent() -> float:
        fields = [Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split() for pid in pids]
        return sum(int(field[11]) + int(field[12]) for field in fields) / tick

    return spent


def main() -> None:
    """Print a table."""
    print("| store | appends in a group | our µs | PostgreSQL's µs | commits | ms for a group |")
    print("| --- | --- | --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as folder, postgres(durable=True) as server:
        url = server.database()
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            runner.run(_tell("SQLite", Path(folder) / "bench.db"))
            runner.run(_tell("PostgreSQL", url))


if __name__ == "__main__":
    main()
