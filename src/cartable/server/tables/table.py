"""One table: who sits, who is connected, what is played, and its matches.

The parts do the work: `roster`, `settings`, `presence`, `storage` and `matches`. All of it runs on the event loop, one
call after another. Methods that change who sits or what is played return when that is stored.
"""

from collections.abc import Callable, Sequence
from typing import Final, Literal

import msgspec

from cartable.kernel import Refused
from cartable.matches.live import NOT_PLAYING, STOPPED
from cartable.matches.room import Place
from cartable.server.services import Services
from cartable.server.store.contract import Lease, TableRow
from cartable.server.tables.connection import Connection
from cartable.server.tables.matches import Matches
from cartable.server.tables.presence import Presence
from cartable.server.tables.roster import Roster
from cartable.server.tables.signals import Signals
from cartable.server.tables.storage import StoredMatch, TableStorage
from cartable.server.tables.terms import GameChange, GameSettings
from cartable.server.tables.views import evening_info, opinion
from cartable.server.thinking.contract import SeatDecision
from cartable.wire import PROTOCOL, down, up

HINTS_OFF: Final = Refused("hints-off", "TABLE")

Phase = Literal["lobby", "dealing", "playing", "over"]


class Table:
    """A table in memory, for as long as this process has its lease."""

    def __init__(self, row: TableRow, services: Services, lease: Lease, on_idle: Callable[[str], None]) -> None:
        """`on_idle` is called with the code when nobody has been connected for a while."""
        self.code = row.code
        self._services = services
        self.roster = Roster(row)
        self.settings = GameSettings(row)
        self.presence = Presence(services.config, self.info, lambda: on_idle(self.code), self._host_absent)
        self.storage = TableStorage(row, lease, services, self.roster, self.settings)
        self.storage.on_change = self.presence.announce
        self.storage.on_stop = self._stopped
        self.storage.on_recovery = self._recovered
        self.matches = self._new_matches()
        self.signals = Signals(self.presence, self._waited_for)

    def _waited_for(self) -> list[int]:
        return self.matches.waited_for()

    def _new_matches(self) -> Matches:
        return Matches(self.presence, self.roster, self.storage, self._services)

    async def load(self) -> None:
        """Go on with the match that was on when this table was last in memory."""
        self._resume(await self.storage.read_last_match())

    def _resume(self, stored: StoredMatch) -> None:
        row, room = stored.row, self.roster.room
        self.storage.last_match = row.id if row is not None else None
        goes_on = row is not None and row.state == "on" and bool(room.playing)
        if room.playing and not goes_on:
            self.roster.finish()
        self.storage.published = self.storage.snapshot()
        if goes_on:
            self.matches.resume(stored, self.settings.terms(room, self._services.config.wait_scale))
        self.presence.wait_if_empty()

    def _stopped(self) -> None:
        self.matches.close()
        self.presence.announce()

    def _recovered(self, row: TableRow, stored: StoredMatch) -> None:
        self.roster.restore(row)
        self.settings.restore(row)
        self.matches = self._new_matches()
        self._resume(stored)
        self.presence.expect_host(self.roster.host)

    # --- what everybody may know -------------------------------------------------------------------------------

    @property
    def phase(self) -> Phase:
        if self.matches.handshake.deal is not None:
            return "dealing"
        if self.matches.on:
            return "playing"
        return "over" if self.matches.latest is not None else "lobby"

    def info(self) -> down.TableInfo:
        """The table as everybody may know it: who sits and what is played, as it is stored."""
        matches, (roster, settings) = self.matches, self.storage.published
        room = roster.room
        deal, latest = matches.handshake.deal, matches.latest
        playing_next = room.next_players()
        starts = {
            place.id: player.head_start
            for place, player in zip(playing_next, settings.seated(playing_next), strict=True)
        }
        return down.TableInfo(
            code=self.code,
            game=settings.game.id,
            options=msgspec.to_builtins(settings.options),
            settings=settings.shown(),
            public=settings.public,
            locked=room.locked,
            host=room.host,
            places=tuple(self._place_info(place, starts.get(place.id)) for place in room.places),
            least=room.least,
            most=room.most,
            spectators=self.presence.spectators,
            lives_until=self.storage.last_act + self._services.config.lives_s,
            phase=self.phase,
            paused=matches.paused,
            stopped=self.storage.stopped,
            players=matches.players,
            head_starts=matches.head_starts,
            calm=settings.played.calm,
            deal_number=matches.deal_number if latest is not None and not matches.on else "",
            match=latest.id if latest is not None else self.storage.last_match,
            commitment=deal.commitment if deal is not None else None,
            header=matches.handshake.header_hash,
            order=room.order,
            evening=evening_info(room.evening),
            sent_away=room.sent_away,
        )

    def _place_info(self, place: Place, head_start: int | None) -> down.PlaceInfo:
        """`head_start` is what the place would have in the next match; None: the game has no room for it."""
        seat = self.roster.room.seat_of(place.id)
        connection = self.presence.connection_of(place.id)
        bot = place.kind == "bot"
        return down.PlaceInfo(
            id=place.id,
            name=place.name,
            kind=place.kind,
            level=self.settings.level_of(place.level),
            ready=place.ready,
            seat=seat,
            present=bot or connection is not None,
            stood_in=self.matches.stood_in(seat),
            bars=4 if bot else connection.bars if connection is not None else 0,
            face=place.face,
            watches=head_start is None,
            head_start=head_start or 0,
        )

    # --- connections -------------------------------------------------------------------------------------------

    def connect(self, connection: Connection, match: str | None, since: tuple[int, int] | None) -> None:
        """A socket said hello; `since` is the last event that it knows of that match."""
        self.presence.add(connection)
        latest = self.matches.latest
        place, seat = connection.place, self.matches.seat_of(connection.place)
        connection.caught_up = lambda: self._catch_up(connection)
        k = self.matches.last_act_number(seat)
        connection.send(down.Welcome(v=PROTOCOL, table=self.info(), place=place, k=k))
        self.matches.join(connection, since if latest is not None and match == latest.id else None)
        connection.start_pings()
        self.presence.expect_host(self.roster.host)
        self.presence.announce()
        self.storage.touch()

    def disconnect(self, connection: Connection) -> None:
        """A socket is closed."""
        connection.close()
        if not self.presence.remove(connection):
            return  # a newer socket has this place
        if connection.place is not None:
            self.matches.disconnected(connection.place, connection)
            self.presence.expect_host(self.roster.host)
        self.presence.wait_if_empty()
        self.presence.announce()

    def _catch_up(self, connection: Connection) -> None:
        """A slow reader has read everything: it is shown everything again."""
        connection.send(down.TableChanged(self.info()))
        if self.matches.latest is not None:
            self.matches.latest.broadcast.snapshot(connection)

    def _host_absent(self) -> None:
        if self.roster.pass_hosting(self.presence.places):
            self.storage.save_soon()

    # --- what clients say in a match ---------------------------------------------------------------------------

    def act(self, connection: Connection, message: up.UpAct, at: float) -> None:
        """A client acts."""
        match, seat = self.matches.current, connection.seat
        if match is None or seat is None:
            connection.send(down.Answer(message.k, "refused", None, NOT_PLAYING.code, NOT_PLAYING.rule))
        else:
            match.act(seat, message.k, message.act, at, saw=message.saw, interval=message.c)

    def ask(self, connection: Connection, message: up.Ask) -> None:
        """A client asks whether an act would be accepted."""
        match = self.matches.current
        refused = match.ask(connection, message.act) if match is not None else NOT_PLAYING
        connection.send(opinion(message.q, refused))

    def seen(self, connection: Connection, n: int, at: float) -> None:
        """A client has painted act `n`."""
        match, seat = self.matches.current, connection.seat
        if match is not None and seat is not None:
            match.seen(seat, n, at)

    # --- who sits ----------------------------------------------------------------------------------------------

    async def _save(self, refused: Refused | None) -> Refused | None:
        """Store a change, unless it was refused."""
        return refused if refused is not None else await self.storage.save()

    async def sit(self, text: str, face: str = "", known_by: str | None = None) -> tuple[int, str] | Refused:
        """A person takes a place: its id, and the key that opens it. `known_by` is the key that their device has."""
        if self.storage.stopped:
            return STOPPED
        seated = self.roster.sit(text, face, known_by)
        if isinstance(seated, Refused):
            return seated
        return await self.storage.save() or seated

    async def another_key(self, place: int, own: str | None) -> str | Refused:
        """One more key for a place: a personal link for another device. The caller's `own` goes on to work."""
        if self.storage.stopped:
            return STOPPED
        key = self.roster.another_key(place, own)
        return await self.storage.save() or key

    async def void_links(self, place: int, own: str | None) -> Refused | None:
        """Make the personal links of a place void. `own` is the key of whoever asks."""
        if self.storage.stopped:
            return STOPPED
        refused = await self._save(self.roster.void_links(place, own))
        if refused is None:
            self.presence.dismiss(place, self.roster.place_of, down.Goodbye("closed"))
        return refused

    async def add_bot(self, by: int, level: str, text: str | None, places: int | None = None) -> Refused | None:
        """The host adds a bot."""
        return STOPPED if self.storage.stopped else await self._save(self.roster.add_bot(by, level, text, places))

    async def leave(self, place: int) -> Refused | None:
        """Somebody gives their place up."""
        return STOPPED if self.storage.stopped else await self._removed(place, self.roster.leave(place), "closed")

    async def kick(self, by: int, place: int) -> Refused | None:
        """The host sends somebody away."""
        return STOPPED if self.storage.stopped else await self._removed(place, self.roster.kick(by, place), "kicked")

    async def let_back(self, by: int) -> Refused | None:
        """The host lets all back whom a host has sent away."""
        return STOPPED if self.storage.stopped else await self._save(self.roster.let_back(by))

    async def _removed(self, place: int, refused: Refused | None, why: Literal["closed", "kicked"]) -> Refused | None:
        if refused is not None:
            return refused
        if self.matches.handshake.deal is not None and self.roster.room.seat_of(place) is not None:
            self.matches.handshake.cancel()
            self.roster.finish()
        refused = await self.storage.save()
        if refused is not None:
            return refused
        self.matches.seat_abandoned(place)
        self.presence.dismiss(place, self.roster.place_of, down.Goodbye(why))
        return None

    async def ready(self, place: int, ready: bool) -> Refused | None:
        return STOPPED if self.storage.stopped else await self._save(self.roster.ready(place, ready))

    async def lock(self, by: int, locked: bool) -> Refused | None:
        return STOPPED if self.storage.stopped else await self._save(self.roster.lock(by, locked))

    async def change(self, by: int, wanted: GameChange) -> Refused | None:
        """The host changes the game, its options, the settings or visibility, between matches."""
        if self.storage.stopped:
            return STOPPED
        another = wanted.game is not self.settings.game
        refused = self.settings.change(by, self.roster.room, wanted)
        if refused is None and another:
            refused = self.roster.choose_game(by, wanted.game)
            self.matches.forget_latest()  # nobody is shown a board of the game before
        return await self._save(refused)

    async def arrange(self, by: int, places: Sequence[int] | None) -> Refused | None:
        """The host puts the seats in order; None: lots are drawn."""
        return STOPPED if self.storage.stopped else await self._save(self.roster.arrange(by, places))

    async def new_evening(self, by: int) -> Refused | None:
        """The host has the tally begin again."""
        return STOPPED if self.storage.stopped else await self._save(self.roster.new_evening(by))

    # --- matches -----------------------------------------------------------------------------------------------

    def start(self, by: int) -> Refused | None:
        """A match, or a rematch: first its deal."""
        if self.storage.stopped:
            return STOPPED
        refused = self.roster.start(by)
        if refused is None:
            self.matches.begin(self.settings.terms(self.roster.room, self._services.config.wait_scale))
        return refused

    def decision_for_hint(self, place: int) -> SeatDecision | Refused:
        """The decision that this place may have a hint for."""
        decision = self.matches.decision_of(place)
        return decision if isinstance(decision, Refused) or self.settings.settings.hints else HINTS_OFF

    def to_act(self, place: int | None) -> bool:
        """Is it this place's turn?"""
        decision = self.matches.decision_of(place)
        return not isinstance(decision, Refused) and bool(decision.legal)

    # --- leaving the memory ------------------------------------------------------------------------------------

    @property
    def closed(self) -> bool:
        return self.storage.closed

    def close(self, why: Literal["stopping", "closed"]) -> None:
        """Release the table: everything that was told is stored."""
        self._stop()
        for connection in self.presence.connections():
            connection.say_goodbye(down.Goodbye(why))

    def abort(self) -> None:
        """Release the table without a word: another node may have it by now."""
        self._stop()
        for connection in self.presence.connections():
            connection.abort()

    def _stop(self) -> None:
        self.presence.stop_waiting()
        self.storage.close()
        self.matches.close()
