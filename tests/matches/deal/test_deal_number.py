"""Deal numbers: the same number deals the same cards, and a log proves whose cards it holds."""

import hashlib
from itertools import product

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cartable.games import registry
from cartable.kernel import AnyGame, BadInput
from cartable.matches.deal.deal_number import (
    LENGTH,
    LETTERS,
    NEW,
    DealSecret,
    cards_key,
    derived_deal_number,
    number_in,
    read_deal_choice,
    read_deal_number,
)
from cartable.matches.deal.dealers import revealed_dealer
from cartable.matches.deal.fairdeal import deal_key, fingerprint
from cartable.matches.log.verify import Unverified, Verified, verify
from cartable.matches.match import Match
from tests.kit.options import values
from tests.matches.deal.test_dealer import hmac_sha256
from tests.matches.numbered import NUMBER, OTHER, NumberedMatch
from tests.matches.played import changed, export, played, reading

numbers = st.text(LETTERS, min_size=LENGTH, max_size=LENGTH)


@given(numbers)
def test_a_number_is_read_as_people_type_it(number: str) -> None:
    assert read_deal_number(f" {number[:4].lower()}-{number[4:]} ") == read_deal_choice(number) == number


@pytest.mark.parametrize("bad", ["", "K7M3PQ4", "K7M3PQ4XX", "K7M3PQ4O", "K7M3PQ4é", "new"])
def test_what_is_no_number_is_refused(bad: str) -> None:
    with pytest.raises(BadInput, match="expected 8 characters of"):
        read_deal_number(bad)


@given(numbers)
def test_the_secret_of_an_entered_number_holds_it_and_its_hash_does_not_tell_it(number: str) -> None:
    one, other = DealSecret.of(number), DealSecret.of(number)
    assert number_in(one.secret) == number_in(other.secret) == number
    assert fingerprint(one.secret) != fingerprint(other.secret)
    assert one.kind == "given"


def test_the_key_of_a_number_is_what_the_document_says() -> None:
    digest = NUMBER.encode()
    for _ in range(16_384):
        digest = hashlib.sha256(digest).digest()
    assert cards_key(NUMBER, "push", 3) == hmac_sha256(digest, b"push|3")
    deals = product((NUMBER, OTHER), ("push", "trio"), (2, 3))
    assert len({cards_key(*deal) for deal in deals}) == 8


@pytest.mark.parametrize("game", registry.games(), ids=lambda game: game.id)
def test_the_same_number_deals_the_same_cards_whoever_plays_and_however(game: AnyGame) -> None:
    """For every number of players, and every value of every option."""
    for players in game.seats:
        for name, tried in values(game.options).items() or [("", ())]:
            for value in tried or (None,):
                options = game.options(**{name: value} if name else {})
                one = NumberedMatch(game, players, NUMBER, options).played(1, acts=60)
                other = NumberedMatch(game, players, NUMBER, options, names=" b").played(2, acts=60)
                common = one.shown.keys() & other.shown.keys()
                assert common
                assert all(one.shown[place] == other.shown[place] for place in common)


@pytest.mark.parametrize("game", registry.games(), ids=lambda game: game.id)
def test_the_cards_of_a_new_number_can_be_played_again(game: AnyGame) -> None:
    first = NumberedMatch(game, game.seats[-1], NEW).played(1, acts=60)
    again = NumberedMatch(game, game.seats[-1], first.number).played(2, acts=60)
    assert first.match.header.deal_number == "new"
    assert again.number == first.number
    common = first.shown.keys() & again.shown.keys()
    assert common
    assert all(first.shown[place] == again.shown[place] for place in common)
    assert NumberedMatch(game, game.seats[-1], NEW).number != first.number


@pytest.mark.parametrize("number", [NUMBER, NEW])
@pytest.mark.parametrize("game", registry.games(), ids=lambda game: game.id)
def test_a_log_proves_its_number_and_no_other(game: AnyGame, number: str) -> None:
    found = NumberedMatch(game, game.seats[-1], number).played(3, acts=60)
    verdict = verify(reading(found.log), deal_number=found.number)
    assert isinstance(verdict, Verified)
    assert verdict.deal_number == found.number
    wrong = verify(reading(found.log), deal_number=OTHER)
    assert isinstance(wrong, Unverified)
    assert wrong.why == f"expected the cards of deal number {OTHER}, found those of {found.number}"


def test_a_secret_with_another_number_is_found_out() -> None:
    log = NumberedMatch(registry.game("push"), 2, NUMBER).played(1).log
    other = NumberedMatch(registry.game("push"), 2, OTHER)
    swapped = [*log[:-1], msgspec.json.encode({"reveal": other.reveal}) + b"\n"]
    verdict = verify(reading(swapped))
    assert isinstance(verdict, Unverified)
    assert "does not match the commitment" in verdict.why
    # A host who commits to one number and deals the cards of another.
    other_log = [other.match.header_line + b"\n", *log[1:-1], msgspec.json.encode({"reveal": other.reveal}) + b"\n"]
    verdict = verify(reading(other_log))
    assert isinstance(verdict, Unverified)
    assert "does not match: expected" in verdict.why


def test_a_header_that_promises_a_number_needs_one_in_the_secret() -> None:
    plain = played()
    line = msgspec.json.encode({**msgspec.json.decode(plain.header_line), "deal_number": "given"})
    verdict = verify(reading(changed(export(plain), 1, line + b"\n")))
    assert verdict == Unverified("the header promises a deal number, but the secret holds none")


def test_a_match_without_a_number_has_the_header_it_always_had() -> None:
    match = played()
    assert b"deal_number" not in match.header_line
    verdict = verify(reading(export(match)), deal_number=NUMBER)
    assert isinstance(verdict, Unverified)
    assert verdict.why.endswith("found a deal without a number")


def test_a_match_with_a_number_is_resumed() -> None:
    begun = NumberedMatch(registry.game("push"), 2, NUMBER)
    begun.match.start()
    lines = list(begun.match.lines())
    log = reading(lines)
    resumed = Match.resume(log, revealed_dealer(log.header, log.header_line, begun.reveal))
    assert resumed.state == begun.match.state


@given(st.binary(min_size=32, max_size=32))
def test_a_new_number_follows_from_the_deal(secret: bytes) -> None:
    number = derived_deal_number(deal_key(secret, b"{}", ()))
    assert read_deal_number(number) == number
