"""Bots that follow the people: what a table remembers of them, and what their level means from game to game."""

import msgspec
import pytest

from cartable.games import registry
from cartable.kernel import Refused
from cartable.matches.live import TableSettings
from cartable.matches.room import Room
from cartable.server.http.routes.tables import settings_with
from cartable.server.store.contract import TableRow
from cartable.server.tables.terms import GameSettings
from cartable.wire import rest


def settings_for(game: str, paces: dict[str, float]) -> GameSettings:
    return GameSettings(
        TableRow(
            code="bcdfgh",
            game=game,
            options=b"{}",
            settings=msgspec.json.encode(TableSettings(paces=paces)),
            room=b"{}",
            keys=b"{}",
            public=False,
            created=0,
            last_act=0,
        )
    )


def seated(game: str, level: str) -> Room:
    room: Room | Refused = Room.of(registry.game(game))
    for name, kind, its_level in (("Zoé", "human", ""), ("Ada", "bot", level)):
        assert isinstance(room, Room)
        room = room.sit(name, kind, its_level)  # type: ignore[arg-type]
    assert isinstance(room, Room)
    started = room.start(0)
    assert isinstance(started, Room)
    return started


def bot_in(settings: GameSettings, room: Room) -> tuple[str, float]:
    player = settings.terms(room, 1.0).seats[1]
    return player.level, player.pace


@pytest.mark.parametrize("game", ["hexa", "trio"])
def test_a_match_begins_where_the_last_one_of_its_game_ended(game: str) -> None:
    settings, room = settings_for(game, {"hexa": 1.5, "trio": 0.5}), seated(game, "match")
    assert bot_in(settings, room) == ("match", settings.settings.paces[game])
    settings.keep_pace(0.75)
    assert bot_in(settings, room) == ("match", 0.75)
    assert len(settings.settings.paces) == 2


def test_in_turns_such_a_bot_is_a_fair_one_and_nothing_is_remembered() -> None:
    settings = settings_for("push", {"hexa": 1.5})
    assert bot_in(settings, seated("push", "match")) == ("fair", 1.0)
    settings.keep_pace(0.75)
    assert settings.settings.paces == {"hexa": 1.5}


def test_a_bot_of_a_level_has_no_pace() -> None:
    assert bot_in(settings_for("hexa", {"hexa": 1.5}), seated("hexa", "strong")) == ("strong", 1.0)


def test_a_device_can_only_bring_a_pace_that_there_is() -> None:
    assert msgspec.json.decode(b'{"paces": {"hexa": 0.25}}', type=rest.Settings).paces == {"hexa": 0.25}
    for bad in (b"0.2", b"3.1", b'"fast"'):
        with pytest.raises(msgspec.ValidationError):
            msgspec.json.decode(b'{"paces": {"hexa": ' + bad + b"}}", type=rest.Settings)


def test_paces_of_games_that_there_are_not_are_not_kept() -> None:
    brought = rest.Settings(paces={"hexa": 0.5, **{f"game {number}": 1.0 for number in range(500)}})
    assert settings_with(TableSettings(), brought).paces == {"hexa": 0.5}
