"""Table codes, match ids and the keys of places: short where people read them aloud, long where nobody may guess."""

import hashlib
import hmac
import secrets
from typing import Final

import msgspec

from cartable.matches.room import MOST_SENT_AWAY

CODE_LETTERS: Final = "bcdfghjkmnpqrstvwxz"
"""No vowels, so that no code spells a word; no l, which looks like a 1; no y, which can stand in for a vowel."""

CODE_LENGTH: Final = 6
LOCAL: Final = "local-"
"""How the code of a table on somebody's own device begins: no server gives such a code."""

ID_BYTES: Final = 12

KEY_BYTES: Final = 24
KEYS_PER_PLACE: Final = 4
"""How many keys open a place at the same time. One more replaces the oldest personal link; neither the first key, which
the person got when they sat down, nor the key that asks for the link is ever replaced."""

KICKED: Final = -1
KEYS_KICKED: Final = MOST_SENT_AWAY * KEYS_PER_PLACE
"""The place under which keys of people who were sent away are kept, and how many of them: enough for all keys of
everybody whose name is remembered."""

Keys = dict[int, tuple[str, ...]]
"""By place, the hashes of its keys. The first is that of the key that was given out when the place was taken."""


def decode_keys(stored: bytes) -> Keys:
    """Return the hashes of a table's keys from its row in the store."""
    return msgspec.json.decode(stored, type=Keys)


def new_code() -> str:
    """A table's code: one of 47 million."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def read_code(text: str) -> str | None:
    """A code as somebody typed it, or None."""
    code = text.strip().lower()
    letters = code.removeprefix(LOCAL)
    return code if len(letters) == CODE_LENGTH and set(letters) <= set(CODE_LETTERS) else None


def new_id() -> str:
    """A match's id, which opens its replay: not to be guessed."""
    return secrets.token_urlsafe(ID_BYTES)


def new_key() -> str:
    """A secret that opens a place."""
    return secrets.token_urlsafe(KEY_BYTES)


def key_hash(key: str) -> str:
    """What is kept of a key. It is random and long: a plain hash cannot be turned back."""
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()


def with_key(keys: Keys, place: int, key: str, own: str | None = None) -> Keys:
    """Return the keys with one more for a place. `own`, the key of whoever asks, and the first key stay."""
    hashes, own_hash = keys.get(place, ()), key_hash(own or "")
    if len(hashes) >= KEYS_PER_PLACE:
        oldest = next(known for known in hashes[1:] if known != own_hash)
        hashes = tuple(known for known in hashes if known != oldest)
    return {**keys, place: (*hashes, key_hash(key))}


def is_first_key(keys: Keys, place: int, key: str | None) -> bool:
    """Return whether this is the key that was given out when the place was taken."""
    return bool(key) and hmac.compare_digest(keys[place][0], key_hash(key or ""))


def with_first_key_only(keys: Keys, place: int) -> Keys:
    """Return the keys without the personal links of a place."""
    return {**keys, place: keys[place][:1]}


def without_place(keys: Keys, place: int, *, kicked: bool) -> Keys:
    """Without the keys of a place; if somebody was sent away from it, theirs are still known, but open nothing."""
    left = {other: hashes for other, hashes in keys.items() if other != place}
    if kicked:
        left[KICKED] = (*keys.get(KICKED, ()), *keys.get(place, ()))[-KEYS_KICKED:]
    return left


def is_kicked(keys: Keys, key: str | None) -> bool:
    """Is this a key of somebody who was sent away?"""
    return bool(key) and key_hash(key or "") in keys.get(KICKED, ())


def place_of(keys: Keys, key: str | None) -> int | None:
    """The place that a key opens. Every hash is compared, each in constant time."""
    if not key:
        return None
    given = key_hash(key)
    found = None
    for place, hashes in keys.items():
        if place == KICKED:
            continue
        for known in hashes:
            if hmac.compare_digest(known, given):
                found = place
    return found
