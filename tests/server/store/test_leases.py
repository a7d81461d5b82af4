"""Leases: one node a table, by the clock of the database; and what one that lost its lease can still do: nothing."""

import asyncio
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cartable.server.store import HeldElsewhere, Lease, LeaseLost, Store, StoreFailed
from tests.server.live_server import async_test
from tests.server.store.faulty_files import behind, run_out, waiting
from tests.server.store.rows import TABLE, appended, held, match, opened, table

CODES = ("bbbbbb", "cccccc", "dddddd")
HOSTS = ("ann", "bob")


@async_test
async def test_a_lease_is_one_nodes_until_it_gives_it_back(database: str) -> None:
    async with opened(database, "ann") as ann, opened(database, "bob") as bob:
        lease = await held(ann, host="ann")
        assert await bob.hold(TABLE.code, "bob") == HeldElsewhere("ann")
        assert await bob.holder(TABLE.code) == "ann"
        await ann.release(lease)
        assert await bob.holder(TABLE.code) is None
        assert await bob.hold(TABLE.code, "bob") == Lease(TABLE.code, "bob", lease.epoch + 1)
        await ann.release(lease)  # of an epoch that is over
        assert await ann.hold(TABLE.code, "ann") == HeldElsewhere("bob")


@async_test
async def test_a_node_that_stopped_renewing_loses_all_its_tables(database: str) -> None:
    async with opened(database, "ann") as ann, opened(database, "bob") as bob:
        leases = [await held(ann, code, "ann") for code in CODES]
        assert await ann.renew("ann")
        await run_out(database, "ann")
        assert await bob.hold(CODES[0], "bob") == Lease(CODES[0], "bob", 2)
        assert not await ann.renew("ann")  # and from here it has none
        assert [await ann.holder(code) for code in CODES] == ["bob", None, None]
        assert await bob.hold(CODES[1], "bob") == Lease(CODES[1], "bob", 2)
        assert await ann.hold(CODES[2], "ann") == Lease(CODES[2], "ann", 2)
        with pytest.raises(LeaseLost):
            await ann.save_table(leases[0], table(CODES[0]))
        assert await ann.renew("ann")


@async_test
async def test_who_resigns_leaves_every_table_to_others(database: str) -> None:
    async with opened(database, "ann") as ann, opened(database, "bob") as bob:
        for code in CODES:
            await held(ann, code, "ann")
        await ann.release_all("ann")
        assert [await bob.hold(code, "bob") for code in CODES] == [Lease(code, "bob", 2) for code in CODES]


@async_test
async def test_taking_ones_own_lease_again_keeps_out_what_was_written_before(database: str) -> None:
    async with opened(database) as store:
        older = await held(store)
        newer = await held(store)
        assert newer.epoch == older.epoch + 1
        with pytest.raises(LeaseLost):
            await store.begin_match(older, TABLE, match("m"))
        await store.reopen("m")
        await store.begin_match(newer, TABLE, match("m"))


@async_test
async def test_without_its_lease_a_node_can_write_nothing(database: str) -> None:
    async with opened(database, "ann") as ann, opened(database, "bob") as bob:
        lost = await held(ann, host="ann")
        await ann.begin_match(lost, TABLE, match("m"))
        await appended(ann, lost, "m", 0, b"ann")
        await run_out(database, "ann")
        lease = await held(bob, host="bob")
        await appended(bob, lease, "m", 1, b"bob")
        writes = [
            appended(ann, lost, "m", 2, b"late"),
            ann.save_table(lost, table(TABLE.code)),
            ann.begin_match(lost, TABLE, match("n", number=2)),
            ann.end_match(lost, TABLE, "m", "over", 5),
        ]
        results = await asyncio.gather(*writes, return_exceptions=True)
        assert isinstance(results[0], LeaseLost)
        assert all(isinstance(result, StoreFailed) for result in results)
        assert await bob.lines("m") == (2, b"annbob")
        assert await bob.match("n") is None
        assert await bob.match("m") == match("m")
        async with behind(database) as connection:
            epochs = await connection.fetch("SELECT epoch FROM lines ORDER BY part")
        assert [row[0] for row in epochs] == [lost.epoch, lease.epoch]


