"""The dealers: one way to shuffle, even and reproducible, and scripts for positions."""

import hashlib
from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cartable.games import registry
from cartable.kernel import ONLY_DEALER, AnyGame, CardKinds, NextReveal
from cartable.matches.deal.dealers import FairDealer, ScriptedDealer, SeededDealer, deal_on, secret_of
from cartable.matches.deal.fairdeal import deal_key, index, shuffled

DECK = CardKinds("abcdef").count("aabbbcddeeef")
DIE = CardKinds("123456").count("123456")

keys = st.binary(min_size=32, max_size=32)
cards = st.lists(st.sampled_from("abcdefgh"), max_size=30).map(sorted)


def hmac_sha256(key: bytes, message: bytes) -> bytes:
    """HMAC by its definition, independent of the library the code uses. Keys here fit into one block."""
    padded = key.ljust(64, b"\0")
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in padded) + message).digest()
    return hashlib.sha256(bytes(byte ^ 0x5C for byte in padded) + inner).digest()


def by_the_document(key: bytes, label: str, shuffle: int, deck: list[str]) -> list[str]:
    """docs/fairness.md, written down a second time."""
    order = list(deck)
    for place in range(len(order) - 1):
        n, retry = len(order) - place, 0
        while True:
            digest = hmac_sha256(key, f"{label}|{shuffle}|{place}|{retry}".encode("ascii"))
            u = int.from_bytes(digest[:8], "big")
            if u < 2**64 // n * n:
                break
            retry += 1
        j = place + u % n
        order[place], order[j] = order[j], order[place]
    return order


@given(keys, st.sampled_from(["deal", "roll", "first"]), st.integers(0, 99), cards)
def test_a_shuffle_is_what_the_document_says(key: bytes, label: str, shuffle: int, deck: list[str]) -> None:
    assert shuffled(key, label, shuffle, deck) == by_the_document(key, label, shuffle, deck)


@given(keys, cards)
def test_a_shuffle_keeps_the_cards(key: bytes, deck: list[str]) -> None:
    assert sorted(shuffled(key, "deal", 0, deck)) == deck


@given(keys, st.binary(max_size=99).filter(lambda line: b"\n" not in line), st.lists(keys, max_size=3))
def test_the_key_is_what_the_document_says(secret: bytes, header: bytes, nonces: list[bytes]) -> None:
    assert deal_key(secret, header, nonces) == hmac_sha256(secret, header + b"\n" + b"".join(nonces))


@given(keys, st.integers(0, 50))
def test_numbers_that_would_favour_some_are_drawn_again(key: bytes, place: int) -> None:
    """Just above half the span nearly every second draw is rejected; a game hardly ever sees one."""
    below, retry = 2**63 + 1, 0
    while (u := int.from_bytes(hmac_sha256(key, f"x|0|{place}|{retry}".encode())[:8], "big")) >= below:
        retry += 1
    assert index(key, "x", 0, place, below) == u


def chi_square(counts: Counter[str], kinds: int) -> float:
    expected = counts.total() / kinds
    return sum((counts[kind] - expected) ** 2 / expected for kind in counts) + (kinds - len(counts)) * expected


def test_every_order_is_equally_likely() -> None:
    """24 orders of four cards: beyond 49.7 lies one in a thousand even dealers, and this one is always the same."""
    counts = Counter("".join(shuffled(secret_of(1), "deal", shuffle, list("abcd"))) for shuffle in range(12_000))
    assert set(counts) == {"".join(order) for order in permutations("abcd")}
    assert chi_square(counts, 24) < 49.7


def test_the_die_is_even() -> None:
    """Six faces: beyond 20.5 lies one in a thousand."""
    dealer = SeededDealer(2)
    counts = Counter(dealer(NextReveal("roll", roll, 0, DIE, DIE)) for roll in range(6_000))
    assert chi_square(counts, 6) < 20.5


# --- dealers -------------------------------------------------------------------------------------------------------


