"""The matches of one table, one after another: the deal before, the match itself, and what can be seen of it later."""

import asyncio
import random
import secrets
from typing import Final

import msgspec

from cartable.kernel import Refused, Tempo
from cartable.matches.deal.deal_number import hashing
from cartable.matches.deal.dealers import dealer_for, number_of
from cartable.matches.deal.fairdeal import deal_key, fingerprint
from cartable.matches.head_starts import head_starts_of
from cartable.matches.live import NOT_PLAYING, STOPPED, LiveMatch, SeatState
from cartable.matches.log.header import Header
from cartable.matches.log.reading import LogReader
from cartable.matches.match import Match
from cartable.matches.room import HOST_ONLY, NO_MATCH
from cartable.server.common.clock import now_ms, today_s
from cartable.server.common.codes import new_id
from cartable.server.common.logs import log, log_error
from cartable.server.services import Services
from cartable.server.store.contract import MatchRow
from cartable.server.tables.archive import Stretches
from cartable.server.tables.connection import Connection
from cartable.server.tables.dealing import DealAttempt, DealHandshake
from cartable.server.tables.presence import Presence
from cartable.server.tables.roster import Roster
from cartable.server.tables.running_match import RunningMatch
from cartable.server.tables.storage import StoredMatch, TableStorage
from cartable.server.tables.terms import MatchTerms
from cartable.server.thinking.contract import SeatDecision

REVEALS: Final = random.Random()
"""When raced cards are shown: one for all tables, as each would take 2.5 KB."""


