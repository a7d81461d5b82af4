"""One open socket at a table: what it was shown, what it will be shown, and how good its network is."""

import asyncio
import random
from collections.abc import Callable
from typing import Final, Protocol

from cartable.kernel import Seat
from cartable.matches.referee import Latency
from cartable.server.common.clock import now_ms
from cartable.server.common.metrics import Metrics
from cartable.server.tables.views import ENCODER, SeatView
from cartable.wire import down

QUICK_PINGS: Final = 8
QUICK_PING_S: Final = 0.05
RACE_PING_S: Final = 1.0
CALM_PING_S: Final = 15.0
SILENT_MS: Final = 40_000.0
"""How long a connection may answer no ping before it is taken to be gone, whatever the network says."""

TAIL_S: Final = (0.010, 0.025)
"""Trailing frames after a raced card: they make a lost packet be noticed sooner."""

TAIL: Final = ENCODER.encode(down.Tail())

BARS: Final = ((80.0, 4), (160.0, 3), (300.0, 2))
"""Bars of quality by round trip; slower still is one bar."""

Show = Callable[["Connection"], None]
"""Writes a stage of a match to a connection."""

CLOSE_CODES: Final = {
    "newer": 4001,
    "reload": 4002,
    "kicked": 4003,
    "bad-message": 4004,
    "silent": 4005,
    "too-many": 4008,
    "too-many-sockets": 4009,
    "too-many-spectators": 4010,
    "too-many-guesses": 4011,
}
"""By why a goodbye is said; all others are an ordinary end (1000)."""

LINK: Final = "cartable.link"
"""The extension of the ASGI scope under which a socket's handler finds its link."""

MOVED: Final = 1012
"""The close code for a service that restarts: clients come back at once, by themselves."""


class Link(Protocol):
    """What a connection writes to: a WebSocket of this process, or the way to one of another."""

    received: Callable[[bytes, float], None] | None
    drained: Callable[[], None] | None
    may_speak: Callable[[], bool] | None
    """Asked before anything is written, if it is set: a node that lost its table closes instead, without a word."""

    def push(self, *texts: bytes) -> int:
        """Write messages now; tells how many bytes wait to be read by the other end."""

    def opened(self) -> None:
        """The handshake is over, and can be forgotten."""

    def hang_up(self, code: int, reason: str) -> None:
        """Close the connection politely."""


class ClientHandler(Protocol):
    """What the messages of a link go to: a session at a table of this process, or the way to one of another."""

    def received(self, data: bytes, at: float) -> None:
        """A message."""

    def closed(self) -> None:
        """There will be no more."""


