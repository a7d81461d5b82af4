"""The matches of one table, one after another: the deal before, the play, and what is left to see afterwards."""

import asyncio
import random
import secrets
from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple, Protocol

import msgspec

from cartable.kernel import AnyGame, Options, Tempo
from cartable.server.common.clock import now_ms, today_s
from cartable.server.common.codes import new_id
from cartable.server.common.logs import log
from cartable.server.services import House
from cartable.server.store import Lease, MatchRow
from cartable.server.tables.connection import Connection
from cartable.server.tables.dealing import Deal
from cartable.server.tables.running_match import Around, Play, Shown
from cartable.table.dealers import FairDealer
from cartable.table.fairdeal import fingerprint
from cartable.table.header import Seated
from cartable.table.live import LiveMatch, SeatState, TableSettings
from cartable.table.match import Match
from cartable.table.reading import LogReader
from cartable.wire import down

REVEALS: Final = random.Random()
"""When raced cards are shown: one for all tables, as each would take 2.5 KB."""


COUNTDOWN_MS: Final = 2100.0
"""Three, two, one, before a match of several people or one that is raced; longer than anybody's round trip."""


class Agreed(NamedTuple):
    """What a match is played with."""

    game: AnyGame
    options: Options
    settings: TableSettings
    playing: tuple[int, ...]
    """The places by seat."""
    seats: tuple[Seated, ...]
    number: int


class Table(Protocol):
    """What the matches ask of their table."""

    code: str
    lease: Lease

    def connections(self) -> Iterable[Connection]:
        """Every open socket at the table."""

    def here(self, place: int) -> Connection | None:
        """The socket of a place."""

    def begun(self, match: MatchRow) -> "asyncio.Future[None]":
        """Store a new match with the table."""

    def ended(self, match: str, given_up: bool) -> None:
        """A match is over."""

    def failed(self, error: BaseException) -> None:
        """Something could not be stored."""

    def changed(self) -> None:
        """Something about the table is new for everybody."""

    def tell(self) -> None:
        """Tell everybody about the table, now."""


