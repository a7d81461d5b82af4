"""The little language of sentences: `{seat:player} takes {cards:cards}.`

A placeholder is `{field}` (as it is), `{field:how}` with a way of telling (`player players card cards the cell cells
place places word words`, or a form of words that the game's catalogue has: `{colour:feminine}`), or `{field:one|many}`,
which picks by the number in the field and puts it for `#`; a truth value picks the first when it is true. A way written
with a capital, `{card:The}`, begins what it tells with one. What stands before a value and the value may change where
they meet: `de Agathe` is `d'Agathe`. The catalogue says how, in `grammar.joins`; a language without them has none.
Nothing else: the web client has the same forty lines.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple, Self

PLACEHOLDER: Final = re.compile(r"\{(\w+)(?::([^{}]*))?\}")

MINUS: Final = "\N{MINUS SIGN}"

Ways = Mapping[str, Callable[[Any], str]]


class Grammar(NamedTuple):
    """What a language asks of its sentences: which counts are singular, and what changes where two words meet."""

    singular: frozenset[int] = frozenset((1,))
    joins: tuple[tuple[str, re.Pattern[str], str], ...] = ()

    @classmethod
    def read(cls, table: Mapping[str, Any]) -> Self:
        """From a catalogue: `singular = "0 1"`, and tables `joins.<name>` with `before`, `after` and `becomes`."""
        joins = (
            (each["before"], re.compile(each["after"]), each["becomes"]) for each in table.get("joins", {}).values()
        )
        return cls(frozenset(int(count) for count in table.get("singular", "1").split()), tuple(joins))

    def joined(self, text: str, value: str) -> str:
        """A text and the value after it."""
        for before, after, becomes in self.joins:
            head = text.removesuffix(before)
            found = after.match(value) if head != text and not head[-1:].isalpha() else None
            if found is not None:
                return head + becomes + value[found.end() :]
        return text + value


def fill(sentence: str, values: Mapping[str, Any], ways: Ways, grammar: Grammar) -> str:
    """The sentence with its placeholders told."""
    told, end = "", 0
    for match in PLACEHOLDER.finditer(sentence):
        told += sentence[end : match.start()]
        told = grammar.joined(told, _told(values[match[1]], match[2], ways, grammar))
        end = match.end()
    return told + sentence[end:]


def _told(value: Any, how: str | None, ways: Ways, grammar: Grammar) -> str:
    if how is None:
        return with_minus(value)
    if "|" in how:
        one, many = how.split("|")
        if isinstance(value, bool):
            return one if value else many
        count = value if isinstance(value, int) else len(value)
        return (one if abs(count) in grammar.singular else many).replace("#", with_minus(count))
    if how[:1].isupper():
        return capital(ways[how[0].lower() + how[1:]](value))
    return ways[how](value)


def capital(text: str) -> str:
    """With a capital at the beginning."""
    return text[:1].upper() + text[1:]


def with_minus(value: Any) -> str:
    """A value as text; numbers below zero get a minus sign, not a hyphen."""
    return str(value).replace("-", MINUS) if isinstance(value, int | float) else str(value)


def placeholders(sentence: str) -> set[tuple[str, str | None]]:
    """The fields a sentence needs and how it tells them, for the tests."""
    return {(match[1], match[2]) for match in PLACEHOLDER.finditer(sentence)}
