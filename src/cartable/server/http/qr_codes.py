"""The links of tables as QR codes: drawn one at a time, between which the tables have their turn, and kept.

A thread of its own would not help: whoever draws in it holds the interpreter for as long, in larger pieces.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from io import BytesIO
from typing import Final

KEPT: Final = 256
"""QR codes in memory, those asked for last; each takes about 5 KB."""

MASK: Final = 2
"""The pattern that breaks a code up. To look for the best of eight takes eight times as long, and every reader reads
them all."""


class QrCodes:
    """Those of a server."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, bytes] = OrderedDict()
        self._drawing = asyncio.Lock()

    def __len__(self) -> int:
        return len(self._known)

    async def of(self, link: str, allow: Callable[[], None]) -> bytes:
        """A link as a picture. `allow` is asked, and raises what it likes, if it has to be drawn."""
        if link not in self._known:
            allow()
            async with self._drawing:
                await asyncio.sleep(0)
                self._known[link] = self._known.get(link) or drawn(link)
        self._known.move_to_end(link)
        if len(self._known) > KEPT:
            self._known.popitem(last=False)
        return self._known[link]


def drawn(link: str) -> bytes:
    """A link as a QR code: 1 to 5 ms."""
    import segno  # noqa: PLC0415 - a table on somebody's own device has no link, and does without it

    picture = BytesIO()
    code = segno.make(link, error="m", mask=MASK, boost_error=False, micro=False)
    code.save(picture, kind="svg", scale=8, border=3, xmldecl=False)
    return picture.getvalue()