class Matches:
    """At most one deal or one play at a time."""

    def __init__(self, table: Table, house: House) -> None:
        self._table = table
        self._house = house
        self._deals = 0
        self._agreed: Agreed | None = None
        self._deal_timer: asyncio.TimerHandle | None = None
        self._starts: float | None = None
        """When the countdown that is on will be over."""
        self.deal: Deal | None = None
        self.play: Play | None = None
        """The match that is on, or the last one while it can still be looked at."""
        self.on = False
        self.header_hash: str | None = None
        self.players: tuple[str, ...] = ()
        self._playing: tuple[int, ...] = ()

    # --- dealing -----------------------------------------------------------------------------------------------

    def begin(self, agreed: Agreed) -> None:
        """Prepare the deal with everybody who is here."""
        self._agreed = agreed
        self._forget_play()
        people = [place for place in agreed.playing if self._table.here(place) is not None]
        self._deals += 1
        self._announce(Deal(self._deals, people))

    def _announce(self, deal: Deal) -> None:
        self.deal = deal
        self._deals = deal.number
        self.header_hash = None
        begins = down.DealBegins(deal.number, deal.commitment, deal.restarts, tuple(sorted(deal.withheld)))
        for connection in self._table.connections():
            connection.send(begins)
        self._table.changed()
        self._wait(self._fix)
        if deal.all_hashed:
            self._fix()

    def hashed(self, place: int, number: int, nonce_hash: str) -> None:
        """A device's hash came."""
        deal = self.deal
        if deal is not None and deal.number == number and deal.header is None:
            deal.hashed(place, nonce_hash)
            if deal.all_hashed:
                self._fix()

    def _fix(self) -> None:
        deal, agreed = self.deal, self._agreed
        if deal is None or agreed is None or deal.header is not None:
            return
        line = deal.fix(agreed.game, agreed.options, agreed.seats)
        self.header_hash = fingerprint(line)
        message = down.DealHeader(deal.number, line.decode(), self.header_hash)
        for connection in self._table.connections():
            connection.send(message)
        self._wait(self._withheld)
        if deal.all_opened:
            self._count_down(deal, agreed)

    def opened(self, place: int, number: int, nonce: str) -> None:
        """A device's nonce came."""
        deal, agreed = self.deal, self._agreed
        if deal is None or agreed is None or deal.number != number or deal.header is None or self._starts is not None:
            return
        if not deal.opened(place, nonce):
            self._again({place})
        elif deal.all_opened:
            self._count_down(deal, agreed)

    def gone(self, place: int) -> None:
        """A device is gone in the middle of a deal."""
        deal = self.deal
        if deal is None:
            return
        if deal.header is None:
            deal.gone(place)
            if deal.all_hashed:
                self._fix()
        elif place in deal.missing:
            self._again({place})

    def _withheld(self) -> None:
        if self.deal is not None:
            self._again(self.deal.missing)

    def _again(self, withheld: Iterable[int]) -> None:
        if self.deal is not None:
            self._house.metrics.deals_restarted += 1
            self._announce(self.deal.again(frozenset(withheld)))

    def cancel_deal(self) -> None:
        """Somebody left before the match began: there will be none."""
        self._stop_waiting()
        self.deal = self._agreed = self.header_hash = self._starts = None

    def _wait(self, then: Callable[[], None]) -> None:
        self._stop_waiting()
        self._deal_timer = asyncio.get_running_loop().call_later(self._house.config.nonce_s, then)

    def _stop_waiting(self) -> None:
        if self._deal_timer is not None:
            self._deal_timer.cancel()
            self._deal_timer = None

    def _count_down(self, deal: Deal, agreed: Agreed) -> None:
        """Everybody's part is here: let all get ready for the same moment."""
        people = sum(seated.kind == "human" for seated in agreed.seats)
        alone = people < 2 and agreed.game.tempo is Tempo.TURNS
        after = 0.0 if alone else COUNTDOWN_MS * agreed.settings.pace
        if after <= 0:
            self._dealt(deal, agreed)
            return
        self._starts = now_ms() + after
        for connection in self._table.connections():
            self._tell_start(connection)
        self._stop_waiting()
        self._deal_timer = asyncio.get_running_loop().call_later(after / 1000, self._dealt, deal, agreed)

    def _tell_start(self, connection: Connection) -> None:
        if self._starts is not None:
            on_its_way = connection.line.bounds().med / 2
            connection.send(down.MatchStarts(max(0, round(self._starts - now_ms() - on_its_way))))

    def _dealt(self, deal: Deal, agreed: Agreed) -> None:
        """Neither side can steer any more: write it down, and begin."""
        if deal.header is None:
            return
        self._stop_waiting()
        self.deal = self._starts = None
        self.on = True
        row = MatchRow(
            id=new_id(),
            code=self._table.code,
            number=agreed.number,
            header=deal.header_line,
            secret=deal.secret,
            nonces=msgspec.json.encode([nonce.hex() for nonce in deal.nonces]),
            state="on",
            started=today_s(),
        )
        dealer = FairDealer(deal.secret, deal.header_line, deal.nonces)
        match = Match(agreed.game, deal.header, dealer, header_line=deal.header_line)
        self._table.begun(row).add_done_callback(lambda stored: self._start(row, match, agreed, stored))

    def _start(self, row: MatchRow, match: Match, agreed: Agreed, stored: "asyncio.Future[None]") -> None:
        error = stored.exception()
        if error is not None:
            self.on = False
            self._table.failed(error)
            return
        self._house.metrics.matches_begun += 1
        log("match begun", table=self._table.code, game=agreed.game.id, seats=len(agreed.playing))
        self._run(row, match, agreed, parts=0)
        self._table.changed()

    # --- playing -----------------------------------------------------------------------------------------------

    def resume(self, row: MatchRow, agreed: Agreed, parts: int, lines: bytes, gone: Sequence[int]) -> None:
        """Go on with a match from the store. `gone` are the seats that were given up."""
        nonces = [bytes.fromhex(nonce) for nonce in msgspec.json.decode(row.nonces, type=list[str])]
        reader = LogReader([row.header + b"\n", *lines.splitlines(keepends=True)], f"match {row.id}")
        match = Match.resume(reader, FairDealer(row.secret, row.header, nonces))
        self.header_hash = fingerprint(row.header)
        self.on = True
        self._table.tell()  # before the match is shown: whoever stayed may know of a deal that is void now
        self._run(row, match, agreed, parts=parts, gone=gone)

    def _run(self, row: MatchRow, match: Match, agreed: Agreed, *, parts: int, gone: Sequence[int] = ()) -> None:
        now = now_ms()
        seats = [
            SeatState(seated.name, seated.kind, seated.level, present=seated.kind == "bot", absent_since=now)
            for seated in match.header.seats
        ]
        base = Shown(len(match.entries) - 1, match.state)
        live = LiveMatch(match, seats, agreed.settings, REVEALS, now)
        around = Around(
            self._house.store,
            self._table.lease,
            self._house.thinkers,
            self._house.metrics,
            self._table.connections,
            self._over,
            self._failed,
        )
        self.players = tuple(seated.name for seated in match.header.seats)
        self._playing = agreed.playing
        self.play = Play(row.id, live, base, around, parts=parts, seed=secrets.randbits(48))
        for connection in self._table.connections():
            self.join(connection)
        for seat in gone:
            live.left(seat, now)
        self.play.pump()

    def seat_of(self, place: int | None) -> int | None:
        """A place's seat in the match that is on or was the last."""
        return self._playing.index(place) if place in self._playing else None

    def join(self, connection: Connection, since: tuple[int, int] | None = None) -> None:
        """Somebody is here: show the match, and let them play if they have a seat in it."""
        play = self.play
        if play is None:
            self._tell_start(connection)
            return
        connection.seat = self.seat_of(connection.place)
        play.snapshot(connection, since)
        if not self.on or play.stopped:
            return
        seat = connection.seat
        if play.live.game.tempo is not Tempo.TURNS:
            connection.racing = True
            connection.hurry_pings()
        if seat is not None:
            play.live.connected(seat, connection.line, now_ms())
            play.live.sent(seat, len(play.live.match.entries) - 1, now_ms())
            connection.measured = lambda rtt: play.live.pinged(seat, rtt, self._house.lag.ms)
            play.pump()

    def catch_up(self, connection: Connection) -> None:
        """A slow reader has read everything: it gets a fresh view."""
        if self.play is not None:
            self.play.snapshot(connection)

    def part(self, connection: Connection) -> None:
        """A socket of a seat is closed."""
        if self.play is not None and self.on and connection.seat is not None:
            self.play.live.disconnected(connection.seat, now_ms())
            self.play.pump()

    def _over(self) -> None:
        play = self.play
        if play is None:
            return
        self.on = False
        self._house.metrics.matches_ended += 1
        for connection in self._table.connections():
            connection.racing = False
            connection.measured = None
        self._table.ended(play.id, given_up=play.outcome is None)

    def _failed(self, error: BaseException) -> None:
        self._table.failed(error)

    def _forget_play(self) -> None:
        self.play = None
        for connection in self._table.connections():
            connection.board = None
            connection.seat = None
            connection.forget_stages()

    def close(self) -> None:
        """Let go of everything: the store has it."""
        self._stop_waiting()
        if self.play is not None:
            self.play.stopped = True
            self.play.close()
