"""The table as people see it: who sits, who hosts, and one match after another. Pure, like all that it holds.

A room outlives its matches, and may go on to another game between them. Seats can be taken and left while no match is
on; somebody who comes in the middle of one has a place in the next. The seats of a match are the room's places in
order, numbered from 0 without gaps; those who are too many for the game keep their places and watch.
"""

from collections.abc import Container, Sequence
from typing import Final, Literal

import msgspec
from msgspec.structs import replace

from cartable.kernel import AnyGame, Refused
from cartable.matches.evening import Evening
from cartable.matches.log.header import Player
from cartable.matches.names import name_key

HOST_ONLY: Final = Refused("host-only", "TABLE")
FULL: Final = Refused("full", "TABLE")
LOCKED: Final = Refused("locked", "TABLE")
NO_SUCH_PLACE: Final = Refused("nobody-there", "TABLE")
MATCH_ON: Final = Refused("match-on", "TABLE")
NO_MATCH: Final = Refused("no-match", "TABLE")
TOO_FEW: Final = Refused("too-few", "TABLE")
NAME_TAKEN: Final = Refused("name-taken", "TABLE")
OTHER_PLACES: Final = Refused("other-places", "TABLE")
SENT_AWAY: Final = Refused("sent-away", "TABLE")
SEATED_ALREADY: Final = Refused("seated-already", "TABLE")
FIRST_KEY_ONLY: Final = Refused("first-key-only", "TABLE")
ROOM_REFUSALS: Final = (
    HOST_ONLY,
    FULL,
    LOCKED,
    NO_SUCH_PLACE,
    MATCH_ON,
    NO_MATCH,
    TOO_FEW,
    NAME_TAKEN,
    OTHER_PLACES,
    SENT_AWAY,
    SEATED_ALREADY,
    FIRST_KEY_ONLY,
)

MOST_SENT_AWAY: Final = 20
"""Names that a table remembers of those who were sent away."""

Order = Literal["came", "host", "lots"]
"""Why the places are in their order: as people came, as the host put them, or drawn by lot."""


class Place(msgspec.Struct, frozen=True):
    """Somebody's place at the table: a person or a bot. `id` stays the same while places come and go."""

    id: int
    name: str
    kind: Literal["human", "bot"] = "human"
    level: str = ""
    ready: bool = False
    face: str = ""
    """The name of the face they chose; empty: none."""

    def as_player(self) -> Player:
        """How the header of a match names them."""
        return Player(self.name, self.kind, self.level)


