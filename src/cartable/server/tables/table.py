"""One table: who sits, who is connected, and its matches. All of it runs on the event loop, one call after another."""

import asyncio
from collections.abc import Callable, Iterable
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from cartable.games import registry
from cartable.kernel import Refused, read_options
from cartable.server.common.clock import now_ms, today_s
from cartable.server.common.codes import Keys, new_key, with_key
from cartable.server.common.logs import log, log_error
from cartable.server.services import House
from cartable.server.store import HeldElsewhere, Lease, LeaseLost, MatchRow, StoreFailed, TableRow
from cartable.server.tables.connection import Connection
from cartable.server.tables.matches import Agreed, Matches
from cartable.server.tables.names import BAD_NAME, bot_name, clean_name
from cartable.server.tables.views import ENCODER
from cartable.table.live import STOPPED, TableSettings
from cartable.table.room import HOST_ONLY, MATCH_ON, NO_MATCH, NO_SUCH_PLACE, Place, Room
from cartable.wire import PROTOCOL, down

TOUCHED_S = 3600
"""A table is alive while people come back to it; that much is written down, but not at every step."""

MEND_SOON_S = 0.05
"""How soon a table that had to stop tries again; then more and more seldom."""

Phase = Literal["lobby", "dealing", "playing", "over"]


