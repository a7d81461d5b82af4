"""Reading numbers, and asking for acts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cartable.kernel import BadInput, whole_number
from tests.kit.toy import TOY
from tests.kit.toy_state import Bet


@given(st.integers(-(10**7), 10**9 - 1))
def test_numbers_are_read_as_they_are_written(number: int) -> None:
    assert whole_number(str(number)) == number


@given(st.one_of(st.text(), st.text("0123456789-+._ ٣²")))
def test_nothing_else_is_a_number(word: str) -> None:
    number = whole_number(word)
    assert number is None or str(number) == word


@pytest.mark.parametrize("word", ["", "-", "01", "+1", "1.0", "-0", " 1", "1_0", "٣", "²", "9" * 10, "9" * 5000])
def test_look_alikes(word: str) -> None:
    assert whole_number(word) is None


def test_an_act_is_asked_for_by_its_text() -> None:
    assert TOY.act("bet 2") == Bet(2)


def test_a_text_of_no_form_is_told_the_forms() -> None:
    with pytest.raises(BadInput, match=r"'bet two': expected one of: bet N · bet N on CARD · deal CARD"):
        TOY.act("bet two")
