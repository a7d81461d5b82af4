"""Deals anyone can verify: from a secret, a header and the players' nonces to the order of a shuffle.

`docs/fairness.md` says all of this to the byte; its test vector holds for any reimplementation.
"""

import hashlib
import hmac
from collections.abc import Iterable, Sequence
from typing import Final

SECRET_BYTES: Final = 32
NONCE_BYTES: Final = 32

_DRAWN_BYTES: Final = 8
_SPAN: Final = 2 ** (8 * _DRAWN_BYTES)


def fingerprint(data: bytes) -> str:
    """SHA-256 in lower-case hex: the commitment to a secret, the hash of a nonce or of a header."""
    return hashlib.sha256(data).hexdigest()


def deal_key(secret: bytes, header: bytes, nonces: Iterable[bytes]) -> bytes:
    """The key of all deals of a match. Nonces have one length and a header no line end, so nothing runs together."""
    return hmac.digest(secret, b"\n".join((header, b"".join(nonces))), "sha256")


def index(key: bytes, label: str, shuffle: int, place: int, below: int) -> int:
    """An even choice from 0 to `below` - 1. The few numbers that would favour the first ones are drawn again."""
    fair = _SPAN - _SPAN % below
    retry = 0
    while True:
        message = f"{label}|{shuffle}|{place}|{retry}".encode("ascii")
        drawn = int.from_bytes(hmac.digest(key, message, "sha256")[:_DRAWN_BYTES], "big")
        if drawn < fair:
            return drawn % below
        retry += 1


def shuffled(key: bytes, label: str, shuffle: int, cards: Sequence[str]) -> list[str]:
    """These cards in the order of the `shuffle`-th shuffle with this label: Fisher-Yates, first place first."""
    order = list(cards)
    for place in range(len(order) - 1):
        other = place + index(key, label, shuffle, place, len(order) - place)
        order[place], order[other] = order[other], order[place]
    return order
