"""Playing one match of a tournament: this is what a worker does."""

from pathlib import Path
from statistics import mean
from typing import Final, NamedTuple

from cartable.arena.bot_wrappers import BotRecord, Said, read_crash_record
from cartable.arena.entrants import Entrant, bot_for
from cartable.arena.plan import Fixture, TournamentPlan
from cartable.arena.results import Failure, Result
from cartable.arena.simulation import BotFailed, play
from cartable.bots import AnyBot
from cartable.matches.deal.dealers import secret_of
from cartable.matches.deal.fairdeal import fingerprint
from cartable.matches.log.entries import NOTHING_MORE, Entry, encode_line
from cartable.matches.log.header import Player, header_for
from cartable.matches.simulated import TimedAct

DIGITS: Final = 3


class PlayedMatch(NamedTuple):
    """A result, and for a failure the log that led to it."""

    result: Result
    log: bytes | None = None


def play_match(plan: TournamentPlan, fixture: Fixture, notes: BotRecord | None = None) -> PlayedMatch:
    """Play a match; with notes, so that it can be told what happened should this process die."""
    if notes is not None:
        notes.begin()
    try:
        return _played(plan, fixture, _seat_bots(plan, fixture, notes))
    except BotFailed as failed:
        return _failed(plan, fixture, failed)


def play_batch(plan: TournamentPlan, fixtures: tuple[Fixture, ...]) -> list[PlayedMatch]:
    """Play several."""
    return [play_match(plan, fixture) for fixture in fixtures]


def crashed_match(plan: TournamentPlan, fixture: Fixture, notes: Path, how: str) -> PlayedMatch:
    """The match in which a bot took its process down, told from the notes it left."""
    left = read_crash_record(notes)
    if not left.said:
        return _failed(plan, fixture, BotFailed(left.last, how, []))
    try:
        return _played(plan, fixture, left.replayed_bots(plan.rules, plan.players, how))
    except BotFailed as failed:
        return _failed(plan, fixture, BotFailed(left.last, how, failed.done))


def _seat_bots(plan: TournamentPlan, fixture: Fixture, notes: BotRecord | None) -> list[AnyBot]:
    made: list[AnyBot] = []
    for seat, number in enumerate(fixture.bots):
        if notes is not None:
            notes.add(Said(seat))
        try:
            seed = plan.deal_seed(fixture.deal)
            entrant, patience_s = plan.entrants[number], plan.patience_s
            bot = bot_for(entrant, plan.rules, plan.players, seat=seat, seed=seed, patience_s=patience_s)
        except Exception as error:
            raise BotFailed(seat, f"{type(error).__name__}: {error}", []) from error
        made.append(bot if notes is None else notes.recorded(bot, seat))
    return made


def _played(plan: TournamentPlan, fixture: Fixture, company: list[AnyBot]) -> PlayedMatch:
    played = play(plan.rules, company, plan.deal_seed(fixture.deal), plan.read_options)
    times = [thought or [0.0] for thought in played.thought_ms]
    return PlayedMatch(
        Result(
            fixture.deal,
            fixture.bots,
            played.outcome.ranks,
            played.outcome.scores,
            len(played.done),
            tuple(round(mean(each), DIGITS) for each in times),
            tuple(round(max(each), DIGITS) for each in times),
        )
    )


def _failed(plan: TournamentPlan, fixture: Fixture, failed: BotFailed) -> PlayedMatch:
    company = [plan.entrants[number] for number in fixture.bots]
    log = _log(plan, company, plan.deal_seed(fixture.deal), failed.done)
    return PlayedMatch(Result(fixture.deal, fixture.bots, failure=Failure(failed.seat, failed.why, "")), log)


def _log(plan: TournamentPlan, company: list[Entrant], seed: int, done: list[TimedAct]) -> bytes:
    """A match log as `cartable replay` reads it."""
    seats = [Player(entrant.name, "bot", entrant.level) for entrant in company]
    header = header_for(plan.rules, plan.read_options, seats, fingerprint(secret_of(seed)))
    entries = (Entry(n, act.seat, str(act.act), int(act.at_ms), NOTHING_MORE) for n, act in enumerate(done))
    return header.line() + b"\n" + b"".join(map(encode_line, entries))
