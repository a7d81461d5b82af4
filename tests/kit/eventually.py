"""Waiting for what cannot be waited for in any other way: what another process does, or a server that says nothing."""

import asyncio
import inspect
from collections.abc import Awaitable, Callable
from typing import Final

PATIENCE_S: Final = 120.0
"""What has not happened by then will not. Nothing takes so long, even on a machine with too much to do: no test passes
or fails by how fast its machine is."""

STEP_S: Final = 0.005


async def eventually(condition: Callable[[], object | Awaitable[object]], within_s: float = PATIENCE_S) -> None:
    """Return as soon as the condition holds, and not a moment later; `TimeoutError` when it does not."""
    async with asyncio.timeout(within_s):
        while True:
            found = condition()
            if await found if inspect.isawaitable(found) else found:
                return
            await asyncio.sleep(STEP_S)
