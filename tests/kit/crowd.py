"""A live match in counted time, with people on bad connections.

They have the eyes of bots, and connections with delay, jitter, cuts and double sending; the host stores at once or
late, pauses, and dies. No instant here is a real one.
"""

import heapq
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from itertools import count
from random import Random
from typing import Any

from cartable.bots import bot
from cartable.kernel import Act, AnyGame, Seat
from cartable.matches.live import Append, LiveMatch, Over, Publish, Reply, ReplyKind, TableSettings, Think, visible_to
from cartable.matches.match import Match, Numbered
from cartable.matches.referee import Latency
from tests.kit.crowd_people import Chaos, Got, Person, Reader, Sent
from tests.kit.live import new_match, real_bots, resumed, seats_of


class Simulation:
    """One match with people on bad connections. What reached the table, and what it gave out, is kept for the laws."""

    def __init__(self, game: AnyGame, chaos: Chaos, options: Any = None) -> None:
        self.game = game
        self.chaos = chaos
        self.rng = Random(chaos.seed)
        self.now = 0.0
        self.life = 0
        self.sent: list[Sent] = []
        self.given: list[Got] = []
        self.published: list[tuple[Publish, int, int]] = []
        """With what was committed then, and in which life."""
        self.overs = 0
        self._heap: list[tuple[float, int, Callable[[], None]]] = []
        self._order = count()
        match = new_match(game, chaos.kinds, options)
        self.log = [match.header_line + b"\n"]
        self.people = [
            Person(seat, habits, bot(game.id, "fair", chaos.seed, seat))
            for seat, habits in zip(
                [seat for seat, kind in enumerate(chaos.kinds) if kind == "h"], chaos.habits, strict=True
            )
        ]
        self.watcher = Reader(None)
        """A spectator who never leaves, on a perfect connection."""
        self._begin(match)

    # --- the host ----------------------------------------------------------------------------------------------

    def _begin(self, match: Match) -> None:
        self.match = match
        self.committed = len(match.entries) - 1
        self.base = self.committed, match.state
        self.stages: list[Publish] = []
        self._storing: deque[Append] = deque()
        self._stored_at = self._armed = -1.0
        self._think = real_bots(self.game, self.chaos.seed)
        settings = TableSettings(wait_scale=self.chaos.wait_scale)
        seats = seats_of(match, present=False, now=self.now)
        self.live = LiveMatch(match, seats, settings, Random(self.chaos.seed), self.now)
        if self.life:
            self.watcher.fresh.add(self.live.feed.last)
        for person in self.people:
            self._after(self.rng.uniform(0, 100), partial(self._connect, person))
        self.pump()

    def run(self) -> "Simulation":
        """Let it all happen."""
        if self.chaos.pauses:
            self._after(self.rng.expovariate(self.chaos.pauses / 1000), self._pause)
        if self.chaos.deaths:
            self._after(self.rng.expovariate(self.chaos.deaths / 1000), self._die)
        while self._heap and self.now <= self.chaos.until_ms:
            self.now, _, happens = heapq.heappop(self._heap)
            happens()
            self.pump()
        self._settle()
        return self

    def _settle(self) -> None:
        """Nobody acts any more: what is under way to the table and in the store comes to its end."""
        self.live.give_up()
        self.pump()
        while self._storing:
            self._commit(self.life)
            self.pump()

    def _after(self, ms: float, happens: Callable[[], None]) -> None:
        self._at(self.now + ms, happens)

    def _at(self, instant: float, happens: Callable[[], None]) -> None:
        """What is set for the same instant happens in the order in which it was set."""
        heapq.heappush(self._heap, (max(self.now, instant), next(self._order), happens))

    def pump(self) -> None:
        while effects := self.live.take():
            for effect in effects:
                self._do(effect)
        due = self.live.next_wake()
        if due is not None and due != self._armed:
            self._armed = due
            life = self.life
            self._at(due, lambda: self._wake(life, due))

    def _wake(self, life: int, due: float) -> None:
        if life == self.life and due == self._armed:
            self._armed = -1.0
            self.live.wake(self.now)

    def _do(self, effect: Append | Publish | Reply | Think | Over) -> None:
        match effect:
            case Append():
                self._store(effect)
            case Publish():
                self._publish(effect)
            case Reply():
                self.given.append(Got(effect, self.now, self.life, self.committed))
                self._tell(effect)
            case Think():
                life = self.life
                act, at = self._think(effect)
                self._after(self.rng.choice((0.0, 3.0)), lambda: self._intend(life, effect, act, at))
            case Over():
                self.overs += 1

    def _intend(self, life: int, think: Think, act: Act | None, at: float) -> None:
        if life == self.life:
            self.live.bot_decided(think.seat, think.asked, act, at, self.now)

    def _store(self, store: Append) -> None:
        self._storing.append(store)
        if not self.chaos.commit_ms:
            self._commit(self.life)
            return
        self._stored_at = max(self._stored_at, self.now + self.rng.uniform(0, self.chaos.commit_ms))
        life = self.life
        self._at(self._stored_at, lambda: self._commit(life))

    def _commit(self, life: int) -> None:
        if life == self.life and self._storing:
            store = self._storing.popleft()
            self.log += store.lines
            self.committed = store.n
            self.live.committed(store.n, self.now)

    def _pause(self) -> None:
        self.live.pause(self.now)
        self._after(self.rng.uniform(0, 3000), lambda: self.live.resume(self.now))
        self._after(self.rng.expovariate(self.chaos.pauses / 1000), self._pause)

    def _die(self) -> None:
        """The process is gone with all that was not committed; the next one goes on from the log."""
        if self.live.match.ending is None:
            self.life += 1
            for person in self.people:
                self._cut(person)
            self._begin(resumed(self.log))
        self._after(self.rng.expovariate(self.chaos.deaths / 1000), self._die)

    # --- over the connections -----------------------------------------------------------------------------

    def _publish(self, stage: Publish) -> None:
        self.published.append((stage, self.committed, self.life))
        self.stages.append(stage)
        self.watcher.read(visible_to(stage.events, None), stage.n)
        for person in self.people:
            if person.online:
                self._show(person, stage)

    def _due(self, stage: Publish, seat: Seat | None) -> float:
        return stage.send_at.get(seat, stage.send_at[None])

    def _show(self, person: Person, stage: Publish) -> None:
        """Write a stage when it is due; it is read when it has arrived, and painted a little later."""
        wire = person.wire
        told = visible_to(stage.events, person.seat)

        def write() -> None:
            if stage.race and person.seat is not None and wire == person.wire:
                self.live.sent(person.seat, stage.n, self.now)
            self._down(person, wire, lambda: self._paint(person, told, stage.n, stage.state))

        self._at(self._due(stage, person.seat), write)

    def _down(self, person: Person, wire: int, arrives: Callable[[], None]) -> None:
        """In order within a connection, never after its end."""
        person.down_at = max(person.down_at, self.now + self._trip(person))

        def arrive() -> None:
            if wire == person.wire:
                arrives()

        self._at(person.down_at, arrive)

    def _up(self, person: Person, arrives: Callable[[], None]) -> None:
        wire, life = person.wire, self.life
        person.up_at = max(person.up_at, self.now + self._trip(person))

        def arrive() -> None:
            if life == self.life and wire == person.wire:
                arrives()

        self._at(person.up_at, arrive)
        if self.rng.random() < person.habits.cuts:
            self._after(self.rng.uniform(0, 50), lambda: self._drop(person, wire))

    def _trip(self, person: Person) -> float:
        return person.habits.delay + self.rng.uniform(0, person.habits.jitter)

    def _tell(self, answer: Reply) -> None:
        for person in self.people:
            if person.seat == answer.seat and person.online:
                self._down(person, person.wire, partial(self._hear, person, answer))

    def _hear(self, person: Person, answer: Reply) -> None:
        person.waiting.pop(answer.k, None)
        if answer.kind in (ReplyKind.REFUSED, ReplyKind.LATE):
            wire = person.wire
            self._after(400, lambda: self._look(person) if wire == person.wire else None)

    # --- coming and going --------------------------------------------------------------------------------------

    def _connect(self, person: Person) -> None:
        """A new connection: it is measured, what was missed is told by number, what was not answered is sent
        again."""
        if person.online or person.seat is None:
            return
        person.online = True
        person.wire += 1
        person.down_at = person.up_at = self.now
        rtts = tuple(self._trip(person) + self._trip(person) for _ in range(8))
        self.live.connected(person.seat, Latency(rtts=rtts), self.now)
        n, state = self.base
        for stage in self.stages:
            if self._due(stage, person.seat) > self.now:
                break
            n, state = stage.n, stage.state
        missed = self.live.feed.since(person.seat, *person.last)
        known = tuple(each for each in missed or () if each.n <= n)
        fresh = self.live.feed.last_of(n) if missed is None else None

        def arrive() -> None:
            if fresh is not None:
                person.begin_at(fresh)
            self._paint(person, known, n, state)

        self._down(person, person.wire, arrive)
        for stage in self.stages:
            if stage.n > n:
                self._show(person, stage)
        for k, (text, saw, interval) in sorted(person.waiting.items()):
            self._send(person, k, text, saw, interval)

    def _cut(self, person: Person) -> None:
        person.online = False
        person.wire += 1

    def _drop(self, person: Person, wire: int) -> None:
        if wire == person.wire and person.seat is not None:
            self._cut(person)
            self.live.disconnected(person.seat, self.now)
            self._after(self.rng.choice((30.0, 500.0, 12_000.0)), lambda: self._connect(person))

    # --- people ------------------------------------------------------------------------------------------------

    def _paint(self, person: Person, events: Sequence[Numbered], n: int, state: Any) -> None:
        person.read(events, n)
        person.state, person.painted_at = state, self.now
        seat = person.seat
        if n >= 0 and seat is not None:
            self._up(person, lambda: self.live.seen(seat, n, self.now))
        self._look(person)

    def _look(self, person: Person) -> None:
        """Think about what is painted, and move when the hand gets there, unless something else is painted before."""
        person.plan += 1
        plan, wire, state, seat = person.plan, person.wire, person.state, person.seat
        if state is None or seat is None:
            return
        if self.rng.random() < person.habits.nonsense:
            self._after(self.rng.uniform(0, 600), lambda: self._do_act(person, self._nonsense(state)))
        if seat not in self.game.actors(state):
            return
        legal = self.game.legal(state, seat)
        intent = person.mind.decide(self.game.view(state, seat), legal, self.now) if legal else None
        if intent is not None:
            text = str(intent.act)

            def move() -> None:
                if plan == person.plan and wire == person.wire:
                    self._do_act(person, text)

            self._at(intent.at_ms, move)

    def _nonsense(self, state: Any) -> str:
        """Something that is hardly ever possible: what another player might do, or nothing at all."""
        others = [str(act) for seat in range(len(self.chaos.kinds)) for act in self.game.legal(state, seat)]
        return self.rng.choice([*others, "call 9", "fault step on 1-red-sun", "gibberish", "deal G1"])

    def _do_act(self, person: Person, text: str) -> None:
        if not person.online:
            return
        person.k += self.rng.choice((1, 1, 1, 2))
        interval = self.now - person.painted_at
        person.waiting[person.k] = text, person.n, interval
        for _ in range(2 if self.rng.random() < person.habits.doubles else 1):
            self._send(person, person.k, text, person.n, interval)

    def _send(self, person: Person, k: int, text: str, saw: int, interval: float) -> None:
        seat = person.seat
        if seat is None:
            return

        def arrive() -> None:
            self.sent.append(Sent(seat, k, text, saw, self.now, self.life))
            self.live.act(seat, k, text, self.now, saw=saw, interval=interval)

        self._up(person, arrive)
