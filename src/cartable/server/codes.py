"""Codes and ids: short for people to read aloud, long where they must not be guessed."""

import secrets
from typing import Final

CODE_LETTERS: Final = "bcdfghjkmnpqrstvwxz"
"""No vowels, so that no word comes about; no l, which looks like a 1; no y, which can stand in for a vowel."""

CODE_LENGTH: Final = 6
ID_BYTES: Final = 12


def new_code() -> str:
    """A table's code: one of 47 million."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def read_code(text: str) -> str | None:
    """A code as somebody typed it, or None."""
    code = text.strip().lower()
    return code if len(code) == CODE_LENGTH and set(code) <= set(CODE_LETTERS) else None


def new_id() -> str:
    """A match's id, which opens its replay: not to be guessed."""
    return secrets.token_urlsafe(ID_BYTES)