class Connection:
    """A player's socket (`place`), or a spectator's. `seat` is the place's in the match that is on."""

    def __init__(self, link: Link, place: int | None, latency: Latency, metrics: Metrics, backlog_bytes: int) -> None:
        self.place = place
        self.seat: Seat | None = None
        self.screen_of: int | None = None
        """The place whose key opened this connection as a screen for all to look at: it is nobody's own."""
        self.key: str | None = None
        """The key that was given when this connection was opened."""
        self.latency = latency
        self.shown: SeatView | None = None
        """What was shown last; None: nothing yet, so a snapshot is due."""
        self._racing = False
        self.behind = False
        self.measured: Callable[[float], None] | None = None
        """Called with every round trip."""
        self.bars_changed: Callable[[], None] | None = None
        """Called when the quality of the network is another."""
        self.caught_up: Callable[[], None] | None = None
        """Called when a reader that fell behind has read all that was written."""
        self._link = link
        self._metrics = metrics
        self._outbox: list[bytes] = []
        self._backlog_bytes = backlog_bytes
        self._loop = asyncio.get_running_loop()
        self._stages: list[tuple[float, Show]] = []
        self._stage_timer: asyncio.TimerHandle | None = None
        self._pings = 0
        self._unanswered: dict[int, float] = {}
        self._ping_timer: asyncio.TimerHandle | None = None
        self._bars = self.bars
        self.closed = False
        link.drained = self._drained

    # --- writing -----------------------------------------------------------------------------------------------

    def send(self, message: down.Down) -> None:
        self.send_text(ENCODER.encode(message))

    def send_text(self, text: bytes) -> None:
        """Write a message, unless the reader is behind: then it will be shown everything again."""
        if self.closed or self.behind:
            return
        if not self._outbox:
            self._loop.call_soon(self.flush)
        self._outbox.append(text)

    def queue(self, text: bytes) -> None:
        """The same, for callers that `flush` at the end: an update and an answer then cost one system call."""
        if not self.closed and not self.behind:
            self._outbox.append(text)

    def flush(self) -> None:
        """Let all that was written go out."""
        outbox = self._outbox
        if not outbox:
            return
        self._outbox = []
        self._metrics.messages_out += len(outbox)
        self._metrics.bytes_out += sum(map(len, outbox))
        if self._link.push(*outbox) > self._backlog_bytes:
            self.behind = True
            self.shown = None

    def send_trailing_frames(self) -> None:
        """Behind a raced card: see `TAIL_S`."""
        for delay in TAIL_S:
            self._loop.call_later(delay, self.send_text, TAIL)

    def _drained(self) -> None:
        if self.behind and not self.closed:
            self.behind = False
            self._metrics.resyncs += 1
            if self.caught_up is not None:
                self.caught_up()

    def say_goodbye(self, goodbye: down.Goodbye) -> None:
        """Say why, then close."""
        self.behind = False
        self.send(goodbye)
        self.flush()
        self.close()
        self._link.hang_up(CLOSE_CODES.get(goodbye.why, 1000), goodbye.why)

    def abort(self) -> None:
        """Close without a word, not even what was about to be written: the client comes back by itself."""
        self._outbox.clear()
        self.close()
        self._link.hang_up(MOVED, "moved")

    def close(self) -> None:
        """Nothing more is written, and no timer runs."""
        self.closed = True
        self._link.drained = None
        self.measured = self.bars_changed = self.caught_up = None
        self.forget_stages()
        if self._ping_timer is not None:
            self._ping_timer.cancel()

    # --- stages ------------------------------------------------------------------------------------------------

    @property
    def has_stages(self) -> bool:
        """Is there something to be shown before what comes now?"""
        return bool(self._stages)

    def show_at(self, due: float, show: Show, now: float) -> None:
        """Show a stage at its instant, after those before it. The caller flushes what is shown at once."""
        if not self._stages and due <= now:
            show(self)
            return
        if self._stages:
            due = max(due, self._stages[-1][0])
        self._stages.append((due, show))
        if self._stage_timer is None:
            self._wait_for_stage()

    def forget_match(self) -> None:
        """The last match is not shown any more."""
        self.shown = None
        self.seat = None
        self.forget_stages()

    def forget_stages(self) -> None:
        self._stages.clear()
        if self._stage_timer is not None:
            self._stage_timer.cancel()
            self._stage_timer = None

    def _wait_for_stage(self) -> None:
        delay = max(0.0, self._stages[0][0] - now_ms()) / 1000
        self._stage_timer = self._loop.call_later(delay, self._show_stages)

    def _show_stages(self) -> None:
        self._stage_timer = None
        while self._stages and self._stages[0][0] <= now_ms() + 0.5:  # timers tick in whole milliseconds
            self._stages.pop(0)[1](self)
        self.flush()
        if self._stages:
            self._wait_for_stage()

    # --- the network -------------------------------------------------------------------------------------------

    @property
    def bars(self) -> int:
        """The quality of the network, for all to see."""
        rtts = sorted(self.latency.rtts)
        if not rtts:
            return 4
        usual = rtts[len(rtts) // 2]
        return next((bars for most, bars in BARS if usual <= most), 1)

    def start_pings(self) -> None:
        """Measure the network: quickly at first, then now and then at a random phase."""
        self._ping()

    def ping_often(self) -> None:
        """A race begins: from now on a ping a second."""
        self._racing = True
        if self._ping_timer is not None and not self.closed:
            self._ping_timer.cancel()
            self._ping()

    def ping_calmly(self) -> None:
        """The match is over: nobody needs to know the network that well."""
        self._racing = False
        self.measured = None

    def _ping(self) -> None:
        now = now_ms()
        if self._unanswered and now - next(iter(self._unanswered.values())) > SILENT_MS:
            self.say_goodbye(down.Goodbye("silent"))
            return
        self._pings += 1
        self._unanswered[self._pings] = now
        self.send(down.Ping(self._pings))
        if self._pings < QUICK_PINGS:
            pause = QUICK_PING_S
        else:
            pause = (RACE_PING_S if self._racing else CALM_PING_S) * random.uniform(0.5, 1.5)
        self._ping_timer = self._loop.call_later(pause, self._ping)

    def pong_received(self, p: int, at: float) -> None:
        """The answer to ping `p` arrived."""
        sent = self._unanswered.pop(p, None)
        if sent is None:
            return
        rtt = max(0.0, at - sent)
        self.latency = self.latency.pinged(rtt)
        if self.measured is not None:
            self.measured(rtt)
        before, self._bars = self._bars, self.bars
        if self._bars != before and self.bars_changed is not None:
            self.bars_changed()
