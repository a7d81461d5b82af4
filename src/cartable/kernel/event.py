"""What happened, told as data: sentences are made from events in each reader's own language."""

import re

import msgspec

from cartable.kernel.seats import Seat


def _kebab(class_name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "-", class_name).lower()


class Event(msgspec.Struct, frozen=True, gc=False, kw_only=True, tag_field="event", tag=_kebab):
    """One happening. `to` is its audience: one seat alone, or None for everybody, spectators included.

    A card that only its owner may see is told twice: an open event without the card, and a private one with it.
    """

    to: Seat | None = None

    @classmethod
    def name(cls) -> str:
        """The event's name in JSON and in the catalogue of sentences."""
        return str(cls.__struct_config__.tag)
