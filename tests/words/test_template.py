"""The little language of sentences."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cartable.words import placeholders
from cartable.words.template import Grammar, fill

WAYS = {"loud": lambda value: str(value).upper()}


def filled(sentence: str, **values: object) -> str:
    return fill(sentence, values, WAYS, Grammar())


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("plain", "plain"),
        ("{count} cards", "2 cards"),
        ("{name:loud}!", "ANN!"),
        ("{count:# card|# cards}", "2 cards"),
        ("{one:# card|# cards}", "1 card"),
        ("{cards:a card|# cards}", "3 cards"),
        ("{yes:yes|no} {no:yes|no}", "yes no"),
        ("{yes:|. Never}.", "."),
    ],
)
def test_placeholders_are_told(sentence: str, told: str) -> None:
    values = {"count": 2, "one": 1, "name": "Ann", "cards": ("a", "b", "c"), "yes": True, "no": False}
    assert filled(sentence, **values) == told


def test_what_is_not_given_is_a_bug() -> None:
    with pytest.raises(KeyError):
        filled("{nobody}")
    with pytest.raises(KeyError):
        filled("{name:whisper}", name="Ann")


@given(st.text())
def test_values_are_put_in_as_they_are(value: str) -> None:
    """Even one that looks like a placeholder."""
    assert filled("<{value}>", value=value) == f"<{value}>"


def test_placeholders_are_found() -> None:
    assert placeholders("{a} {b:card} {c:one|# many} {d:}") == {
        ("a", None),
        ("b", "card"),
        ("c", "one|# many"),
        ("d", ""),
    }
