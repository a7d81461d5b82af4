"""The little language of sentences: `{seat:player} takes {cards:cards}.`

A placeholder is `{field}` (as it is), `{field:how}` with a way of telling (`player players card cards cell cells place
places word words`), or `{field:one|many}`, which picks by the number in the field and puts it for `#`; a truth value
picks the first when it is true. Nothing else: the web client has the same twenty lines.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

PLACEHOLDER: Final = re.compile(r"\{(\w+)(?::([^{}]*))?\}")

MINUS: Final = "\N{MINUS SIGN}"

Ways = Mapping[str, Callable[[Any], str]]


def fill(sentence: str, values: Mapping[str, Any], ways: Ways, singular: Callable[[int], bool]) -> str:
    """The sentence with its placeholders told."""

    def told(match: re.Match[str]) -> str:
        value, how = values[match[1]], match[2]
        if how is None:
            return with_minus(value)
        if "|" in how:
            one, many = how.split("|")
            if isinstance(value, bool):
                return one if value else many
            count = value if isinstance(value, int) else len(value)
            return (one if singular(count) else many).replace("#", with_minus(count))
        return ways[how](value)

    return PLACEHOLDER.sub(told, sentence)


def with_minus(value: Any) -> str:
    """A value as text; numbers below zero get a minus sign, not a hyphen."""
    return str(value).replace("-", MINUS) if isinstance(value, int | float) else str(value)


def placeholders(sentence: str) -> set[tuple[str, str | None]]:
    """The fields a sentence needs and how it tells them, for the tests."""
    return {(match[1], match[2]) for match in PLACEHOLDER.finditer(sentence)}