@async_test
async def test_a_lost_lease_does_not_fail_its_group(database: str) -> None:
    codes = [f"table{letter}" for letter in "bcdfghjklmnpqrst"]
    async with opened(database, "ann") as ann, opened(database, "bob") as bob:
        leases = [await held(ann, code, "ann") for code in codes]
        for lease in leases:
            await ann.begin_match(lease, table(lease.code), match(lease.code, lease.code))
        for lease in leases[3:6]:
            await ann.release(lease)
            await held(bob, lease.code, "bob")
        before = ann.commits
        appends = [appended(ann, lease, lease.code, 0, b"line") for lease in leases]
        results = await asyncio.gather(*appends, return_exceptions=True)
        assert [type(result) for result in results] == [
            LeaseLost if 3 <= number < 6 else type(None) for number in range(len(codes))
        ]
        assert ann.commits == before + 1
        saves = [ann.save_table(lease, table(lease.code)) for lease in leases]
        results = await asyncio.gather(*saves, return_exceptions=True)
        assert [number for number, result in enumerate(results) if isinstance(result, LeaseLost)] == [3, 4, 5]
        assert ann.commits == before + 2


@async_test
async def test_of_many_who_want_a_table_one_gets_it(database: str) -> None:
    names = [f"host{number}" for number in range(6)]
    async with opened(database, "ann") as one, opened(database, "ann") as two:
        for name in names:
            await one.renew(name)
        for epoch in range(1, 12):
            asked = [(one if number % 2 else two).hold(TABLE.code, name) for number, name in enumerate(names)]
            given = await asyncio.gather(*asked)
            leases = [lease for lease in given if isinstance(lease, Lease)]
            (lease,) = leases
            assert lease.epoch == epoch
            assert {other for other in given if isinstance(other, HeldElsewhere)} == {HeldElsewhere(lease.node)}
            await run_out(database, lease.node)
            assert not await one.renew(lease.node)


@async_test
async def test_who_would_take_a_table_waits_for_a_renewal_under_way(database: str) -> None:
    async with opened(database, "ann") as ann, opened(database, "bob") as bob, behind(database) as renewing:
        await held(ann, host="ann")
        await run_out(database, "ann")
        transaction = renewing.transaction()
        await transaction.start()
        await renewing.execute("UPDATE hosts SET until = clock_timestamp() + interval '1 hour' WHERE host = 'ann'")
        taking = asyncio.ensure_future(bob.hold(TABLE.code, "bob"))
        await waiting(database)
        await transaction.commit()
        assert await taking == HeldElsewhere("ann")


@async_test
async def test_who_takes_a_table_waits_for_what_is_being_written(database: str) -> None:
    async with opened(database, "ann") as ann, opened(database, "bob") as bob, behind(database) as slow:
        lost = await held(ann, host="ann")
        await ann.begin_match(lost, TABLE, match("m"))
        await slow.execute("BEGIN; SELECT FROM matches WHERE id = 'm' FOR UPDATE")  # to which every line refers
        writing = asyncio.ensure_future(_done(appended(ann, lost, "m", 0, b"in time")))
        await waiting(database)
        await run_out(database, "ann")
        taking = asyncio.ensure_future(bob.hold(TABLE.code, "bob"))
        await waiting(database, 2)
        await slow.execute("COMMIT")
        await writing
        assert await taking == Lease(TABLE.code, "bob", 2)
        assert await bob.lines("m") == (1, b"in time")


async def _done(writing: Any) -> None:
    await writing


@async_test
async def test_tables_with_a_node_are_not_forgotten(database: str) -> None:
    async with opened(database, "ann") as ann, opened(database, "bob") as bob:
        for code, (store, host) in zip(CODES, ((ann, "ann"), (bob, "bob"), (bob, "bob")), strict=True):
            await store.save_table(await held(store, code, host), table(code))
        await bob.release_all("bob")
        await ann.delete_tables(CODES)
        assert [row is not None for row in [await ann.table(code) for code in CODES]] == [True, False, False]
        async with behind(database) as connection:
            assert await connection.fetchval("SELECT count(*) FROM leases") == 1


@async_test
async def test_processes_that_start_together_migrate_once(database: str) -> None:
    async with asyncio.TaskGroup() as group:
        for number in range(5):
            group.create_task(_opens(database, f"host{number}"))
    async with behind(database) as connection:
        assert await connection.fetchval("SELECT count(*) FROM alembic_version") == 1
        assert await connection.fetchval("SELECT count(*) FROM hosts") == 5


async def _opens(database: str, host: str) -> None:
    async with opened(database, host):
        pass


@async_test
async def test_two_nodes_over_the_same_tables_never_wait_for_one_another(database: str) -> None:
    codes = [f"many{first}{second}" for first in "bcdfg" for second in "bcdfg"]
    async with opened(database, "ann") as ann, opened(database, "bob") as bob:
        stored: Counter[str] = Counter()
        await asyncio.gather(
            *(_rounds(store, host, codes[start:] + codes[:start], stored)
              for store, host in ((ann, "ann"), (bob, "bob"))
              for start in range(0, len(codes), 5))
        )  # fmt: skip
        assert stored.total() >= len(codes)
        for code in codes:
            assert await ann.lines(code) == (stored[code], b"." * stored[code])
    async with behind(database) as connection:
        assert (
            await connection.fetchval("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()") == 0
        )