class Matches:
    """At most one deal or one match at a time."""

    def __init__(self, presence: Presence, roster: Roster, storage: TableStorage, services: Services) -> None:
        self._presence = presence
        self._roster = roster
        self._storage = storage
        self._services = services
        self.handshake = DealHandshake(presence, services, self._dealt)
        self.latest: RunningMatch | None = None
        """The match that is on, or the last one while it can still be looked at."""
        self.on = False
        """From the deal's end until the match's: also while its beginning is being stored."""
        self.players: tuple[str, ...] = ()
        self.head_starts: tuple[int, ...] = ()
        """Of the match that is on or was the last, by seat; empty: nobody had one."""
        self.deal_number = ""
        """Of that match too; nobody is told before its end."""
        self._playing: tuple[int, ...] = ()
        self._hashing: asyncio.Future[None] | None = None

    @property
    def current(self) -> RunningMatch | None:
        """The match that is being played."""
        return self.latest if self.on else None

    @property
    def paused(self) -> bool:
        match = self.current
        return match is not None and match.live.paused

    def seat_of(self, place: int | None) -> int | None:
        """A place's seat in the match that is on or was the last."""
        return self._playing.index(place) if place in self._playing else None

    def last_act_number(self, seat: int | None) -> int:
        """The number of the last act that the server has of a seat; -1: none."""
        return self.latest.live.seats[seat].k if self.latest is not None and seat is not None else -1

    def stood_in(self, seat: int | None) -> bool:
        """Does a bot play this seat for its person?"""
        return seat is not None and self.latest is not None and self.latest.live.seats[seat].stood_in

    def waited_for(self) -> list[int]:
        """The places of the people who may act now."""
        match = self.current
        if match is None or match.stopped or match.live.paused:
            return []
        seats = match.live.seats
        actors = match.live.game.actors(match.live.state)
        return [
            place
            for seat, place in enumerate(self._playing)
            if seat in actors and seats[seat].kind == "human" and not seats[seat].stood_in
        ]

    # --- beginning ---------------------------------------------------------------------------------------------

    def begin(self, terms: MatchTerms) -> None:
        """A new match: first its deal."""
        self.forget_latest()
        self.handshake.begin(terms)

    def _dealt(self, deal: DealAttempt, terms: MatchTerms) -> None:
        """The deal is complete: write it down, and begin."""
        if deal.header is None:
            return
        self.on = True
        if deal.header.deal_number == "none":
            self._write_down(deal, deal.header, terms)
        else:
            self._hashing = asyncio.ensure_future(self._hash_and_write_down(deal, deal.header, terms))

    async def _hash_and_write_down(self, deal: DealAttempt, header: Header, terms: MatchTerms) -> None:
        """To hash a deal number takes too long for the other tables to wait."""
        try:
            key = deal_key(deal.secret, deal.header_line, deal.nonces)
            stretches = Stretches()
            for _ in hashing(number_of(header, key, deal.secret)):
                await stretches.pause()
            self._write_down(deal, header, terms)
        except Exception as error:  # nobody waits for this task, so nobody else would hear of it
            self._services.metrics.errors += 1
            log_error("match not begun", table=self._storage.code)
            self._not_begun(error)

    def _not_begun(self, error: BaseException) -> None:
        """Stop the table, which then goes on from what is stored: the lobby."""
        self.on = False
        self._storage.failed(error)

    def _write_down(self, deal: DealAttempt, header: Header, terms: MatchTerms) -> None:
        dealer = dealer_for(header, deal.header_line, deal.secret, deal.nonces)
        row = MatchRow(
            id=new_id(),
            code=self._storage.code,
            number=terms.number,
            header=deal.header_line,
            secret=deal.secret,
            nonces=msgspec.json.encode([nonce.hex() for nonce in deal.nonces]),
            state="on",
            started=today_s(),
            deal=dealer.number,
        )
        match = Match(terms.game, header, dealer, header_line=deal.header_line)
        stored = self._storage.begin_match(row)
        stored.add_done_callback(lambda done: self._stored(row, match, terms, done))

    def _stored(self, row: MatchRow, match: Match, terms: MatchTerms, stored: "asyncio.Future[None]") -> None:
        error = stored.exception()
        if error is not None:
            self._not_begun(error)
            return
        self._services.metrics.matches_begun += 1
        log("match begun", table=self._storage.code, game=terms.game.id, seats=len(terms.playing))
        self._run(row, match, terms, parts=0)
        self._presence.announce()

    def resume(self, stored: StoredMatch, terms: MatchTerms) -> None:
        """Go on with a match from the store."""
        row = stored.row
        assert row is not None
        nonces = [bytes.fromhex(nonce) for nonce in msgspec.json.decode(row.nonces, type=list[str])]
        reader = LogReader([row.header + b"\n", *stored.lines.splitlines(keepends=True)], f"match {row.id}")
        match = Match.resume(reader, dealer_for(reader.header, row.header, row.secret, nonces))
        self.handshake.header_hash = fingerprint(row.header)
        self.on = True
        self._presence.announce_now()  # before the match is shown: clients may know of a deal that is void now
        self._run(row, match, terms, parts=stored.parts)

    def _run(self, row: MatchRow, match: Match, terms: MatchTerms, *, parts: int) -> None:
        now = now_ms()
        seats = [
            SeatState(seated.name, seated.kind, seated.level, present=seated.kind == "bot", absent_since=now)
            for seated in match.header.seats
        ]
        last_shown = len(match.entries) - 1, match.state
        live = LiveMatch(match, seats, terms.settings, REVEALS, now)
        self.players = tuple(seated.name for seated in match.header.seats)
        self.head_starts = head_starts_of(match.header)
        self.deal_number = row.deal
        self._playing = terms.playing
        self.latest = RunningMatch(
            row.id,
            live,
            last_shown,
            presence=self._presence,
            storage=self._storage,
            services=self._services,
            on_over=self._over,
            parts=parts,
            seed=secrets.randbits(48),
        )
        for connection in self._presence.connections():
            self.join(connection)
        for seat in self._roster.abandoned_seats():
            live.left(seat, now)
        self.latest.pump()

    # --- people come and go ------------------------------------------------------------------------------------

    def join(self, connection: Connection, since: tuple[int, int] | None = None) -> None:
        """Somebody is here: show the match, and let them play if they have a seat in it."""
        match = self.latest
        if match is None:
            self.handshake.show_countdown(connection)
            return
        connection.seat = seat = self.seat_of(connection.place)
        match.broadcast.snapshot(connection, since)
        if not self.on or match.stopped:
            return
        match.tell_waits(connection)
        if match.live.game.tempo is not Tempo.TURNS:
            connection.ping_often()
        if seat is not None:
            match.live.connected(seat, connection.latency, now_ms())
            match.live.sent(seat, len(match.live.match.entries) - 1, now_ms())
            connection.measured = lambda rtt: match.live.pinged(seat, rtt, self._services.lag.ms)
            match.pump()

    def disconnected(self, place: int, connection: Connection) -> None:
        """The socket of a place is closed."""
        self.handshake.device_left(place)
        match = self.current
        if match is not None and connection.seat is not None:
            match.live.disconnected(connection.seat, now_ms())
            match.pump()

    def seat_abandoned(self, place: int) -> None:
        """Somebody gave up their place, and that is stored: a bot plays on from here, if they have a seat in the match
        that is on now. Meanwhile another one may have begun."""
        match, seat = self.current, self.seat_of(place)
        if match is not None and seat is not None and not match.stopped:
            match.live.left(seat, now_ms())
            match.pump()

    # --- what people ask for -----------------------------------------------------------------------------------

    def decision_of(self, place: int | None) -> SeatDecision | Refused:
        """The decision that a place has in the match that is on, from what it has been shown."""
        match, seat = self.current, self.seat_of(place)
        if match is None or seat is None:
            return NOT_PLAYING
        return SeatDecision(match.live.game.id, match.id, seat, *match.broadcast.seat_view(seat))

    def pause(self, by: int, paused: bool) -> Refused | None:
        """The host stops the match for a while, or lets it go on."""
        match = self._controlled(by)
        if isinstance(match, Refused):
            return match
        if paused:
            match.live.pause(now_ms())
        else:
            match.live.resume(now_ms())
        match.pump()
        self._presence.announce()
        return None

    def give_up(self, by: int) -> Refused | None:
        """The host ends the match without an outcome."""
        match = self._controlled(by)
        if isinstance(match, Refused):
            return match
        match.live.give_up()
        match.pump()
        return None

    def _controlled(self, by: int) -> RunningMatch | Refused:
        if by != self._roster.host:
            return HOST_ONLY
        if self.current is None:
            return NO_MATCH
        return STOPPED if self._storage.stopped else self.current

    # --- the end -----------------------------------------------------------------------------------------------

    def _over(self) -> None:
        match = self.latest
        if match is None:
            return
        self.on = False
        self._services.metrics.matches_ended += 1
        for connection in self._presence.connections():
            connection.ping_calmly()
        if match.outcome is not None:
            seats = match.live.match.header.seats
            self._roster.count(match.id, match.live.game.id, seats, match.outcome.ranks)
        self._roster.finish()
        self._storage.end_match(match.id, match.live)

    def forget_latest(self) -> None:
        """The last match is not shown any more."""
        self.latest = None
        for connection in self._presence.connections():
            connection.forget_match()

    def close(self) -> None:
        """Stop everything: the store has it."""
        self.handshake.stop_waiting()
        if self._hashing is not None:
            self._hashing.cancel()
        if self.latest is not None:
            self.latest.stopped = True
            self.latest.close()
