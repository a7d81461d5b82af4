"""What is sent of a changed view makes the old one into the new one, whatever changed."""

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from cartable.wire.patch import SAME, apply, diff


class Part(msgspec.Struct, frozen=True):
    name: str
    cards: tuple[str, ...]


class Whole(msgspec.Struct, frozen=True):
    seat: int | None
    counts: dict[str, int]
    parts: tuple[Part, ...]
    open: Part | None


words = st.text("abc", max_size=2)
parts = st.builds(Part, words, st.lists(words, max_size=3).map(tuple))
wholes = st.builds(
    Whole,
    st.none() | st.integers(0, 3),
    st.dictionaries(words, st.integers(0, 2), max_size=4),
    st.lists(parts, max_size=3).map(tuple),
    st.none() | parts,
)


def sent(value: object) -> object:
    return msgspec.json.decode(msgspec.json.encode(value))


@given(wholes, wholes)
def test_a_patch_makes_the_old_view_into_the_new_one(old: Whole, new: Whole) -> None:
    patch = diff(old, new)
    if patch is SAME:
        assert old == new
    else:
        assert apply(sent(old), sent(patch)) == sent(new)


@given(wholes, wholes)
def test_what_did_not_change_is_not_sent(old: Whole, new: Whole) -> None:
    patch = diff(old, msgspec.structs.replace(new, parts=old.parts))
    assert patch is SAME or "parts" not in patch["~"]