async def _rounds(store: Store, host: str, codes: list[str], stored: Counter[str]) -> None:
    """Take each table if it is free, write a line, and give it back, all in a row; some of it at once."""
    for _ in range(3):
        leases = await asyncio.gather(*(store.hold(code, host) for code in codes[:8]))
        ours = [lease for lease in leases if isinstance(lease, Lease)]
        await asyncio.gather(*(_one_line(store, lease, stored) for lease in ours))
        codes = codes[8:] + codes[:8]


async def _one_line(store: Store, lease: Lease, stored: Counter[str]) -> None:
    code = lease.code
    try:
        if await store.match(code) is None:
            await store.begin_match(lease, table(code), match(code, code))
        await store.reopen(code)
        parts, _ = await store.lines(code)
        await appended(store, lease, code, parts, b".")
        stored[code] += 1
        await asyncio.gather(store.save_table(lease, table(code)), store.release(lease))
    except StoreFailed:
        await store.reopen(code)  # another task of this node has taken it again


STEPS = st.lists(
    st.tuples(
        st.sampled_from(["hold", "hold", "append", "append", "append", "release", "run out", "renew", "release_all"]),
        st.sampled_from(HOSTS),
        st.sampled_from(CODES),
    ),
    min_size=5,
    max_size=30,
)


class Model:
    """What should be, by the words of `Store`."""

    def __init__(self) -> None:
        self.alive = dict.fromkeys(HOSTS, True)
        self.epoch = dict.fromkeys(CODES, 0)
        self.node: dict[str, str | None] = dict.fromkeys(CODES)
        self.known: dict[tuple[str, str], Lease] = {}
        self.log: dict[str, list[int]] = {code: [] for code in CODES}

    def holder(self, code: str) -> str | None:
        host = self.node[code]
        return host if host is not None and self.alive[host] else None

    def given_up(self, host: str) -> None:
        for code in CODES:
            if self.node[code] == host:
                self.node[code] = None


async def _step(model: Model, stores: dict[str, Store], database: str, step: tuple[str, str, str]) -> None:
    what, host, code = step
    store = stores[host]
    match what:
        case "hold" if model.alive[host]:
            lease = await store.hold(code, host)
            other = model.holder(code)
            if other not in (None, host):
                assert lease == HeldElsewhere(other or "")
                return
            model.epoch[code] += 1
            model.node[code] = host
            assert lease == Lease(code, host, model.epoch[code])
            model.known[host, code] = lease
        case "append" if (host, code) in model.known:
            lease = model.known[host, code]
            await store.reopen(code)
            parts, _ = await store.lines(code)
            try:
                await appended(store, lease, code, parts, b"%d\n" % lease.epoch)
            except LeaseLost:
                assert lease.epoch < model.epoch[code]
            else:
                assert lease.epoch == model.epoch[code]
                model.log[code].append(lease.epoch)
        case "release" if (host, code) in model.known:
            lease = model.known[host, code]
            await store.release(lease)
            if lease.epoch == model.epoch[code]:
                model.node[code] = None
        case "run out":
            await run_out(database, host)
            model.alive[host] = False
        case "renew":
            assert await store.renew(host) == model.alive[host]
            if not model.alive[host]:
                model.given_up(host)
            model.alive[host] = True
        case "release_all":
            await store.release_all(host)
            model.alive[host] = False
            model.given_up(host)


def test_two_nodes_in_any_order_agree_with_the_model(database: str) -> None:
    async def play(steps: list[tuple[str, str, str]]) -> None:
        async with behind(database) as connection:
            await connection.execute("TRUNCATE tables, matches, lines, leases, hosts")
        model = Model()
        async with opened(database, HOSTS[0]) as ann, opened(database, HOSTS[1]) as bob:
            stores = dict(zip(HOSTS, (ann, bob), strict=True))
            for code in CODES:
                lease = await held(ann, code, HOSTS[0])
                await ann.begin_match(lease, table(code), match(code, code))
                model.epoch[code], model.node[code], model.known[HOSTS[0], code] = 1, HOSTS[0], lease
            for step in steps:
                await _step(model, stores, database, step)
                for code in CODES:
                    assert await bob.holder(code) == model.holder(code)
            for code in CODES:
                assert await ann.lines(code) == (len(model.log[code]), b"".join(b"%d\n" % n for n in model.log[code]))
                assert model.log[code] == sorted(model.log[code])

    with asyncio.Runner() as runner:

        async def migrated() -> None:
            async with opened(database, HOSTS[0]):
                pass

        runner.run(migrated())

        @settings(max_examples=15)
        @given(STEPS)
        def agree(steps: list[tuple[str, str, str]]) -> None:
            runner.run(play(steps))

        agree()
