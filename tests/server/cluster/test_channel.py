"""Laws of a channel: whatever the bus loses, what arrives is what was sent, from the first on, in order and once."""

from collections import deque

from hypothesis import given
from hypothesis import strategies as st

from cartable.server.cluster.channel import HEARTBEAT_S, RETRY_S, SILENT_S, Channel
from cartable.server.cluster.messages import DECODER, AnyMessage, ClientGone, FromClient

STEPS = st.lists(st.sampled_from(["post a", "post b", "flush", "carry a", "carry b", "lose a", "lose b", "tick"]))


class Pair:
    """Both ends, the packets between them, and a clock that is counted up."""

    def __init__(self) -> None:
        self.now = 0.0
        self.under_way: dict[str, deque[bytes]] = {"a": deque(), "b": deque()}
        self.heard: dict[str, list[AnyMessage]] = {"a": [], "b": []}
        self.posted: dict[str, list[AnyMessage]] = {"a": [], "b": []}
        self.ends = {
            me: Channel(me, self.under_way[other].append, self.heard[me].append, 0.0)
            for me, other in (("a", "b"), ("b", "a"))
        }

    def post(self, me: str) -> None:
        message = FromClient(len(self.posted[me]), b"x" * (len(self.posted[me]) % 5))
        self.posted[me].append(message)
        self.ends[me].post(message)

    def carry(self, to: str) -> None:
        if self.under_way[to]:
            packet = DECODER.decode(self.under_way[to].popleft())
            assert packet.yours in (0, self.ends[to].key)
            self.ends[to].receive(packet, self.now)

    def lose(self, to: str) -> None:
        if self.under_way[to]:
            self.under_way[to].popleft()

    def tick(self) -> None:
        self.now += HEARTBEAT_S
        for end in self.ends.values():
            end.tick(self.now)

    def flush(self) -> None:
        for end in self.ends.values():
            end.flush()

    def settle(self) -> None:
        """Nothing is lost any more."""
        for _ in range(4):
            self.flush()
            self.tick()
            while self.under_way["a"] or self.under_way["b"]:
                self.carry("a")
                self.carry("b")


@given(STEPS)
def test_all_that_is_posted_arrives_in_order_and_once(steps: list[str]) -> None:
    pair = Pair()
    silent = 0
    for step in steps:
        name, _, who = step.partition(" ")
        silent = silent + 1 if name == "tick" else silent
        if silent * HEARTBEAT_S > SILENT_S - HEARTBEAT_S:
            break  # the next law
        getattr(pair, name)(*([who] if who else []))
        for me, other in (("a", "b"), ("b", "a")):
            assert pair.heard[me] == pair.posted[other][: len(pair.heard[me])]
    pair.settle()
    assert not any(end.lost for end in pair.ends.values())
    assert pair.heard == {"a": pair.posted["b"], "b": pair.posted["a"]}


def test_silence_is_the_end() -> None:
    pair = Pair()
    while pair.now <= SILENT_S:
        assert not pair.ends["a"].lost
        pair.tick()
    assert all(end.lost for end in pair.ends.values())


def test_who_was_held_up_listens_before_it_judges() -> None:
    pair = Pair()
    pair.ends["a"].tick(100.0, patient=True)
    assert not pair.ends["a"].lost


def test_the_same_is_not_asked_for_at_once_again() -> None:
    pair = Pair()
    pair.post("a")
    pair.flush()
    pair.lose("b")
    for _ in range(3):
        pair.post("a")
        pair.flush()
        pair.carry("b")
    assert len(pair.under_way["a"]) == 1
    pair.now += RETRY_S
    pair.post("a")
    pair.flush()
    pair.carry("b")
    assert len(pair.under_way["a"]) == 2


def test_large_heaps_go_in_several_packets() -> None:
    pair = Pair()
    for number in range(10):
        pair.ends["a"].post(FromClient(number, bytes(100_000)))
    pair.ends["a"].post(ClientGone(1))
    pair.flush()
    assert len(pair.under_way["b"]) == 5
    while pair.under_way["b"]:
        pair.carry("b")
    assert len(pair.heard["b"]) == 11
