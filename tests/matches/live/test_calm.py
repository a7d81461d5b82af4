"""Calm play at a live table: no race, no receipts, and nobody hears of a choice before the window ends."""

from typing import Any

import pytest

from cartable.games import registry
from cartable.games.hexa import HEXA
from cartable.games.hexa.options import HexaOptions
from cartable.kernel import AnyGame, BadInput, Tempo
from cartable.matches.head_starts import check_head_starts
from cartable.matches.learned_head_starts import head_starts
from cartable.matches.live import ReplyKind
from cartable.matches.live.effects import visible_to
from cartable.matches.log.header import Player
from tests.kit.live import ManualHost, new_match, real_bots, resumed

CALM = [game for game in registry.games() if "calm" in game.options.__struct_fields__]
every_calm_game = pytest.mark.parametrize("game", CALM, ids=lambda game: game.id)
GIVEN = {"open": "pink-telephone", "turner": 0}


def calm(game: AnyGame, **more: Any) -> Any:
    return game.options(calm=True, **more)


def test_a_choice_is_told_to_its_player_alone_until_all_have_chosen() -> None:
    host = ManualHost(new_match(HEXA, "hhh", HexaOptions(calm=True), GIVEN))
    assert host.live.in_turns
    host.act(1, "call impossible")
    told = {seat: [each.event.name() for each in visible_to(host.published[-1].events, seat)] for seat in (0, 1, None)}
    assert told == {0: ["choice-made"], 1: ["choice-made", "call-chosen"], None: ["choice-made"]}
    assert not host.published[-1].race
    host.act(0, "pass")
    host.act(2, "call 1")
    assert [answer.kind for answer in host.answers] == [ReplyKind.ACCEPTED] * 3
    assert "choices-shown" in [each.event.name() for each in host.published[-1].events]
    assert host.published[-1].receipts == ()


def test_the_time_to_choose_runs_out_at_the_table() -> None:
    host = ManualHost(new_match(HEXA, "hhh", HexaOptions(calm=True, window_s=30), GIVEN))
    host.act(1, "call 1")
    assert host.pass_until(lambda: (-2, "close") in host.texts) == pytest.approx(30_000)


def test_whoever_comes_later_is_told_how_long_there_is_to_choose() -> None:
    host = ManualHost(new_match(HEXA, "hhh", HexaOptions(calm=True, window_s=30), GIVEN))
    began = host.now
    host.pass_time(12_000)
    host.act(1, "call 1")
    assert host.live.announced_deadline() == pytest.approx(began + 30_000)
    host.live.pause(host.now)
    assert host.live.announced_deadline() is None
    host.live.resume(host.now)
    assert host.live.announced_deadline() == pytest.approx(began + 42_000), "a pause gives all of the time again"


def test_a_window_survives_a_restart() -> None:
    """Choices are in the log: nobody chooses twice, and no race has to be void."""
    host = ManualHost(new_match(HEXA, "hh", HexaOptions(calm=True)))
    host.act(0, "turn")
    host.act(1, "pass")
    again = ManualHost(resumed(host.log))
    assert again.match.state == host.match.state
    again.act(1, "call 1")
    assert [answer.refused.code for answer in again.answers if answer.refused] == ["chosen-already"]
    again.act(0, "pass")
    assert again.texts[-1] == (0, "pass")


@every_calm_game
def test_bots_finish_a_calm_match(game: AnyGame) -> None:
    host = ManualHost(new_match(game, "bbb", calm(game)), think=real_bots(game, 3))
    host.pass_until(lambda: bool(host.over))
    assert host.match.outcome is not None
    assert host.match.game.tempo is Tempo.TURNS


@every_calm_game
def test_nobody_has_a_head_start(game: AnyGame) -> None:
    played = game.under(calm(game))
    players = [Player("Ann", "human"), Player("Bob", "human", head_start=100)]
    assert head_starts("hand", played, players, {game.id: {"ann": 300}}, {}) == (0, 0)
    with pytest.raises(BadInput, match="expected 0 to 0"):
        check_head_starts(played, players)
