"""The language a person is spoken to: the one asked for, or that of the machine."""

import os
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Annotated, Final

import typer

from cartable.kernel import BadInput
from cartable.matches.log.header import Header
from cartable.words import LANGUAGES, Teller

Lang = Annotated[
    str | None, typer.Option("--lang", help=f"{' or '.join(LANGUAGES)}; left out, the language of this machine.")
]

PERSON: Final = "Player"
"""What the header of a match calls a person who plays at the command line."""


def language_of(asked: str | None, environ: Mapping[str, str] = os.environ) -> str:
    """The language to use; a machine that speaks none of ours is spoken to in English."""
    if asked is None:
        spoken = next((environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environ.get(name)), "")
        return spoken[:2] if spoken[:2] in LANGUAGES else "en"
    if asked not in LANGUAGES:
        raise BadInput(f"--lang {asked}", f"expected one of: {', '.join(LANGUAGES)}")
    return asked


def language_in(given: Sequence[str], environ: Mapping[str, str] = os.environ) -> str:
    """Return the language that a command line asks for: the last `--lang` as of any option. An error about that very
    word is told in the language of the machine."""
    asked = None
    for word, following in pairwise((*given, "")):
        name, equals, value = word.partition("=")
        if name == "--lang":
            asked = value if equals else following
    return language_of(asked if asked in LANGUAGES else None, environ)


def names_of(header: Header, language: str) -> list[str]:
    """Return the names by seat. A person without a name is called what that is in the reader's language; the header
    always says the same, for the cards follow from it."""
    person = Teller(header.game, language, ()).say("play.person")
    return [person if each.kind == "human" and each.name == PERSON else each.name for each in header.seats]
