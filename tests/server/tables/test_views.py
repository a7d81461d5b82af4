"""What is shown to a seat, as it goes over the wire."""

from typing import Any

import msgspec
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET

from cartable.server.tables.views import ENCODER, with_legal
from cartable.wire import down

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
UPDATES = st.builds(
    down.Update,
    n=st.integers(0, 500),
    events=st.lists(st.builds(down.NumberedEvent, st.integers(0, 9), st.integers(0, 9), JSON), max_size=2).map(tuple),
    patch=JSON,
    preview=st.just(UNSET) | JSON,
    outcome=JSON,
    race=st.booleans(),
)


@given(update=UPDATES, legal=st.lists(st.text(max_size=8), max_size=4).map(tuple))
def test_what_is_added_to_an_update_is_read_as_if_it_had_been_encoded_with_it(update: Any, legal: Any) -> None:
    whole = msgspec.structs.replace(update, legal=legal)
    assert msgspec.json.decode(with_legal(ENCODER.encode(update), legal)) == msgspec.json.decode(ENCODER.encode(whole))
