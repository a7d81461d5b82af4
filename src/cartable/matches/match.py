"""One match in one process: it judges, deals and records. It knows no network, no file and no time of its own."""

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from cartable.kernel import DEALER, Act, AnyGame, BadInput, CardSource, Event, Outcome, Refused, Seat, Stepped
from cartable.matches.deal.dealers import deal_on, next_deal
from cartable.matches.head_starts import outcome_of
from cartable.matches.log.entries import GIVEN_UP, NOTHING_MORE, About, Ending, Entry, Reveal, Revealed, encode_line
from cartable.matches.log.header import Header, all_options
from cartable.matches.log.reading import LogReader
from cartable.matches.log.replay import replay

MATCH_GIVEN_UP: Final = Refused("given-up", "TABLE")


class Numbered(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """An event and its number: the act it followed from and its place among that act's events."""

    n: int
    index: int
    event: Event


class Played(msgspec.Struct, frozen=True):
    """What one accepted act brought about, DEALER's answers included."""

    events: tuple[Numbered, ...]
    lines: tuple[bytes, ...]
    """What is to be appended to the log, the outcome included when the match is over."""
    states: tuple[Any, ...] = ()
    """The state after each of the acts, the last one's last: what may be shown at each stage."""


class Match:
    """A match from its header on. `start` it, then hand it acts; what comes back is to be stored, then told."""

    def __init__(self, game: AnyGame, header: Header, dealer: CardSource, *, header_line: bytes | None = None) -> None:
        options = all_options(game, header)
        self.game = game.under(options)
        self.header = header
        self.header_line = header.line() if header_line is None else header_line
        self.state: Any = game.start(options, header.players)
        self.entries: list[Entry] = []
        self.ending: Ending | None = None
        self._dealer = dealer
        self._at_ms = 0

    @classmethod
    def resume(cls, log: LogReader, dealer: CardSource) -> "Match":
        """The match of a log, ready to go on: `start` does what DEALER may still owe."""
        match = cls(log.game, log.header, dealer, header_line=log.header_line)
        for moment in replay(log):
            entry = moment.recorded.entry
            if entry.seat == DEALER and moment.recorded.act != (dealt := next_deal(log.game, match.state, dealer)):
                where = f"{log.name}, line {moment.recorded.line}"
                raise BadInput(where, f"expected `{dealt}`, which this dealer deals, got `{entry.text}`")
            match._record(entry, moment.state)
        match.ending = log.ending
        return match

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, or None while it goes on and when it was given up."""
        return self.ending.outcome if self.ending else None

    def start(self, at_ms: int = 0) -> Played:
        """Let DEALER do what is due: the first deals, or those a resumed match broke off at."""
        return Played((), ()) if self.ending is not None else self._deal(at_ms, [], [], [])

    def act(self, seat: Seat, act: Act, at_ms: int, about: About = NOTHING_MORE) -> Played | Refused:
        """Judge an act; if it is accepted, record it and what DEALER does next.

        Time never runs backwards in a log: an `at_ms` before the last act's counts as that one.
        """
        if self.ending is not None and self.ending.given_up:
            return MATCH_GIVEN_UP
        act = self.game.with_defaults(self.state, act)
        answer = self.game.step(self.state, seat, act)
        if isinstance(answer, Refused):
            return answer
        events = self._accept(seat, act, at_ms, about, answer)
        return self._deal(at_ms, events, [encode_line(self.entries[-1])], [answer.state])

    def give_up(self) -> bytes:
        """End the match without an outcome: the line for the log."""
        self.ending = GIVEN_UP
        return encode_line(self.ending)

    def lines(self, reveal: Reveal | None = None) -> Iterator[bytes]:
        """The whole log so far; with the reveal, which belongs to the end, it is an export."""
        yield self.header_line + b"\n"
        yield from map(encode_line, self.entries)
        if self.ending is not None:
            yield encode_line(self.ending)
            if reveal is not None:
                yield encode_line(Revealed(reveal))

    def _accept(self, seat: Seat, act: Act, at_ms: int, about: About, stepped: Stepped[Any]) -> list[Numbered]:
        n = len(self.entries)
        self._record(Entry(n, seat, str(act), max(at_ms, self._at_ms), about), stepped.state)
        return [Numbered(n, index, event) for index, event in enumerate(stepped.events)]

    def _record(self, entry: Entry, state: Any) -> None:
        self.entries.append(entry)
        self.state = state
        self._at_ms = entry.at_ms

    def _deal(self, at_ms: int, events: list[Numbered], lines: list[bytes], states: list[Any]) -> Played:
        """DEALER's answers, and the outcome if there is one now, added to what has happened so far."""
        for act, stepped in deal_on(self.game, self.state, self._dealer):
            events += self._accept(DEALER, act, at_ms, NOTHING_MORE, stepped)
            lines.append(encode_line(self.entries[-1]))
            states.append(stepped.state)
        outcome = outcome_of(self.game, self.header, self.state)
        if outcome is not None and self.ending is None:
            self.ending = Ending(outcome)
            lines.append(encode_line(self.ending))
        return Played(tuple(events), tuple(lines), tuple(states))
