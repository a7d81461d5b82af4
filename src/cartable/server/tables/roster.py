"""Who has a place at a table, and the keys that open the places.

Nothing in here is stored by itself: the table stores what has changed before it answers.
"""

from collections.abc import Container, Sequence
from secrets import SystemRandom

import msgspec
from msgspec.structs import replace

from cartable.kernel import AnyGame, Refused
from cartable.matches.log.header import Player
from cartable.matches.names import BAD_NAME, bot_name, clean_name
from cartable.matches.room import FIRST_KEY_ONLY, HOST_ONLY, SEATED_ALREADY, SENT_AWAY, Room
from cartable.server.common.codes import (
    KICKED,
    Keys,
    decode_keys,
    is_first_key,
    is_kicked,
    new_key,
    place_of,
    with_first_key_only,
    with_key,
    without_place,
)
from cartable.server.store.contract import TableRow
from cartable.wire.down import EveningPlayerInfo


class Roster:
    """The room with its places, and the hashes of their keys."""

    def __init__(self, row: TableRow) -> None:
        self.restore(row)

    def restore(self, row: TableRow) -> None:
        """Take over what is stored, whatever was changed since."""
        self.room = msgspec.json.decode(row.room, type=Room)
        self.keys: Keys = decode_keys(row.keys)

    @property
    def host(self) -> int | None:
        """The place of the person who runs the table."""
        return self.room.host

    def place_of(self, key: str | None) -> int | None:
        """The place that a key opens."""
        return place_of(self.keys, key)

    # --- changes: None, or why not -----------------------------------------------------------------------------

    def sit(self, text: str, face: str = "", known_by: str | None = None) -> tuple[int, str] | Refused:
        """A person takes a place: its id, and the key that opens it. `known_by` is the key that their device has from
        before: nobody takes a second place, and whoever was sent away is not let in again by another name."""
        name = clean_name(text)
        if name is None:
            return BAD_NAME
        if self.place_of(known_by) is not None:
            return SEATED_ALREADY
        if is_kicked(self.keys, known_by):
            return SENT_AWAY
        place, key = self.room.next_id, new_key()
        refused = self._replace(self.room.sit(name, face=face))
        if refused is not None:
            return refused
        self.keys = with_key(self.keys, place, key)
        return place, key

    def another_key(self, place: int, own: str | None = None) -> str:
        """One more key for a place: a personal link for another device. The caller's `own` goes on to work."""
        key = new_key()
        self.keys = with_key(self.keys, place, key, own)
        return key

    def void_links(self, place: int, own: str | None) -> Refused | None:
        """Make all keys of a place void but the first, which is the only one that may ask for this: whoever has a
        personal link cannot lock the place's owner out."""
        if not is_first_key(self.keys, place, own):
            return FIRST_KEY_ONLY
        self.keys = with_first_key_only(self.keys, place)
        return None

    def add_bot(self, by: int, level: str, text: str | None, places: int | None) -> Refused | None:
        """Add a bot for the host; none if more than the `places` they saw are taken already, as by a second click."""
        if by != self.room.host:
            return HOST_ONLY
        if places is not None and len(self.room.places) > places:
            return None
        name = bot_name({place.name for place in self.room.places}) if text is None else clean_name(text)
        return BAD_NAME if name is None else self._replace(self.room.sit(name, "bot", level))

    def leave(self, place: int) -> Refused | None:
        """Somebody gives their place up."""
        return self._remove(place, self.room.leave(place))

    def kick(self, by: int, place: int) -> Refused | None:
        """The host sends somebody away, who cannot sit down again until the host lets them."""
        sent = self.room.place(place)
        return self._remove(
            place, self.room.kick(by, place), kicked=sent is not None and sent.kind == "human" and place != by
        )

    def let_back(self, by: int) -> Refused | None:
        """The host lets all back whom a host has sent away."""
        refused = self._replace(self.room.let_back(by))
        if refused is None:
            self.keys = {place: hashes for place, hashes in self.keys.items() if place != KICKED}
        return refused

    def ready(self, place: int, ready: bool) -> Refused | None:
        return self._replace(self.room.ready(place, ready))

    def lock(self, by: int, locked: bool) -> Refused | None:
        return self._replace(self.room.lock(by, locked))

    def choose_game(self, by: int, game: AnyGame) -> Refused | None:
        """The host goes on with another game; everybody stays."""
        return self._replace(self.room.choose_game(by, game))

    def arrange(self, by: int, places: Sequence[int] | None) -> Refused | None:
        """The host puts the places in an order; None: it is drawn by lot."""
        if places is not None:
            return self._replace(self.room.arrange(by, places, "host"))
        drawn = [place.id for place in self.room.places]
        SystemRandom().shuffle(drawn)
        return self._replace(self.room.arrange(by, drawn, "lots"))

    def new_evening(self, by: int) -> Refused | None:
        """The host has the tally begin again."""
        return self._replace(self.room.new_evening(by))

    def start(self, by: int) -> Refused | None:
        """Everybody whom the game has room for takes a seat in the next match."""
        return self._replace(self.room.start(by))

    def count(self, match: str, game: str, players: Sequence[Player], ranks: Sequence[int]) -> None:
        """The match that is on was played to its end: it counts for the evening."""
        room = self.room
        places = [room.place(place) for place in room.playing]
        seated = [
            EveningPlayerInfo(player.name, player.kind, place.face if place is not None else "")
            for player, place in zip(players, places, strict=True)
        ]
        self.room = replace(room, evening=room.evening.played(match, game, seated, ranks))

    def finish(self) -> None:
        """No match is on any more, if one was."""
        self._replace(self.room.finish())

    def pass_hosting(self, present: Container[int]) -> bool:
        """The host is away: one of those present takes over, if there is one."""
        host = self.room.host
        if host is None or host in present:
            return False
        before, self.room = self.room, self.room.pass_hosting(host, present)
        return self.room is not before

    def _remove(self, place: int, room: Room | Refused, *, kicked: bool = False) -> Refused | None:
        refused = self._replace(room)
        if refused is None:
            self.keys = without_place(self.keys, place, kicked=kicked)
        return refused

    def _replace(self, room: Room | Refused) -> Refused | None:
        if isinstance(room, Refused):
            return room
        self.room = room
        return None

    # --- the match that is on ----------------------------------------------------------------------------------

    def abandoned_seats(self) -> list[int]:
        """The seats in the match whose places were given up since it began."""
        return [seat for seat, place in enumerate(self.room.playing) if self.room.place(place) is None]