class TableHost:
    """See `Table` in `matches` for what a match asks of it. Methods that change the room return when it is stored."""

    def __init__(self, row: TableRow, house: House, lease: Lease, idle: Callable[[str], None]) -> None:
        """`idle` is called with the code when nobody has been connected for a while."""
        self.code = row.code
        self.lease = lease
        self._house = house
        self._idle = idle
        self._of_place: dict[int, Connection] = {}
        self._spectators: set[Connection] = set()
        self._connections: tuple[Connection, ...] = ()
        self._idle_timer: asyncio.TimerHandle | None = None
        self._host_timer: asyncio.TimerHandle | None = None
        self._mending: asyncio.Task[None] | None = None
        self._telling = False
        self.closed = False
        self._restore(row)

    def _restore(self, row: TableRow) -> None:
        self.game = registry.game(row.game)
        self.options: Any = read_options(self.game.options, msgspec.json.decode(row.options))
        self.settings = msgspec.json.decode(row.settings, type=TableSettings)
        self.room = msgspec.json.decode(row.room, type=Room)
        self.keys: Keys = msgspec.json.decode(row.keys, type=dict[int, tuple[str, ...]])
        self.public = bool(row.public)
        self.created = row.created
        self.last_act = row.last_act
        self.stopped = False
        self.last_match: str | None = None
        self.matches = Matches(self, self._house)

    async def load(self) -> None:
        """Take up the match that was on when this table was last in memory."""
        self._take_up(*await self._last())

    async def _last(self) -> tuple[MatchRow | None, int, bytes]:
        """The last match with the parts of its log, if it may go on."""
        row = await self._house.store.last_match(self.code)
        if row is None or row.state != "on":
            return row, 0, b""
        await self._house.store.mend(row.id)
        return row, *await self._house.store.lines(row.id)

    def _take_up(self, row: MatchRow | None, parts: int, lines: bytes) -> None:
        self.last_match = row.id if row is not None else None
        if row is not None and row.state == "on" and self.room.playing:
            gone = [seat for seat, place in enumerate(self.room.playing) if self.room.place(place) is None]
            self.matches.resume(row, self._agreed(self.room), parts, lines, gone)
        elif self.room.playing:
            finished = self.room.finish()
            self.room = finished if isinstance(finished, Room) else self.room
        if not self._of_place and not self._spectators:
            self._wait_until_idle()

    # --- who is connected --------------------------------------------------------------------------------------

    def connections(self) -> Iterable[Connection]:
        return self._connections

    def _count(self) -> None:
        """Somebody came or went."""
        self._connections = (*self._of_place.values(), *self._spectators)

    def here(self, place: int) -> Connection | None:
        return self._of_place.get(place)

    @property
    def crowded(self) -> bool:
        """No more spectators fit."""
        return len(self._spectators) >= self._house.config.limits.spectators

    def connect(self, connection: Connection, match: str | None, since: tuple[int, int] | None) -> None:
        """A socket said hello. One live socket a place: the newer wins."""
        place = connection.place
        if place is None:
            self._spectators.add(connection)
        else:
            older = self._of_place.pop(place, None)
            self._of_place[place] = connection
            connection.bars_changed = self.changed
            if older is not None:
                older.bye(down.Goodbye("newer"))
        self._count()
        if self._idle_timer is not None:
            self._idle_timer.cancel()
            self._idle_timer = None
        play = self.matches.play
        seat = self.matches.seat_of(place)
        k = play.live.seats[seat].k if play is not None and seat is not None else -1
        connection.caught_up = lambda: self._catch_up(connection)
        connection.send(down.Welcome(v=PROTOCOL, table=self.info(), place=place, k=k))
        self.matches.join(connection, since if play is not None and match == play.id else None)
        connection.start_pings()
        if place == self.room.host and self._host_timer is not None:
            self._host_timer.cancel()
            self._host_timer = None
        elif self.room.host is not None and self.room.host not in self._of_place and self._host_timer is None:
            self._wait_for_host()
        self.changed()
        if today_s() - self.last_act > TOUCHED_S:
            self._save_soon()

    def disconnect(self, connection: Connection) -> None:
        """A socket is closed."""
        connection.close()
        place = connection.place
        if place is None:
            self._spectators.discard(connection)
            self._count()
        elif self._of_place.get(place) is connection:
            del self._of_place[place]
            self._count()
            self.matches.gone(place)
            self.matches.part(connection)
            if place == self.room.host:
                self._wait_for_host()
        else:
            return  # a newer socket has this place
        if not self._of_place and not self._spectators:
            self._wait_until_idle()
        self.changed()

    def _catch_up(self, connection: Connection) -> None:
        connection.send(down.TableChanged(self.info()))
        self.matches.catch_up(connection)

    def _wait_until_idle(self) -> None:
        if self._idle_timer is not None:
            self._idle_timer.cancel()
        loop = asyncio.get_running_loop()
        self._idle_timer = loop.call_later(self._house.config.idle_s, self._idle, self.code)

    def _wait_for_host(self) -> None:
        loop = asyncio.get_running_loop()
        self._host_timer = loop.call_later(self._house.config.host_gone_s, self._pass_hosting)

    def _pass_hosting(self) -> None:
        self._host_timer = None
        host = self.room.host
        if host is None or host in self._of_place:
            return
        room = self.room.pass_hosting(host, self._of_place)
        if room is not self.room:
            self.room = room
            self._save_soon()
            self.changed()

    # --- what everybody may know -------------------------------------------------------------------------------

    @property
    def phase(self) -> Phase:
        if self.matches.deal is not None:
            return "dealing"
        if self.matches.on:
            return "playing"
        return "over" if self.matches.play is not None else "lobby"

    def info(self) -> down.TableInfo:
        matches, room = self.matches, self.room
        play = matches.play
        return down.TableInfo(
            code=self.code,
            game=self.game.id,
            options=msgspec.to_builtins(self.options),
            settings=msgspec.to_builtins(self.settings),
            public=self.public,
            locked=room.locked,
            host=room.host,
            places=tuple(map(self._place_info, room.places)),
            least=room.least,
            most=room.most,
            spectators=len(self._spectators),
            lives_until=self.last_act + self._house.config.lives_s,
            phase=self.phase,
            paused=play is not None and matches.on and play.live.paused,
            stopped=self.stopped,
            players=matches.players,
            match=play.id if play is not None else self.last_match,
            commitment=matches.deal.commitment if matches.deal is not None else None,
            header=matches.header_hash,
        )

    def _place_info(self, place: Place) -> down.PlaceInfo:
        play = self.matches.play
        seat = self.room.seat_of(place.id)
        connection = self._of_place.get(place.id)
        bot = place.kind == "bot"
        bars = 4 if bot else connection.bars if connection is not None else 0
        return down.PlaceInfo(
            id=place.id,
            name=place.name,
            kind=place.kind,
            level=place.level,
            face=place.face,
            ready=place.ready,
            seat=seat,
            present=bot or connection is not None,
            stood_in=seat is not None and play is not None and play.live.seats[seat].stood_in,
            bars=bars,
        )

    def changed(self) -> None:
        """Tell everybody, once for all that changes now."""
        if not self._telling:
            self._telling = True
            asyncio.get_running_loop().call_soon(self.tell)

    def tell(self) -> None:
        self._telling = False
        text = ENCODER.encode(down.TableChanged(self.info()))
        for connection in self.connections():
            connection.push(text)

    # --- storing -----------------------------------------------------------------------------------------------

    def row(self) -> TableRow:
        """The table as it is stored."""
        return TableRow(
            code=self.code,
            game=self.game.id,
            options=msgspec.json.encode(self.options),
            settings=msgspec.json.encode(self.settings),
            room=msgspec.json.encode(self.room),
            keys=msgspec.json.encode(self.keys),
            public=self.public,
            created=self.created,
            last_act=self.last_act,
        )

    async def _keep(self, room: Room | Refused) -> Refused | None:
        """Take a changed room over, and return when it is stored."""
        if self.stopped:
            return STOPPED
        if isinstance(room, Refused):
            return room
        self.room = room
        return await self.save()

    async def save(self) -> Refused | None:
        """Store the table as it is now."""
        self.last_act = today_s()
        try:
            await self._house.store.save_table(self.lease, self.row())
        except StoreFailed as error:
            self.failed(error)
            return STOPPED
        self.changed()
        return None

    def _save_soon(self) -> None:
        task = asyncio.ensure_future(self.save())
        task.add_done_callback(lambda done: done.exception())

    def begun(self, match: MatchRow) -> "asyncio.Future[None]":
        self.last_match = match.id
        self.last_act = today_s()
        return asyncio.ensure_future(self._house.store.begin_match(self.lease, self.row(), match))

    def ended(self, match: str, given_up: bool) -> None:
        finished = self.room.finish()
        if isinstance(finished, Room):
            self.room = finished
        self.last_act = today_s()
        state: Literal["given-up", "over"] = "given-up" if given_up else "over"
        row = self.row()
        stored = asyncio.ensure_future(self._house.store.end_match(self.lease, row, match, state, self.last_act))
        stored.add_done_callback(self._end_stored)
        log("match ended", table=self.code, game=self.game.id, how=state)

    def _end_stored(self, stored: "asyncio.Future[None]") -> None:
        error = stored.exception()
        if error is not None:
            self.failed(error)
        else:
            self.changed()

    def failed(self, error: BaseException) -> None:
        """Something could not be stored: stop, tell everybody, and try again later from what is stored."""
        if self.stopped or self.closed:
            return
        if isinstance(error, LeaseLost):
            self._house.leases.lose(self.code)
            return
        self.stopped = True
        log_error("table stopped", table=self.code, why=str(error))
        self.matches.close()
        self.changed()
        self._mending = asyncio.ensure_future(self._mend())

    async def _mend(self) -> None:
        """Until the store takes writes again; then go on from what it holds."""
        pause = MEND_SOON_S
        while self.stopped:
            await asyncio.sleep(pause)
            pause = min(2 * pause, self._house.config.mend_s)
            try:
                lease = await self._house.leases.hold(self.code)
                if isinstance(lease, HeldElsewhere):
                    self._house.leases.lose(self.code)
                    return
                row = await self._house.store.table(self.code)
                if row is None:
                    return
                await self._house.store.save_table(lease, row)
                last = await self._last()
                # All at once: nobody may find a table whose match is not there yet.
                self.lease = lease
                self._restore(row)
                self._take_up(*last)
            except StoreFailed:
                self.stopped = True
        log("table mended", table=self.code)
        self.changed()

    # --- coming and going --------------------------------------------------------------------------------------

    async def sit(self, text: str, face: str = "") -> tuple[int, str] | Refused:
        """A person takes a place: its id, and the key that opens it."""
        name = clean_name(text)
        if name is None:
            return BAD_NAME
        room = self.room.sit(name, face=face)
        if isinstance(room, Refused):
            return room
        place, key = self.room.next_id, new_key()
        self.keys = with_key(self.keys, place, key)
        refused = await self._keep(room)
        return (place, key) if refused is None else refused

    async def another_key(self, place: int) -> str | Refused:
        """One more key for a place: a personal link for another device."""
        key = new_key()
        self.keys = with_key(self.keys, place, key)
        refused = await self._keep(self.room)
        return key if refused is None else refused

    async def add_bot(self, by: int, level: str, text: str | None) -> Refused | None:
        """The host adds a bot."""
        if by != self.room.host:
            return HOST_ONLY
        name = bot_name({place.name for place in self.room.places}) if text is None else clean_name(text)
        return BAD_NAME if name is None else await self._keep(self.room.sit(name, "bot", level))

    async def leave(self, place: int) -> Refused | None:
        """Somebody gives their place up."""
        return await self._part(place, self.room.leave(place), "closed")

    async def kick(self, by: int, place: int) -> Refused | None:
        """The host sends somebody away."""
        return await self._part(place, self.room.kick(by, place), "kicked")

    async def _part(self, place: int, room: Room | Refused, why: Literal["closed", "kicked"]) -> Refused | None:
        seat = self.room.seat_of(place)
        if isinstance(room, Refused):
            return room
        self.keys = {other: hashes for other, hashes in self.keys.items() if other != place}
        if self.matches.deal is not None and seat is not None:
            self.matches.cancel_deal()
            finished = room.finish()
            room = finished if isinstance(finished, Room) else room
        refused = await self._keep(room)
        if refused is not None:
            return refused
        play = self.matches.play
        if play is not None and self.matches.on and seat is not None and not play.stopped:
            play.live.left(seat, now_ms())
            play.pump()
        connection = self._of_place.get(place)
        if connection is not None:
            connection.bye(down.Goodbye(why))
        return None

    async def ready(self, place: int, ready: bool) -> Refused | None:
        return await self._keep(self.room.ready(place, ready))

    async def lock(self, by: int, locked: bool) -> Refused | None:
        return await self._keep(self.room.lock(by, locked))

    async def change(self, by: int, options: Any, settings: TableSettings, public: bool) -> Refused | None:
        """The host changes options, settings or visibility, between matches."""
        if by != self.room.host:
            return HOST_ONLY
        if self.room.playing:
            return MATCH_ON
        self.options, self.settings, self.public = options, settings, public
        return await self._keep(self.room)

    # --- matches -----------------------------------------------------------------------------------------------

    def start(self, by: int) -> Refused | None:
        """A match, or a rematch: first its deal."""
        if self.stopped:
            return STOPPED
        room = self.room.start(by)
        if isinstance(room, Refused):
            return room
        self.room = room
        self.matches.begin(self._agreed(room))
        return None

    def _agreed(self, room: Room) -> Agreed:
        seats = tuple(place.seated() for place in room.places if place.id in room.playing)
        settings = replace(self.settings, pace=self._house.config.pace)
        return Agreed(self.game, self.options, settings, room.playing, seats, room.matches)

    def pause(self, by: int, paused: bool) -> Refused | None:
        """The host stops the match for a while, or lets it go on."""
        play = self.matches.play
        if by != self.room.host:
            return HOST_ONLY
        if play is None or not self.matches.on:
            return NO_MATCH
        if self.stopped:
            return STOPPED
        if paused:
            play.live.pause(now_ms())
        else:
            play.live.resume(now_ms())
        play.pump()
        self.changed()
        return None

    def give_up(self, by: int) -> Refused | None:
        """The host ends the match without an outcome."""
        play = self.matches.play
        if by != self.room.host:
            return HOST_ONLY
        if play is None or not self.matches.on:
            return NO_MATCH
        if self.stopped:
            return STOPPED
        play.live.give_up()
        play.pump()
        return None

    def place_exists(self, place: int) -> Refused | None:
        return None if self.room.place(place) is not None else NO_SUCH_PLACE

    def close(self, why: Literal["stopping", "closed"]) -> None:
        """Let go of the table: everything that was told is stored."""
        self._shut()
        for connection in list(self.connections()):
            connection.bye(down.Goodbye(why))

    def drop(self) -> None:
        """Let go of the table without a word: it may be another's by now."""
        self._shut()
        for connection in list(self.connections()):
            connection.drop()

    def _shut(self) -> None:
        self.closed = True
        for timer in (self._idle_timer, self._host_timer):
            if timer is not None:
                timer.cancel()
        if self._mending is not None:
            self._mending.cancel()
        self.matches.close()
