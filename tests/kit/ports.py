"""Ports for programs that have to be told one, and keep it when they are started again."""

import secrets
import socket
from typing import Final

FIRST: Final = 15_000
LAST: Final = 30_000
"""Below those that systems give away by themselves. Another process would get one of those between the moment it was
found free and the moment it is listened on, or while its program is stopped."""


def free_port(row: int = 1) -> int:
    """The first of this many ports in a row that nobody listens on."""
    while True:
        first = FIRST + secrets.randbelow(LAST - FIRST)
        if all(map(_free, range(first, first + row))):
            return first


def _free(port: int) -> bool:
    with socket.socket() as probe:
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True
