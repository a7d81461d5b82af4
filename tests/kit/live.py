"""A live match in counted time and in the test's hands: `ManualHost` does what the test says and nothing else."""

from collections import Counter, deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Any, Final

from cartable.bots import AnyBot, bot
from cartable.kernel import Act, AnyGame, CardSource, Seat
from cartable.matches.deal.dealers import FairDealer, ScriptedDealer, SeededDealer, secret_of
from cartable.matches.deal.fairdeal import fingerprint
from cartable.matches.live import Append, LiveMatch, Over, Publish, Reply, SeatState, TableSettings, Think
from cartable.matches.log.header import Player, header_for
from cartable.matches.log.reading import LogReader
from cartable.matches.match import Match
from cartable.matches.referee import Latency

NAMES: Final = ("Ann", "Bob", "Zoé", "Dan", "Eve", "Fay")
SECRET: Final = secret_of(11)

Thinker = Callable[[Think], tuple[Act | None, float]]


def nobody(think: Think) -> tuple[Act | None, float]:
    """A bot that only waits."""
    return None, think.now


def real_bots(game: AnyGame, seed: int) -> Thinker:
    """Real bots, one for each seat and level."""
    known: dict[tuple[Seat, str], AnyBot] = {}

    def think(asked: Think) -> tuple[Act | None, float]:
        key = asked.seat, asked.level
        if key not in known:
            known[key] = bot(game.id, asked.level, seed, asked.seat)
        intent = known[key].decide(asked.view, asked.legal, asked.now)
        return (None, asked.now) if intent is None else (intent.act, intent.at_ms)

    return think


def new_match(
    game: AnyGame,
    kinds: str,
    options: Any = None,
    given: Mapping[str, Any] | None = None,
    head_starts: Sequence[int] = (),
) -> Match:
    """A match for people (`h`) and bots (`b`), from the start or from a made-up position."""
    options = game.options() if options is None else options
    starts = (*head_starts, *(0,) * (len(kinds) - len(head_starts)))
    seats = [
        Player(name, "bot", "fair", head_start=start) if kind == "b" else Player(name, "human", head_start=start)
        for name, kind, start in zip(NAMES, kinds, starts, strict=False)
    ]
    header = header_for(game, options, seats, fingerprint(SECRET))
    dealer: CardSource = FairDealer(SECRET, header.line(), ())
    if given is None:
        return Match(game, header, dealer)
    position = game.from_position(given, options, len(kinds), SeededDealer(1).shuffle)
    match = Match(game, header, ScriptedDealer(position.script, 1))
    match.state = position.state
    return match


def resumed(lines: Iterable[bytes]) -> Match:
    """The match of a log, as after a restart."""
    log = LogReader(lines, "log")
    return Match.resume(log, FairDealer(SECRET, log.header_line, ()))


def seats_of(match: Match, *, present: bool = True, now: float = 0.0) -> list[SeatState]:
    """The state of every seat, as a live match takes it."""
    return [
        SeatState(each.name, each.kind, each.level, present=present or each.kind == "bot", absent_since=now)
        for each in match.header.seats
    ]


class ManualHost:
    """A live match in the test's hands. `late`: nothing is committed before `commit` is called."""

    def __init__(
        self,
        match: Match,
        settings: TableSettings | None = None,
        *,
        think: Thinker = nobody,
        late: bool = False,
        present: bool = True,
        now: float = 1000.0,
    ) -> None:
        self.now = now
        self.match = match
        seats = seats_of(match, present=present, now=now)
        self.live = LiveMatch(match, seats, settings or TableSettings(), Random(5), now)
        self.think = think
        self.late = late
        self.answers: list[Reply] = []
        self.published: list[Publish] = []
        self.over: list[Over] = []
        self.thoughts: list[Think] = []
        self.log: list[bytes] = [match.header_line + b"\n"]
        self._storing: deque[Append] = deque()
        self._k = Counter({seat: state.k + 1 for seat, state in enumerate(seats)})
        self.pump()

    @property
    def texts(self) -> list[tuple[Seat, str]]:
        """The acts so far, without DEALER's."""
        return [(entry.seat, entry.text) for entry in self.match.entries if entry.seat != -1]

    @property
    def stored(self) -> int:
        """How many acts are committed or about to be."""
        return len(self.match.entries)

    def pump(self) -> None:
        while effects := self.live.take():
            for effect in effects:
                match effect:
                    case Append():
                        self._storing.append(effect)
                        if not self.late:
                            self.commit()
                    case Publish():
                        self.published.append(effect)
                    case Reply():
                        self.answers.append(effect)
                    case Think():
                        self.thoughts.append(effect)
                        act, at = self.think(effect)
                        self.live.bot_decided(effect.seat, effect.asked, act, at, self.now)
                    case Over():
                        self.over.append(effect)

    def commit(self, stores: int | None = None) -> None:
        """Let so many of the things to be stored be stored; all of them unless told."""
        for _ in range(len(self._storing) if stores is None else stores):
            store = self._storing.popleft()
            self.log += store.lines
            self.live.committed(store.n, self.now)
        self.pump()

    def act(self, seat: Seat, text: str, *, saw: int | None = None, interval: float | None = None) -> int:
        """Somebody does something now; the number of the act."""
        k = self._k[seat]
        self._k[seat] += 1
        self.send(seat, k, text, saw=saw, interval=interval)
        return k

    def send(self, seat: Seat, k: int, text: str, *, saw: int | None = None, interval: float | None = None) -> None:
        self.live.act(seat, k, text, self.now, saw=saw, interval=interval)
        self.pump()

    def connect(self, seat: Seat, rtt: float = 0.0) -> None:
        self.live.connected(seat, Latency(rtts=(rtt,) * 32), self.now)
        self.pump()

    def disconnect(self, seat: Seat) -> None:
        self.live.disconnected(seat, self.now)
        self.pump()

    def seen(self, seat: Seat, n: int | None = None) -> None:
        self.live.seen(seat, len(self.match.entries) - 1 if n is None else n, self.now)
        self.pump()

    def pass_time(self, ms: float) -> None:
        """Let time pass, and do all that comes due meanwhile."""
        until = self.now + ms
        while (due := self.live.next_wake()) is not None and due <= until:
            self.now = max(self.now, due)
            self.live.wake(self.now)
            self.pump()
        self.now = until

    def pass_until(self, reached: Callable[[], bool], most_ms: float = 120_000.0) -> float:
        """Let time pass from one thing that comes due to the next until something is so; how long it took."""
        began = self.now
        while not reached():
            due = self.live.next_wake()
            assert due is not None, "nothing is waited for"
            assert due - began <= most_ms, "it takes too long"
            self.now = max(self.now, due)
            self.live.wake(self.now)
            self.pump()
        return self.now - began

    def answer(self, seat: Seat, k: int) -> Reply:
        """The one answer to an act that was sent once."""
        (answer,) = [each for each in self.answers if (each.seat, each.k) == (seat, k)]
        return answer

    def answered(self, seat: Seat, k: int) -> str:
        """How it was answered: `accepted`, `late`, or the code of a refusal."""
        answer = self.answer(seat, k)
        return str(answer.kind) if answer.refused is None else answer.refused.code

    def silent(self, seat: Seat, k: int) -> bool:
        """Is there no answer yet?"""
        return not any((each.seat, each.k) == (seat, k) for each in self.answers)
