"""The lines of a match log after its header, and how they are written.

First the acts, `[n, seat, "take 2", at_ms, {"k": 3}]`; then how it came out, `{"outcome": {"reason": "pile-empty",
"ranks": [2, 1], "scores": [20, 31]}}`; and in an exported log `{"reveal": {"secret": "...", "nonces": ["..."]}}`.
"""

from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import UNSET, UnsetType

from cartable.kernel import Outcome

Count = Annotated[int, msgspec.Meta(ge=0)]
Bytes32 = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}$(?!\n)", description="32 bytes in lower-case hex")]


class About(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What else is known of an act: its number at its seat, who did it if not the player, the referee's receipt."""

    k: Count | UnsetType = UNSET
    by: Literal["stand-in", "table"] | UnsetType = UNSET
    receipt: dict[str, Any] | UnsetType = UNSET
    tied: tuple[tuple[Count, Count], ...] = ()
    """Seat and number of the calls that a tie answers together: sent again, they are known."""


NOTHING_MORE: Final = About()


class Entry(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """One act: its number from 0, its seat (-1 dealer, -2 clock), its written form, its time from the match's start."""

    n: Count
    seat: int
    text: str
    at_ms: Count
    about: About


class Ending(msgspec.Struct, frozen=True, omit_defaults=True):
    """How it came out; no outcome when the match was given up."""

    outcome: Outcome | None
    given_up: bool = False


GIVEN_UP: Final = Ending(None, given_up=True)


class Reveal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the dealer kept to itself, told after the match: with it every draw can be checked."""

    secret: Bytes32
    nonces: tuple[Bytes32, ...]


class Revealed(msgspec.Struct, frozen=True):
    """The last line of an exported log."""

    reveal: Reveal


_ENCODER: Final = msgspec.json.Encoder()


def encode_line(line: Entry | Ending | Revealed) -> bytes:
    """A line of the log, with its line end."""
    return _ENCODER.encode(line) + b"\n"
