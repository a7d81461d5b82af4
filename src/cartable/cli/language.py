"""The language a person is spoken to: the one asked for, or that of the machine."""

import os
from collections.abc import Mapping
from typing import Annotated

import typer

from cartable.kernel import BadInput
from cartable.words import LANGUAGES

Lang = Annotated[
    str | None, typer.Option("--lang", help=f"{' or '.join(LANGUAGES)}; left out, the language of this machine.")
]


def language_of(asked: str | None, environ: Mapping[str, str] = os.environ) -> str:
    """The language to use; a machine that speaks none of ours is spoken to in English."""
    if asked is None:
        spoken = next((environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environ.get(name)), "")
        return spoken[:2] if spoken[:2] in LANGUAGES else "en"
    if asked not in LANGUAGES:
        raise BadInput(f"--lang {asked}", f"expected one of: {', '.join(LANGUAGES)}")
    return asked
