"""How much one connection or one address may ask for."""

from collections import OrderedDict
from ipaddress import IPv4Address, ip_address
from typing import Final

from cartable.server.common.clock import now_ms


class Bucket:
    """So many a second, and a burst at once."""

    __slots__ = ("_at", "_burst", "_left", "_rate")

    def __init__(self, rate_s: float, burst: float) -> None:
        self._rate = rate_s / 1000
        self._burst = burst
        self._left = burst
        self._at = now_ms()

    def take(self, now: float) -> bool:
        """One more; False when it is too many."""
        left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        if left < 1:
            self._left = left
            return False
        self._left = left - 1
        return True


class Buckets:
    """A bucket for each address, the longest silent forgotten first."""

    def __init__(self, rate_s: float, burst: float, most: int) -> None:
        self._rate_s = rate_s
        self._burst = burst
        self._most = most
        self._of: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> bool:
        """One more of this address; False when it is too many."""
        bucket = self._of.pop(address, None) or Bucket(self._rate_s, self._burst)
        self._of[address] = bucket
        if len(self._of) > self._most:
            self._of.popitem(last=False)
        return bucket.take(now_ms())


HOUSEHOLD: Final = 64
"""Bits of an IPv6 address that are one household's; it has all the addresses that begin so."""


def address_of(client: object) -> str:
    """Whom to count: an IPv4 address, or an IPv6 network."""
    host = str(client[0]) if isinstance(client, tuple | list) and client else "?"
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, IPv4Address):
        return host
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(int(address) >> (address.max_prefixlen - HOUSEHOLD))
