"""The short way to tell how a view changed leaves nothing out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.golden.changes import changes

names = st.sampled_from("abc")
values = st.recursive(
    st.one_of(st.none(), st.integers(0, 3), st.sampled_from(["", "x", "y"])),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(names, inner, max_size=3)),
    max_leaves=8,
)
views = st.dictionaries(names, values, min_size=1, max_size=3)


@given(views, views, views)
def test_other_changes_are_told_otherwise(old: object, one: object, two: object) -> None:
    assert (sorted(changes(old, one)) == sorted(changes(old, two))) == (one == two)


@given(views)
def test_nothing_is_told_when_nothing_changed(view: object) -> None:
    assert not list(changes(view, view))


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ({"pile": 8}, {"pile": 7}, ["pile=7"]),
        ({"left": {"D": 1, "S": 2}}, {"left": {"S": 1, "B1": 1}}, ["left.S=1", "left.B1=1", "left.D gone"]),
        ({"rows": [["a"], ["b", "c"]]}, {"rows": [["a"], ["b", "x", "c"]]}, ['rows[1][1:1]=["x"]']),
        ({"hand": ["a", "b", "b"]}, {"hand": ["a", "b"]}, ["hand[2:3]=[]"]),
        ({"hand": ["a"]}, {"hand": []}, ["hand=[]"]),
        ({"totals": [1, 2]}, {"totals": [1, 5]}, ["totals[1]=5"]),
        ({"open": None}, {"open": {"sum": 3}}, ['open={"sum":3}']),
    ],
)
def test_changes_are_told_shortly(old: object, new: object, told: list[str]) -> None:
    assert list(changes(old, new)) == told
