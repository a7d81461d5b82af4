"""Playing a log again: every act is judged again, and the outcome compared."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from cartable.kernel import Act, BadInput, Event, Refused, Seat, Stepped
from cartable.matches.head_starts import outcome_of
from cartable.matches.log.reading import LogReader, Recorded


class Unreplayable(BadInput):
    """The log can be read, but it is not a match by the rules."""


class ReplayStep(msgspec.Struct, frozen=True):
    """One act of a match, what happened, and the state after it."""

    recorded: Recorded
    state: Any
    events: tuple[Event, ...]


def replay(log: LogReader) -> Iterator[ReplayStep]:
    """The match, act by act. When all are done the outcome is the one the log tells."""
    state = log.begin()
    for recorded in log:
        stepped = judged(log, state, recorded)
        state = stepped.state
        yield ReplayStep(recorded, state, stepped.events)
    check_ending(log, state)


class PastAct(NamedTuple):
    """One act of a match, and the state before it: what whoever did it could still choose."""

    n: int
    before: Any
    seat: Seat
    act: Act
    stood_in: bool = False
    """A bot did it for its player."""


def past_acts(log: LogReader) -> Iterator[PastAct]:
    """The match again, from each act's own side."""
    before = log.begin()
    for moment in replay(log):
        entry = moment.recorded.entry
        yield PastAct(entry.n, before, entry.seat, moment.recorded.act, entry.about.by == "stand-in")
        before = moment.state


def judged(log: LogReader, state: Any, recorded: Recorded) -> Stepped[Any]:
    """What the judge says to one act of a log: a refusal means that this match was never played."""
    entry = recorded.entry
    answer = log.game.step(state, entry.seat, recorded.act)
    if isinstance(answer, Refused):
        raise Unreplayable(
            f"{log.name}, line {recorded.line}",
            f"expected an act by the rules, but act {entry.n}, `{entry.text}` of seat {entry.seat}, "
            f"is refused: {answer.code} ({answer.rule})",
        )
    return answer


def check_ending(log: LogReader, state: Any) -> None:
    """The log's last word against the replayed match. A log without one tells of a match that goes on."""
    if log.ending is None:
        return
    found = outcome_of(log.game, log.header, state)
    if found != log.ending.outcome:
        told, played = (msgspec.json.encode(outcome).decode() for outcome in (log.ending.outcome, found))
        raise Unreplayable(log.name, f"expected the outcome {played}, as replayed, but the log tells {told}")
