"""Options: validated once, with words about what is wrong."""

from typing import Annotated, Any, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cartable.kernel import BadInput, Options, read_options


class Lamp(Options, frozen=True, kw_only=True):
    lit: bool = False
    colour: Literal["red", "green"] = "red"
    hours: Annotated[int, msgspec.Meta(ge=0, le=24)] = 1


class Nothing(Options, frozen=True, kw_only=True):
    pass


def test_what_is_left_out_has_its_default() -> None:
    assert read_options(Lamp, {}) == Lamp()
    assert read_options(Lamp, {"hours": 3}) == Lamp(hours=3)


@given(st.booleans(), st.sampled_from(["red", "green"]), st.integers(0, 24))
def test_options_may_be_written(lit: bool, colour: Literal["red", "green"], hours: int) -> None:
    wanted = Lamp(lit=lit, colour=colour, hours=hours)
    assert read_options(Lamp, {"lit": lit, "colour": colour, "hours": hours}) == wanted
    written = {"lit": str(lit).lower(), "colour": colour, "hours": str(hours)}
    assert read_options(Lamp, written, typed=False) == wanted


@pytest.mark.parametrize(
    ("given", "where", "expected"),
    [
        ({"size": 1}, "option size", "unknown; expected one of: lit, colour, hours"),
        ({"lit": 1}, "option lit", "Expected `bool`"),
        ({"lit": "true"}, "option lit", "Expected `bool`"),
        ({"colour": "blue"}, "option colour", "Invalid enum value 'blue'"),
        ({"hours": 25}, "option hours", "Expected `int` <= 24"),
        ({"hours": "3"}, "option hours", "Expected `int`"),
        ({"hours": None}, "option hours", "Expected `int`"),
    ],
)
def test_a_bad_option_is_told(given: dict[str, Any], where: str, expected: str) -> None:
    with pytest.raises(BadInput) as error:
        read_options(Lamp, given)
    assert error.value.where == where
    assert error.value.expected.startswith(expected)


def test_a_game_without_options_says_so() -> None:
    with pytest.raises(BadInput, match="option size: unknown; expected one of: none"):
        read_options(Nothing, {"size": 1})


@given(st.dictionaries(st.sampled_from(["lit", "colour", "hours", "size"]), st.none() | st.booleans() | st.text()))
def test_whatever_is_given_is_options_or_bad_input(given: dict[str, Any]) -> None:
    for typed in (True, False):
        try:
            options = read_options(Lamp, given, typed=typed)
        except BadInput:
            continue
        assert isinstance(options, Lamp)


def test_a_complaint_can_be_seen_from_further_out() -> None:
    assert str(BadInput("hours", "too late").inside("lamp.toml")) == "lamp.toml: hours: too late"
    assert str(BadInput("", "too late").inside("lamp.toml")) == "lamp.toml: too late"