class Room(msgspec.Struct, frozen=True):
    """A table with its places in order. `playing` are the places of the match that is on, by seat; empty: none is."""

    most: int
    least: int
    places: tuple[Place, ...] = ()
    host: int | None = None
    locked: bool = False
    playing: tuple[int, ...] = ()
    next_id: int = 0
    matches: int = 0
    order: Order = "came"
    evening: Evening = Evening()
    sent_away: tuple[str, ...] = ()
    """The names of people whom a host has sent away: they do not sit down again until a host lets them back."""

    @classmethod
    def of(cls, game: AnyGame) -> "Room":
        """An empty table for a game."""
        return cls(most=game.seats[-1], least=game.seats[0])

    def place(self, place_id: int) -> Place | None:
        """The place with this id, if it is still taken."""
        return next((place for place in self.places if place.id == place_id), None)

    def seat_of(self, place_id: int) -> int | None:
        """The seat of a place in the match that is on; None for those who came later."""
        return self.playing.index(place_id) if place_id in self.playing else None

    def next_players(self) -> tuple[Place, ...]:
        """Who would play now, in order. When they are too many for the game, bots watch first, then those who come
        last."""
        chosen = sorted(self.places, key=lambda place: place.kind == "bot")[: self.most]
        return tuple(place for place in self.places if place in chosen)

    # --- coming and going --------------------------------------------------------------------------------------

    def sit(
        self, name: str, kind: Literal["human", "bot"] = "human", level: str = "", face: str = ""
    ) -> "Room | Refused":
        """Take a place: at once, or, while a match is on, for the next one. The first person is the host."""
        if self.locked and kind == "human":
            return LOCKED
        if len(self.places) >= self.most:
            return FULL
        known_as = name_key(name)
        if any(name_key(place.name) == known_as for place in self.places):
            return NAME_TAKEN
        if kind == "human" and any(name_key(other) == known_as for other in self.sent_away):
            return SENT_AWAY
        place = Place(self.next_id, name, kind, level, ready=kind == "bot", face=face)
        host = place.id if self.host is None and kind == "human" else self.host
        return replace(self, places=(*self.places, place), host=host, next_id=self.next_id + 1)

    def leave(self, place_id: int) -> "Room | Refused":
        """Give a place up. In a match a bot plays the seat on; the hosting passes to the next person.

        Without people the table is unlocked: there is no host left who could do that."""
        if self.place(place_id) is None:
            return NO_SUCH_PLACE
        places = tuple(place for place in self.places if place.id != place_id)
        host = self.host
        if host == place_id:
            host = next((place.id for place in places if place.kind == "human"), None)
        return replace(self, places=places, host=host, locked=self.locked and host is not None)

    def kick(self, by: int, place_id: int) -> "Room | Refused":
        """The host sends somebody away, or removes a bot."""
        if by != self.host:
            return HOST_ONLY
        place, room = self.place(place_id), self.leave(place_id)
        if isinstance(room, Refused) or place is None or place.kind == "bot" or place_id == by:
            return room
        return replace(room, sent_away=(*self.sent_away, place.name)[-MOST_SENT_AWAY:])

    def let_back(self, by: int) -> "Room | Refused":
        """The host lets all who were sent away sit down again."""
        return replace(self, sent_away=()) if by == self.host else HOST_ONLY

    def pass_hosting(self, gone: int, present: Container[int] | None = None) -> "Room":
        """The host is gone for good: the next person who sits (and is there, where that is known) takes over."""
        if self.host != gone:
            return self
        others = [
            place.id
            for place in self.places
            if place.kind == "human" and place.id != gone and (present is None or place.id in present)
        ]
        return replace(self, host=others[0]) if others else self

    def lock(self, by: int, locked: bool) -> "Room | Refused":
        """Nobody else may sit down, or again everybody."""
        return replace(self, locked=locked) if by == self.host else HOST_ONLY

    def ready(self, place_id: int, ready: bool) -> "Room | Refused":
        """Somebody says that they are ready, or takes it back."""
        if self.place(place_id) is None:
            return NO_SUCH_PLACE
        return replace(self, places=tuple(replace(p, ready=ready) if p.id == place_id else p for p in self.places))

    # --- matches -----------------------------------------------------------------------------------------------

    def start(self, by: int) -> "Room | Refused":
        """A match for everybody who sits: the first one, or a rematch."""
        if by != self.host:
            return HOST_ONLY
        if self.playing:
            return MATCH_ON
        players = self.next_players()
        if len(players) < self.least:
            return TOO_FEW.because(least=self.least)
        return replace(self, playing=tuple(place.id for place in players), matches=self.matches + 1)

    def choose_game(self, by: int, game: AnyGame) -> "Room | Refused":
        """The host goes on with another game; everybody stays."""
        if by != self.host:
            return HOST_ONLY
        if self.playing:
            return MATCH_ON
        return replace(self, most=game.seats[-1], least=game.seats[0])

    def arrange(self, by: int, places: Sequence[int], order: Order) -> "Room | Refused":
        """The host puts all places in an order."""
        if by != self.host:
            return HOST_ONLY
        if self.playing:
            return MATCH_ON
        known = {place.id: place for place in self.places}
        if sorted(places) != sorted(known):
            return OTHER_PLACES
        return replace(self, places=tuple(known[place] for place in places), order=order)

    def new_evening(self, by: int) -> "Room | Refused":
        """The host has the tally begin again."""
        return replace(self, evening=Evening()) if by == self.host else HOST_ONLY

    def finish(self) -> "Room | Refused":
        """The match is over: people stay, those who waited are now among them, and nobody is ready yet."""
        if not self.playing:
            return NO_MATCH
        places = tuple(replace(place, ready=place.kind == "bot") for place in self.places)
        return replace(self, playing=(), places=places)
