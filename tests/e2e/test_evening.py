"""People at one table with a browser each, between and around the games."""

from tests.e2e.conftest import Site
from tests.e2e.site import script
from tests.e2e.test_tv import PICTURES


def test_an_evening_of_two_and_a_television(site: Site) -> None:
    assert "an evening" in script("evening", site(), "en", *PICTURES)


def test_people_wait_for_one_another(site: Site) -> None:
    assert "waited" in script("waiting", site(), "fr", *PICTURES)


def test_head_starts_are_shown_before_during_and_after_a_match(site: Site) -> None:
    assert "head starts" in script("handicap", site(), "fr", *PICTURES)


def test_two_tables_play_the_same_cards_and_are_compared(site: Site) -> None:
    assert "the same cards" in script("duplicate", site(), "fr", *PICTURES)
