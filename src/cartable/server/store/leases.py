"""The tables that this node may write, and for how long: a store that several nodes share lends them out.

A node that has lost its lease must not say a word about the table: it cannot know what another has done since. So the
end of a lease is known here without asking anybody, by a clock that does not stop while the machine sleeps.
"""

import asyncio
import time
from collections.abc import Callable
from functools import partial
from math import inf
from typing import Final

from cartable.server.common.codes import new_id
from cartable.server.common.logs import log, log_error
from cartable.server.common.metrics import Metrics
from cartable.server.store.contract import HeldElsewhere, Lease, Store, StoreFailed

LEASE_S: Final = 2.0
"""Seconds that a table stays with a process that died, where several share a store."""

RENEWALS: Final = 4
"""How often leases are renewed while they last."""

SAFE_SHARE: Final = 0.9
"""The part of its time in which a lease is held to be ours: what was checked just before may still be on its way."""


def _clock_that_runs_on() -> Callable[[], float]:
    """Seconds on a clock that does not stop while the machine sleeps, where there is one: not in a browser."""
    try:
        time.clock_gettime(time.CLOCK_BOOTTIME)
    except (AttributeError, OSError):
        return time.monotonic
    return partial(time.clock_gettime, time.CLOCK_BOOTTIME)


_clock: Final = _clock_that_runs_on()


class Leases:
    """All leases of this node, under a name that no other has, and none had before."""

    def __init__(self, store: Store, metrics: Metrics | None = None) -> None:
        self._metrics = metrics or Metrics()
        self.node = new_id()
        self.on_lost: Callable[[str], None] | None = None
        """Called with a table's code when its lease is gone: forget the table at once, without a word."""
        self._store = store
        self._held: dict[str, Lease] = {}
        self._until = inf if store.lease_s is None else -inf
        self._times_expired = 0
        self._expiry: asyncio.TimerHandle | None = None
        self._renewing: asyncio.Task[None] | None = None
        self._one_at_a_time = asyncio.Lock()
        self._closed = False

    async def start(self) -> None:
        """Begin to renew, if this store's leases run out."""
        lease_s = self._store.lease_s
        if lease_s is not None:
            await self._renew(lease_s)
            self._renewing = asyncio.ensure_future(self._keep_renewing(lease_s))

    def valid(self, code: str) -> bool:
        """Whether this process may speak for a table now. Nothing is asked of anybody: check before every answer."""
        return _clock() < self._until and code in self._held

    async def hold(self, code: str) -> Lease | HeldElsewhere:
        """Take the lease of a table, or take it again: what was written with the one before no longer counts."""
        if _clock() >= self._until:
            await self._renew_now()
        times_expired = self._times_expired
        lease = await self._store.hold(code, self.node)
        if self._times_expired != times_expired:
            raise StoreFailed("the leases of this server have run out")  # perhaps with this one
        if isinstance(lease, Lease):
            self._held[code] = lease
        return lease

    async def release(self, lease: Lease) -> None:
        """Give a lease back, after everything that was handed in to be written."""
        if self._held.get(lease.code) is lease:
            del self._held[lease.code]
        await self._store.release(lease)

    def mark_lost(self, code: str) -> None:
        """Somebody else has this table: forget it."""
        if self._held.pop(code, None) is not None and self.on_lost is not None:
            self.on_lost(code)

    async def close(self) -> None:
        """Stop renewing, and give everything back."""
        self._held.clear()
        self._closed = True
        if self._renewing is not None:
            self._renewing.cancel()
            self._until = -inf
            if self._expiry is not None:
                self._expiry.cancel()
            try:
                await self._store.release_all(self.node)
            except StoreFailed as error:
                log_error("leases not given back: others wait until they run out", why=str(error))

    # --- renewing ----------------------------------------------------------------------------------------------

    async def _keep_renewing(self, lease_s: float) -> None:
        while not self._closed:
            await self._store.answers_again(lease_s / RENEWALS)
            try:
                async with self._one_at_a_time:
                    await self._renew(lease_s)
            except StoreFailed as error:
                if _clock() >= self._until:
                    log_error("leases not renewed", why=str(error))
            except Exception:  # whatever it is: without renewals this node would have no tables any more
                self._metrics.errors += 1
                log_error("leases not renewed")

    async def _renew_now(self) -> None:
        """They ran out, but that may be over: a caller that wants a table need not wait for the next renewal."""
        async with self._one_at_a_time:
            if self._closed or self._store.lease_s is None:
                raise StoreFailed("this server has no leases any more")
            if _clock() >= self._until:
                await self._renew(self._store.lease_s)

    async def _renew(self, lease_s: float) -> None:
        asked = _clock()  # before: the store counts from later
        try:
            async with asyncio.timeout(lease_s):
                extended = await self._store.renew(self.node)
        except TimeoutError as error:
            raise StoreFailed("no answer from the store") from error
        if not extended:
            self._expire()
        self._until = asked + lease_s * SAFE_SHARE
        if self._expiry is not None:
            self._expiry.cancel()
        loop = asyncio.get_running_loop()
        self._expiry = loop.call_later(max(0.0, self._until - _clock()), self._expire)

    def _expire(self) -> None:
        self._until = -inf
        self._times_expired += 1
        if self._held:
            log("leases ran out", tables=len(self._held))
        for code in tuple(self._held):
            self.mark_lost(code)
