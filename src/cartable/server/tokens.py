"""The keys of places: a random secret each, of which only the hash is kept."""

import hashlib
import hmac
import secrets
from typing import Final

KEY_BYTES: Final = 24
KEYS_PER_PLACE: Final = 4
"""Personal links that work at the same time; a further one takes the oldest's place."""

Keys = dict[int, tuple[str, ...]]
"""By place, the hashes of its keys."""


def new_key() -> str:
    """A secret that opens a place."""
    return secrets.token_urlsafe(KEY_BYTES)


def key_hash(key: str) -> str:
    """What is kept of a key. It is random and long: a plain hash cannot be turned back."""
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()


def with_key(keys: Keys, place: int, key: str) -> Keys:
    """With one more key for a place."""
    return {**keys, place: (*keys.get(place, ())[1 - KEYS_PER_PLACE :], key_hash(key))}


def place_of(keys: Keys, key: str | None) -> int | None:
    """The place that a key opens. Every hash is compared, each in constant time."""
    if not key:
        return None
    given = key_hash(key)
    found = None
    for place, hashes in keys.items():
        for known in hashes:
            if hmac.compare_digest(known, given):
                found = place
    return found