def whole(dealer: FairDealer, verb: str = "deal", shuffle: int = 0) -> list[str]:
    return [dealer(NextReveal(verb, shuffle, slot, DECK, DECK)) for slot in range(len(DECK))]


def test_a_dealer_deals_what_was_shuffled_in_any_order() -> None:
    forwards, backwards = SeededDealer(5), SeededDealer(5)
    order = [backwards(NextReveal("deal", 0, slot, DECK, DECK)) for slot in reversed(range(len(DECK)))]
    assert whole(forwards) == order[::-1]
    assert Counter(order) == Counter(DECK)


def test_secret_header_and_nonces_all_count() -> None:
    secret, nonce = bytes(32), bytes([1]) * 32
    dealers = [
        FairDealer(secret, b"{}", [nonce]),
        FairDealer(nonce, b"{}", [nonce]),
        FairDealer(secret, b"{ }", [nonce]),
        FairDealer(secret, b"{}", [secret]),
        FairDealer(secret, b"{}", []),
    ]
    assert len({tuple(whole(dealer)) for dealer in dealers}) == len(dealers)


def test_verbs_and_shuffles_have_orders_of_their_own() -> None:
    dealer = SeededDealer(5)
    orders = {tuple(whole(dealer, verb, shuffle)) for verb in ("deal", "first") for shuffle in (0, 1)}
    assert len(orders) == 4


def test_the_same_seed_deals_the_same() -> None:
    assert whole(SeededDealer(5)) == whole(SeededDealer(5)) != whole(SeededDealer(6))


def test_a_position_is_filled_up_as_its_seed_would_deal() -> None:
    assert SeededDealer(5).shuffle(list(DECK)[::-1]) == whole(SeededDealer(5))


def test_a_script_is_dealt_in_the_order_of_its_slots() -> None:
    script = list("faabbbcddeee")
    assert whole(ScriptedDealer({"deal": script}, 5)) == script


def test_what_the_script_leaves_out_comes_from_the_seed() -> None:
    order = whole(ScriptedDealer({"deal": ["f", "a"]}, 5))
    assert order[:2] == ["f", "a"]
    assert Counter(order) == Counter(DECK)
    assert order != whole(ScriptedDealer({"deal": ["f", "a"]}, 6))


def test_a_later_shuffle_and_another_verb_come_from_the_seed() -> None:
    scripted = ScriptedDealer({"deal": list(DECK)}, 5)
    assert whole(scripted, shuffle=1) == whole(SeededDealer(5), shuffle=1)
    assert whole(scripted, verb="first") == whole(SeededDealer(5), verb="first")


def test_scripted_rolls_come_one_by_one_and_then_from_the_seed() -> None:
    scripted, seeded = ScriptedDealer({"roll": ["6", "6", "1"]}, 5), SeededDealer(5)
    rolls = [scripted(NextReveal("roll", roll, 0, DIE, DIE, independent=True)) for roll in range(8)]
    assert rolls[:3] == ["6", "6", "1"]
    assert rolls[3:] == [seeded(NextReveal("roll", roll, 0, DIE, DIE)) for roll in range(3, 8)]


def test_a_script_cannot_show_a_card_more_often_than_it_is_there() -> None:
    with pytest.raises(ValueError, match="more f than were shuffled"):
        ScriptedDealer({"deal": ["f", "f"]}, 5)(NextReveal("deal", 0, 0, DECK, DECK))


@pytest.mark.parametrize("game", registry.games(), ids=lambda game: game.id)
def test_dealing_on_stops_where_somebody_else_is_to_act(game: AnyGame) -> None:
    state = game.start(game.options(), game.seats[-1])
    for act, stepped in deal_on(game, state, SeededDealer(0)):
        assert game.actors(state) == ONLY_DEALER
        assert game.read(str(act)) == act
        state = stepped.state
    assert game.actors(state) != ONLY_DEALER
