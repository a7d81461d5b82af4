"""Head starts at a table: what the host sets, what everybody is told, and what is kept after a match."""

import msgspec
import pytest
from msgspec.structs import replace

from cartable.games import registry
from cartable.kernel import BadInput, Refused
from cartable.matches.learned_head_starts import LearntOffset
from cartable.matches.live import TableSettings
from cartable.matches.referee import Receipt, Verdict
from cartable.matches.room import Room
from cartable.server.http.routes.tables import settings_with
from cartable.server.store.contract import TableRow
from cartable.server.tables.terms import GameSettings
from cartable.server.tables.views import ENCODER, receipt
from cartable.wire import rest
from tests.matches.played import played


def settings_for(game: str, settings: TableSettings) -> GameSettings:
    """A table as it is read from the store."""
    return GameSettings(
        TableRow(
            code="bcdfgh",
            game=game,
            options=b"{}",
            settings=msgspec.json.encode(settings),
            room=b"{}",
            keys=b"{}",
            public=False,
            created=0,
            last_act=0,
        )
    )


def seated(game: str) -> Room:
    room: Room | Refused = Room.of(registry.game(game))
    for name in ("Ann", "Bob"):
        assert isinstance(room, Room)
        room = room.sit(name)
    assert isinstance(room, Room)
    started = room.start(0)
    assert isinstance(started, Room)
    return started


def starts_of(settings: GameSettings, game: str) -> list[int]:
    return [player.head_start for player in settings.terms(seated(game), 1.0).seats]


def wanted(text: bytes) -> TableSettings:
    return settings_with(TableSettings(), msgspec.json.decode(text, type=rest.Settings))


def test_by_default_nobody_has_one_and_nothing_is_learnt() -> None:
    settings = settings_for("push", TableSettings())
    settings.learn(played(registry.game("push")))
    assert starts_of(settings, "push") == [0, 0]
    assert settings.settings.learnt == {}


def test_the_host_chooses_them_and_they_go_through_the_store_into_the_header() -> None:
    settings = settings_for("hexa", wanted(b'{"handicap": "hand", "head_starts": {"hexa": {"ANN": 350}}}'))
    assert starts_of(settings, "hexa") == [350, 0]
    assert starts_of(settings_for("push", settings.settings), "push") == [0, 0]


@pytest.mark.parametrize("bad", [b"3001", b"-1", b"1.5", b'"much"', b"null"])
def test_what_is_no_head_start_is_refused(bad: bytes) -> None:
    with pytest.raises(msgspec.ValidationError):
        wanted(b'{"head_starts": {"hexa": {"Ann": ' + bad + b"}}}")


def test_a_head_start_beyond_the_limit_of_its_game_is_refused() -> None:
    with pytest.raises(BadInput, match="head start of Ann: expected 0 to 1000 ms for trio, got 1200"):
        wanted(b'{"head_starts": {"trio": {"Ann": 1200}}}')
    with pytest.raises(msgspec.ValidationError):
        wanted(b'{"learnt": {}}')


def test_what_a_match_teaches_is_kept_with_the_table() -> None:
    settings = settings_for("push", TableSettings(handicap="learnt"))
    match = played(registry.game("push"))
    settings.learn(match)
    again = settings_for("push", settings.settings)
    assert again.settings.learnt["push"].keys() == {"ann", "bob"}
    assert max(starts_of(again, "push")) > 0 == min(starts_of(again, "push"))


def test_learnt_ones_are_told_from_the_best_player_on() -> None:
    learnt = {"trio": {"ann": LearntOffset(-40.0, 50), "bob": LearntOffset(60.0, 50)}}
    settings = settings_for("trio", TableSettings(handicap="learnt", learnt=learnt))
    assert starts_of(settings, "trio") == [0, 100]


def test_players_are_told_the_head_start_in_the_receipt() -> None:
    given = Receipt(seat=0, call="call 1", time=388.0, give=6.0, verdict=Verdict.FIRST, head_start=350)
    assert receipt(given).head_start == 350
    assert b"head_start" not in ENCODER.encode(receipt(replace(given, head_start=0)))
