"""Three ways to find who was first, on the same made-up matches: by arrival, with a lag quota, and our referee."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf
from types import MappingProxyType
from typing import Final

import numpy as np

from cartable.matches.referee import WINDOW, HonestyRecord, Latency, Ruling, stagger, start_race
from lab.bench.fairness.world import CYCLE, SimulatedPerson

Rng = np.random.Generator


@dataclass(frozen=True, slots=True)
class Judged:
    """One race: who was found first (several: a tie), and how long after the first arrival that was known."""

    found: frozenset[int]
    delay: float
    gain: float | None = None
    """By how much the forger's accepted time beats the true one."""
    heard: frozenset[int] = frozenset()
    """Whose call was in before the end (told for our referee)."""


def by_arrival(people: Sequence[SimulatedPerson], races: int) -> list[Judged]:
    """Whose message arrives first."""
    arrivals = np.array([p.reveal_bare + p.paint + p.interval + p.call_bare for p in people])
    return [Judged(frozenset((int(first),)), 0.0) for first in arrivals.argmin(axis=0)[:races]]


QUOTA_GAIN: Final = 200.0
QUOTA_START: Final = 3 * QUOTA_GAIN
QUOTA_MOST: Final = 7 * QUOTA_GAIN
"""As a chess server does it for its fastest clocks: lag is given back while a quota lasts that refills a little."""


def by_quota(people: Sequence[SimulatedPerson], races: int, forger: int | None = None) -> list[Judged]:
    """Server's time less the lag the device claims, within the quota; the first after a window of 150 ms."""
    elapsed = np.array([p.reveal_bare + p.paint + p.interval + p.call_bare for p in people]).T.tolist()
    intervals = np.array([p.interval for p in people]).T.tolist()
    quota = [QUOTA_START] * len(people)
    judged = []
    for race in range(races):
        closes = min(elapsed[race]) + WINDOW
        times = {}
        for seat, (e, c) in enumerate(zip(elapsed[race], intervals[race], strict=True)):
            lag = min(e if seat == forger else e - c, quota[seat])
            quota[seat] = min(QUOTA_MOST, quota[seat] - lag + QUOTA_GAIN)
            if e <= closes:
                times[seat] = e - lag
        first = min(times, key=lambda seat: times[seat])
        delay = min(closes, max(elapsed[race])) - min(elapsed[race])
        gain = intervals[race][forger] - times[forger] if forger in times else None
        judged.append(Judged(frozenset((first,)), delay, gain))
    return judged


class Client:
    """One player's end of a connection, and what the server keeps of it."""

    def __init__(self, person: SimulatedPerson, rng: Rng, clock_step: float = 1.0, forges: bool = False) -> None:
        self.latency = Latency(rtts=tuple(person.warm.tolist()), clock_step=clock_step)
        self.record = HonestyRecord()
        self.forges = forges
        self.interval: list[float] = person.interval.tolist()
        self.update: list[float] = person.update.tolist()
        self._phase = float(rng.uniform(0, 1000))
        self._pings = list(zip(person.ping_down.tolist(), person.ping_up.tolist(), strict=True))
        ways = (person.reveal, person.paint, person.seen, person.call)
        self._card = list(zip(*(way.tolist() for way in ways), strict=True))
        self._due: list[tuple[float, float, float]] = []
        self._pongs: list[tuple[float, float]] = []
        self._down = self._up = 0.0

    def wait(self, race: int, until: float) -> None:
        """Answer the pings of this cycle written before `until`, and hand on the pongs arrived by then."""
        downs, ups = self._pings[race]
        start = race * CYCLE + self._phase
        self._due += [(start + 1000 * k, down, up) for k, (down, up) in enumerate(zip(downs, ups, strict=True))]
        for sent, down, up in [ping for ping in self._due if ping[0] < until]:
            self._pong(sent, self._receive(sent, down), up)
        self._due = [ping for ping in self._due if ping[0] >= until]
        for arrived, rtt in self._pongs:
            if arrived <= until:
                self.latency = self.latency.pinged(rtt)
        self._pongs = [pong for pong in self._pongs if pong[0] > until]

    def race(self, race: int, sent: float) -> tuple[float, float]:
        """Arrivals of SEEN and CALL after a card written at `sent`, in one stream with the pings around it."""
        reveal, paint, seen, call = self._card[race]
        early = [ping for ping in self._due if ping[0] < sent]
        back = [(self._receive(at, down), at, up) for at, down, up in early]
        painted = self._receive(sent, reveal) + paint
        called = painted + self.interval[race]
        late = [ping for ping in self._due if sent <= ping[0] <= called]
        back += [(self._receive(at, down), at, up) for at, down, up in late]
        self._due = self._due[len(early) + len(late) :]
        self._pong_all(back, -inf, painted)
        seen_at = self._deliver(painted, seen)
        self._pong_all(back, painted, called)
        call_at = self._deliver(called, call)
        self._pong_all(back, called, inf)
        return seen_at, call_at

    def _pong_all(self, back: list[tuple[float, float, float]], since: float, until: float) -> None:
        for received, sent, up in back:
            if since <= received < until:
                self._pong(sent, received, up)

    def _pong(self, sent: float, received: float, delay: float) -> None:
        arrived = self._deliver(received, delay)
        self._pongs.append((arrived, arrived - sent))

    def _receive(self, sent: float, delay: float) -> float:
        self._down = max(self._down, sent + delay)
        return self._down

    def _deliver(self, sent: float, delay: float) -> float:
        self._up = max(self._up, sent + delay)
        return self._up


