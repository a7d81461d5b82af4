"""Deal numbers: a short name for all cards of a match, so that other tables and other evenings can get the same.

Whoever knows a number can work out its cards, so nobody is told it before the match is over, except whoever enters it.
`docs/fairness.md` says all of this to the byte.
"""

import hashlib
import hmac
import secrets
from collections.abc import Iterator
from typing import Final, Literal, NamedTuple, Self

from cartable.kernel import BadInput
from cartable.matches.deal.fairdeal import SECRET_BYTES, index

DealNumberKind = Literal["none", "new", "given"]
"""Whether a match has a deal number, with which its cards can be played again. `new`: it follows from the deal, and
nobody knows it before the end; `given`: somebody entered it."""

NEW: Final = "new"
"""Entered in place of a number: a new one is wanted."""

LETTERS: Final = "3479BCDFGHJKMNPQRSTVWXZ"
"""No vowels, so that no number spells a word; no digit that looks like one of the letters."""

LENGTH: Final = 8
SALT_BYTES: Final = SECRET_BYTES - LENGTH

ROUNDS: Final = 2**14
"""How often a number is hashed: trying all 78 billion takes longer than any match, also for whoever has seen its first
cards. It costs the server a few milliseconds."""

_GROUPED: Final = str.maketrans("", "", " -")


def read_deal_number(text: str) -> str:
    """A number as somebody typed it: small letters, spaces and dashes do not matter."""
    number = text.translate(_GROUPED).upper()
    if len(number) != LENGTH or not set(number) <= set(LETTERS):
        raise BadInput("deal number", f"expected {LENGTH} characters of {LETTERS}, got {text[:40]!r}")
    return number


def read_deal_choice(text: str) -> str:
    """What somebody entered: nothing, `NEW`, or a number."""
    return text.lower() if text.lower() in ("", NEW) else read_deal_number(text)


def kind_of(choice: str) -> DealNumberKind:
    """What everybody may know of such a choice."""
    if choice in ("", NEW):
        return "new" if choice else "none"
    return "given"


class DealSecret(NamedTuple):
    """The dealer's secret for a match. Where a number was entered, the secret holds it: so its hash binds the server to
    the number, and does not tell it."""

    secret: bytes
    kind: DealNumberKind

    @classmethod
    def of(cls, choice: str) -> Self:
        """A new one, for what was entered."""
        kind = kind_of(choice)
        if kind == "given":
            return cls(secrets.token_bytes(SALT_BYTES) + choice.encode("ascii"), kind)
        return cls(secrets.token_bytes(SECRET_BYTES), kind)


def derived_deal_number(key: bytes) -> str:
    """The number that follows from the key of a deal, which neither the server nor a player could steer."""
    return "".join(LETTERS[index(key, "number", 0, place, len(LETTERS))] for place in range(LENGTH))


def number_in(secret: bytes) -> str:
    """The number that the secret of a match holds for which one was entered."""
    number = secret[SALT_BYTES:].decode("ascii", errors="replace")
    if len(number) != LENGTH or not set(number) <= set(LETTERS):
        raise BadInput("secret", "expected one that ends with a deal number")
    return number


def cards_key(number: str, game: str, players: int) -> bytes:
    """The key of all deals with this number, in this game, among this many players."""
    return hmac.digest(_hashed(number), f"{game}|{players}".encode("ascii"), "sha256")


_HASHED: Final[dict[str, bytes]] = {}
MOST_HASHED: Final = 256
AT_A_STRETCH: Final = 512


def hashing(number: str) -> Iterator[None]:
    """Hash a number, in stretches between which others can have their turn; then `cards_key` need not."""
    digest = number.encode("ascii")
    for done in range(ROUNDS):
        if done % AT_A_STRETCH == 0:
            yield
        digest = hashlib.sha256(digest).digest()
    if len(_HASHED) >= MOST_HASHED:
        del _HASHED[next(iter(_HASHED))]
    _HASHED[number] = digest


def _hashed(number: str) -> bytes:
    if number not in _HASHED:
        for _ in hashing(number):
            pass
    return _HASHED[number]
