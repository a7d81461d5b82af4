"""Quinto's acts as written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cartable.games.quinto import QUINTO
from cartable.games.quinto.acts import ACTS, DEAL, FIRST, QuintoLay, QuintoWrite, read
from cartable.kernel import BadInput

EVERY = (*ACTS, *DEAL.values(), *FIRST)


def test_every_act_is_read_back() -> None:
    assert [read(str(act)) for act in EVERY] == list(EVERY)
    assert len({str(act) for act in EVERY}) == len(EVERY) == 32 * 4 + 8 * 12 * 8 + 27 + 1 + 32 + 4


@pytest.mark.parametrize(
    "text",
    [
        "lay O4 e",
        "lay O4 a O4 a",
        "lay O4 a Y5 b",
        "lay O4 a Y4 b P4 c",
        "write o13",
        "write z1",
        "write o-1",
        "first 4",
    ],
)
def test_an_impossible_act_of_a_known_form_is_read_and_left_to_the_judge(text: str) -> None:
    act = read(text)
    assert act is not None
    assert act not in EVERY
    assert str(act) == text


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "lay",
            "lay O4",
            "lay O4 a Y4",
            "lay  O4 a",
            "lay O4 a ",
            " lay O4 a",
            "Lay O4 a",
            "lay o4 a",
            "lay O7 a",
        ),
        *("lay O4 A", "lay O4 ab", "lay O4 1", "lay O-1 a", "lay O04 a", "lay a O4"),
        *("write", "write o", "write 3", "write O3", "write o03", "write o3 o4", "write o٣", "write o" + "9" * 5000),
        *("pass 1", "passing", "deal", "deal Z1", "deal O5 O6", "first", "first x", "first 01", "first " + "9" * 5000),
    ],
)
def test_text_of_no_known_form_is_not_read(text: str) -> None:
    assert read(text) is None
    with pytest.raises(BadInput, match="write CELL"):
        QUINTO.act(text)


@given(
    st.lists(st.sampled_from(["lay", "write", "first", "deal", "pass", "O4", "X-2", "a", "e", "o3", "o-1", "7", ""]))
)
def test_whatever_is_read_is_written_back(words: list[str]) -> None:
    text = " ".join(words)
    act = read(text)
    assert act is None or str(act) == text


def test_acts_are_values() -> None:
    assert read("lay P1 c O1 a") == QuintoLay((("P1", "c"), ("O1", "a")))
    assert read("write y9") == QuintoWrite("y9")
