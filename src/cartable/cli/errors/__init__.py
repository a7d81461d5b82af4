"""Errors at the command line in the reader's language. The code raises them in English; each other language has a file
here that gives a sentence for every English one, with the same holes."""

import re
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from tomllib import loads

from cartable.kernel import BadInput
from cartable.words import catalogue
from cartable.words.template import Grammar, fill

HOLE = re.compile(r"\\\{(\w+)\\\}")


def error_text(error: BadInput, language: str) -> str:
    """Return what to tell of an error: where, and what was expected there."""
    if not sentences(language):
        return str(error)
    how = translated(error.expected, language)
    what = translated(error.where, language)
    return catalogue(language).sentence("told").format(what=what, how=how) if what else how


def translated(text: str, language: str) -> str:
    """Return a message, or a part of one, in a language; names, numbers and what has no sentence stay as they are."""
    for pattern, sentence in sentences(language):
        match = pattern.fullmatch(text)
        if match is not None:
            holes = {name: translated(value, language) for name, value in match.groupdict().items()}
            return fill(sentence, holes, {}, Grammar.read(catalogue(language).find("grammar") or {}))
    return text


@cache
def sentences(language: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    """Return the sentences of a language with the patterns of the English ones, the most exact first."""
    file = files(__name__).joinpath(f"{language}.toml")
    if not file.is_file():
        return ()
    given: dict[str, str] = loads(file.read_text(encoding="utf-8"))
    return tuple((_pattern(english), given[english]) for english in _most_exact_first(given))


def _most_exact_first(given: Iterable[str]) -> list[str]:
    return sorted(given, key=lambda english: -len(HOLE.sub("", re.escape(english))))


def _pattern(english: str) -> re.Pattern[str]:
    return re.compile(HOLE.sub(r"(?P<\1>.+?)", re.escape(english)), re.DOTALL)
