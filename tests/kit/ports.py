"""Ports for programs that have to be told one, and keep it when they are started again."""

import socket
from typing import Final

_HELD: Final[list[socket.socket]] = []
"""Bound but not listened on, until this process ends: the system gives these ports to nobody else, while a program that
sets SO_REUSEADDR, as servers do, can listen on them."""


def free_port(row: int = 1) -> int:
    """The first of this many ports in a row, given by the system and held for us."""
    while True:
        first = _bound(0)
        assert first is not None
        port: int = first.getsockname()[1]
        others = [_bound(port + more) for more in range(1, row)]
        held = [first, *(each for each in others if each is not None)]
        if len(held) == row:
            _HELD.extend(held)
            return port
        for each in held:
            each.close()


def _bound(port: int) -> socket.socket | None:
    holder = socket.socket()
    holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        holder.bind(("127.0.0.1", port))
    except (OSError, OverflowError):
        holder.close()
        return None
    return holder
