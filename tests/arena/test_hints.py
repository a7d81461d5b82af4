"""Hints: one of one's own acts, from the view alone, and one line long in every language."""

from collections.abc import Iterator
from typing import Any

import pytest

from cartable.bots.hints import HintedAct, can_hint, hint
from cartable.cli.hint import hint_text
from cartable.games import registry
from cartable.kernel import Act, AnyGame, Seat, Tempo
from cartable.words import LANGUAGES, Teller, catalogue
from tests.kit.sample import Setup
from tests.kit.setups import match_of, scenario_setups

HINTED = [game for game in registry.games() if can_hint(game.id)]
every_hinted_game = pytest.mark.parametrize("game", HINTED, ids=lambda game: game.id)


def told_in_every_language(game: str, why: str, about: dict[str, Any]) -> list[str]:
    """The line, in each language."""
    lines = [hint_text(HintedAct(Act(), why, about), Teller(game, language, ())) for language in LANGUAGES]
    assert all(line and "\n" not in line and "{" not in line for line in lines)
    return lines


def choices(game: AnyGame) -> Iterator[tuple[Any, Seat, tuple[Act, ...]]]:
    """What somebody saw and could do: in whole matches, and going on from a few scenarios."""
    matches = [(Setup(seats, game.options(), "uniform", seats), 150) for seats in game.seats[:2]]
    matches += [(Setup(game.seats[0], game.options(), "bots fair", 5), 250)]
    matches += [(Setup(2, game.options(), "bots fair", 14), 70), (Setup(2, game.options(), "stubborn", 14), 100)]
    from_scenarios = [setup for _, setup in scenario_setups(game, ["uniform"])]
    matches += [(setup, 30) for setup in (*from_scenarios[:15], *from_scenarios[37:39])]
    for setup, most in matches:
        for turn in match_of(game, setup).turns[:most]:
            if turn.seat >= 0:
                yield game.view(turn.state, turn.seat), turn.seat, game.legal(turn.state, turn.seat)


def test_games_in_turns_may_have_hints() -> None:
    assert {"push", "quinto"} <= {game.id for game in HINTED}
    assert all(game.tempo is Tempo.TURNS for game in HINTED)


@every_hinted_game
def test_a_hint_is_something_one_may_do_and_can_be_told(game: AnyGame) -> None:
    """And every sentence about hints is used at some time."""
    reasons = set()
    for view, seat, legal in choices(game):
        given = hint(game.id, view, seat, legal)
        assert given is not None
        assert given.act in legal
        told_in_every_language(game.id, given.why, given.about)
        reasons.add(given.why)
    written = {
        key.removeprefix(f"{game.id}.hint.") for key in list(catalogue("en").keys()) if f"{game.id}.hint." in key
    }
    assert reasons == written


@every_hinted_game
def test_the_same_view_gives_the_same_hint(game: AnyGame) -> None:
    view, seat, legal = next(iter(choices(game)))
    assert hint(game.id, view, seat, legal) == hint(game.id, view, seat, legal)


def test_who_has_nothing_to_do_gets_no_hint() -> None:
    assert hint("push", None, 0, ()) is None


def test_a_race_leaves_no_time_for_one() -> None:
    assert hint("hexa", None, 0, (Act(),)) is None
