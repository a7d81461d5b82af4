"""Template: its bots play sensibly."""

from typing import Any

from cartable.bots import bot
from cartable.games._template import TEMPLATE
from cartable.games._template.options import TemplateOptions
from cartable.matches.deal.dealers import SeededDealer
from tests.kit.duel import share_won

# To change: a few positions in which a sensible player has no doubt.


def chosen(**given: Any) -> str:
    """Return what a strong bot does at seat 0."""
    state = TEMPLATE.from_position(given, TemplateOptions(), 2, SeededDealer(0).shuffle).state
    intent = bot(TEMPLATE.id, "strong", 0, 0).decide(TEMPLATE.view(state, 0), TEMPLATE.legal(state, 0), 0.0)
    assert intent is not None
    return str(intent.act)


def test_it_draws_while_nothing_can_go_wrong() -> None:
    assert chosen(hands=[["N1"], ["N2"]]) == "draw"


def test_it_stops_when_everything_is_too_much() -> None:
    assert chosen(hands=[["N4"], ["N2"]], rows=[["N4", "N1"], []]) == "stop"


def test_it_drops_the_highest_card_when_it_went_too_far() -> None:
    assert chosen(hands=[["N3"], ["N2"]], rows=[["N3", "N4", "N1"], []]) == "drop 2"
    assert chosen(hands=[["N3"], ["N2"]], rows=[["N3", "N4", "N1"], []], drops=[1, 0]) == "stop"


def test_it_beats_chance() -> None:
    assert share_won(TEMPLATE, "fair", "random", 40) > 0.6


def test_levels_differ() -> None:
    assert share_won(TEMPLATE, "fair", "easy", 60) > 0.55
