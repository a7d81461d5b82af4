"""What is played at a table: the game, its options, the table's settings, and whether strangers may find it."""

from collections.abc import Iterable
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from cartable.games import registry
from cartable.kernel import AnyGame, Options, Refused, Tempo, read_options
from cartable.matches.deal.deal_number import kind_of
from cartable.matches.learned_head_starts import head_starts, learn
from cartable.matches.live import TableSettings
from cartable.matches.log.header import MATCH_ME, Player, level_in
from cartable.matches.match import Match
from cartable.matches.room import HOST_ONLY, MATCH_ON, Place, Room
from cartable.server.store.contract import TableRow


class MatchTerms(NamedTuple):
    """What a match is played with, and by whom."""

    game: AnyGame
    options: Options
    settings: TableSettings
    playing: tuple[int, ...]
    """The places by seat."""
    seats: tuple[Player, ...]
    number: int


class GameChange(NamedTuple):
    """What the host wants to be played from now on, and how."""

    game: AnyGame
    options: Options
    settings: TableSettings
    public: bool


class GameSettings:
    """The host changes them between matches; a match keeps those it began with."""

    def __init__(self, row: TableRow) -> None:
        self.restore(row)

    def restore(self, row: TableRow) -> None:
        """Take over what is stored, whatever was changed since."""
        self.game = registry.game(row.game)
        known = self.game.options.__struct_fields__  # a newer node may have stored more
        stored = {name: value for name, value in msgspec.json.decode(row.options).items() if name in known}
        self.options: Any = read_options(self.game.options, stored)
        self.settings = msgspec.json.decode(row.settings, type=TableSettings)
        self.public = bool(row.public)

    @property
    def played(self) -> AnyGame:
        """The game as these options have it: in calm play nobody races."""
        return self.game.under(self.options)

    def change(self, by: int, room: Room, wanted: "GameChange") -> Refused | None:
        """The host changes what is played, and how, between matches."""
        if by != room.host:
            return HOST_ONLY
        if room.playing:
            return MATCH_ON
        self.game, self.options, self.settings, self.public = wanted
        return None

    def terms(self, room: Room, wait_scale: float) -> MatchTerms:
        """Those of the match that everybody in the room has been seated for."""
        seats = self.seated([place for place in room.places if place.id in room.playing])
        settings = replace(self.settings, wait_scale=wait_scale)
        return MatchTerms(self.played, self.options, settings, room.playing, seats, room.matches)

    def level_of(self, level: str) -> str:
        """What a bot's level means in the game that is played."""
        return level_in(self.played, level)

    def seated(self, places: Iterable[Place]) -> tuple[Player, ...]:
        """How the header would name them, head starts included."""
        players = [self._seated(place.as_player()) for place in places]
        settings = self.settings
        starts = head_starts(settings.handicap, self.played, players, settings.head_starts, settings.learnt)
        return tuple(replace(player, head_start=start) for player, start in zip(players, starts, strict=True))

    def _seated(self, player: Player) -> Player:
        """A bot that follows the people begins where it last was with them."""
        level = self.level_of(player.level)
        if level != MATCH_ME:
            return replace(player, level=level)
        return replace(player, pace=self.settings.paces.get(self.game.id, 1.0))

    def shown(self) -> dict[str, Any]:
        """The settings as everybody may know them: of a deal number only its kind."""
        settings = self.settings
        return {**msgspec.to_builtins(settings), "deal_number": kind_of(settings.deal_number)}

    def deal_used(self) -> None:
        """A match has begun: in the next one everybody would know the cards."""
        self.settings = replace(self.settings, deal_number="")

    def learn(self, match: Match) -> None:
        """A match was played to its end: the next head starts follow from it, where the table learns them."""
        if self.settings.handicap == "learnt":
            self.settings = replace(self.settings, learnt=learn(self.settings.learnt, match))

    def keep_pace(self, pace: float) -> None:
        """How fast such bots were at the end of a match: where the next one begins."""
        if self.played.tempo is not Tempo.TURNS:
            self.settings = replace(self.settings, paces={**self.settings.paces, self.game.id: round(pace, 4)})
