"""`cartable replay`: read a match again, act by act, or look at the position after one of them."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from cartable.cli.head_starts import told_points, told_start
from cartable.cli.language import Lang, language_of, names_of
from cartable.kernel import CLOCK, DEALER, BadInput, CardSource, NextReveal, Seat
from cartable.matches.deal.dealers import revealed_dealer
from cartable.matches.log.entries import Ending
from cartable.matches.log.reading import LogReader, open_log
from cartable.matches.log.replay import ReplayStep
from cartable.matches.log.replay import replay as replay_log
from cartable.matches.log.verify import devices_and_people
from cartable.words import Teller

FACE_DOWN = "?"


def replay(
    file: Annotated[Path, typer.Argument(help="A match log.")],
    at: Annotated[int | None, typer.Option(metavar="N", help="Show the position after act N instead.")] = None,
    lang: Lang = None,
) -> None:
    """Show a match act by act: its number, its time, who acted, the written act, and what happened.

    Every act is judged again; a log that is no match by the rules is an error that names the line.
    """
    language = language_of(lang)
    with open_log(file) as log:
        report = _ReplayReport(log, language)
        for line in report.position(at) if at is not None else report.match():
            print(line)


class _ReplayReport:
    """A log told in lines."""

    def __init__(self, log: LogReader, language: str) -> None:
        self._log = log
        self._names = names_of(log.header, language)
        self._teller = Teller(log.game.id, language, self._names)
        self._table = {DEALER: self._teller.say("replay.dealer"), CLOCK: self._teller.say("replay.clock")}
        self._width = max(map(len, (*self._table.values(), *self._names)))

    def match(self) -> Iterator[str]:
        """The whole match."""
        yield from self._header()
        for moment in replay_log(self._log):
            yield self._act(moment)
        yield from self._ending(self._log.ending)

    def _header(self) -> Iterator[str]:
        header, say = self._log.header, self._teller.say
        name = self._teller.own("name")
        yield say("replay.match", game=name, version=header.rules_version, players=header.players)
        for number, seat in enumerate(header.seats):
            sitting = self._names[number]
            if seat.kind == "bot":
                sitting = say("play.bot", name=sitting, level=say(f"level.{seat.level}"))
            start = f", {told_start(self._teller, self._log.game, seat.head_start)}" if seat.head_start else ""
            yield f"  {say('replay.seat', seat=number, name=sitting)}{start}"
        for option, value in header.options.items():
            yield f"  {option} = {_written(value)}"
        devices, people = devices_and_people(header)
        yield f"  {say('replay.devices', devices=devices, people=people)}"

    def _ending(self, ending: Ending | None) -> Iterator[str]:
        if ending is None:
            yield self._teller.say("replay.goes-on")
        elif ending.outcome is None:
            yield self._teller.say("replay.given-up")
        else:
            yield self._teller.own(f"reason.{ending.outcome.reason}")
            for rank, seat in sorted(zip(ending.outcome.ranks, range(len(self._names)), strict=True)):
                points = f"  {told_points(self._log.header, ending.outcome, seat)}" if ending.outcome.scores else ""
                yield f"{rank:5}. {self._names[seat]}{points}"

    def position(self, at: int) -> Iterator[str]:
        """The keys of the position after an act, as a scenario would give them."""
        there: ReplayStep | None = None
        acts = 0
        for moment in replay_log(self._log):
            acts += 1
            if moment.recorded.entry.n == at:
                there = moment
        if there is None:
            numbers = f"from 0 to {acts - 1}" if acts else "in a log that has some: this one has none"
            raise BadInput("--at", f"expected the number of an act {numbers}, got {at}")
        yield self._act(there)
        for key, value in self._log.game.to_position(there.state, self._peek()).items():
            yield f"{key} = {_written(value)}"

    def _act(self, moment: ReplayStep) -> str:
        entry = moment.recorded.entry
        told = " ".join(self._teller.event(event) for event in moment.events if event.to is None)
        seconds = f"{entry.at_ms // 60_000}:{entry.at_ms % 60_000 / 1000:04.1f}"
        who = f"{self._who(entry.seat):{self._width}}"
        by = f" {self._teller.say('replay.stand-in')}" if entry.about.by == "stand-in" else ""
        return f"{entry.n:5} {seconds:>7}  {who}  {entry.text:16}{by}  {told}".rstrip()

    def _who(self, seat: Seat) -> str:
        return self._table[seat] if seat in self._table else self._names[seat]

    def _peek(self) -> CardSource:
        """What lies face down, if the log reveals it."""
        reveal = self._log.reveal
        if reveal is None:
            return _unknown
        return revealed_dealer(self._log.header, self._log.header_line, reveal)


def _unknown(_due: NextReveal) -> str:
    return FACE_DOWN


def _written(value: Any) -> str:
    """A value as TOML would have it, but for the spaces; a pile nobody knows is only counted."""
    if isinstance(value, list) and value and set(map(str, value)) == {FACE_DOWN}:
        return f"{len(value)} face down"
    return msgspec.json.encode(value).decode()