def by_referee(
    people: Sequence[SimulatedPerson],
    races: int,
    rng: Rng,
    *,
    forger: int | None = None,
    guarded: bool = True,
    clock_step: float = 1.0,
    head_starts: Mapping[int, float] = MappingProxyType({}),
) -> list[Judged]:
    """Our referee, fed with every ping, SEEN and CALL at the instant it arrives."""
    clients = [Client(person, rng, clock_step, forges=seat == forger) for seat, person in enumerate(people)]
    starts = (CYCLE * np.arange(races) + rng.uniform(1600, 2600, races)).tolist()
    judged = []
    for number, start in enumerate(starts):
        for client in clients:
            client.wait(number, start)
        ruling, delay, acks = _race(clients, number, start, head_starts)
        for seat, client in enumerate(clients):
            _remember(client, number, ruling, seat, acks.get(seat))
            if guarded:
                client.latency = client.record.judge(client.latency)
        gain = None
        for receipt in ruling.receipts:
            if receipt.seat == forger:
                gain = clients[receipt.seat].interval[number] - receipt.time
        found = ruling.tied or ruling.receipts[:1]
        heard = frozenset(receipt.seat for receipt in ruling.receipts)
        judged.append(Judged(frozenset(receipt.seat for receipt in found), delay, gain, heard))
    return judged


def _race(
    clients: list[Client], number: int, start: float, head_starts: Mapping[int, float]
) -> tuple[Ruling, float, dict[int, float]]:
    """The ruling, how long after the first arrival it was known, and the SEEN that came before it."""
    latencies = {seat: client.latency for seat, client in enumerate(clients)}
    reveal = stagger(latencies)
    race = start_race(reveal, start, latencies, head_starts=head_starts)
    arrivals: list[tuple[float, int, bool]] = []
    for seat, client in enumerate(clients):
        seen, call = client.race(number, start + reveal.offsets[seat])
        arrivals += [(seen, seat, False), (call, seat, True)]
    arrivals.sort()
    acks = {}
    for at, seat, calls in arrivals:
        closes = race.closes_at()
        if closes is not None and at > closes:
            break
        if calls:
            claim = 0.0 if clients[seat].forges else clients[seat].interval[number]
            race = race.called(seat, "call", claim, at)
        else:
            race = race.seen(seat, at)
            acks[seat] = at - start - reveal.offsets[seat]
    ruling, closes = race.ruling(), race.closes_at()
    assert ruling is not None
    assert closes is not None
    return ruling, closes - min(at for at, _, calls in arrivals if calls), acks


def _remember(client: Client, number: int, ruling: Ruling, seat: int, ack: float | None) -> None:
    client.latency = client.latency.raced(sum(receipt.use for receipt in ruling.receipts if receipt.seat == seat))
    client.record = client.record.updated(client.update[number])
    if ack is not None:
        client.record = client.record.raced(ack)
    residual = next((receipt.residual for receipt in ruling.receipts if receipt.seat == seat), None)
    if residual is not None:
        client.record = client.record.called(residual)
