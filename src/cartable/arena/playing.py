"""Playing one deal of a tournament: all arrangements on the same cards. This is what a worker does."""

from statistics import mean
from typing import Final

from cartable.arena.entrants import Entrant, seated
from cartable.arena.plan import Plan
from cartable.arena.results import Failure, Result
from cartable.arena.simulation import BotFailed, Done, play
from cartable.table.dealers import secret_of
from cartable.table.fairdeal import fingerprint
from cartable.table.header import Seated, header_for
from cartable.table.log import NOTHING_MORE, Entry, written

DIGITS: Final = 3


def play_deal(plan: Plan, deal: int) -> tuple[list[Result], list[bytes]]:
    """The results of a deal, and for each failure among them the log that led to it."""
    results, logs = [], []
    for bots in plan.arrangements():
        result, log = _match(plan, deal, bots)
        results.append(result)
        if log is not None:
            logs.append(log)
    return results, logs


def _match(plan: Plan, deal: int, bots: tuple[int, ...]) -> tuple[Result, bytes | None]:
    game, seed = plan.rules, plan.deal_seed(deal)
    company = [plan.entrants[number] for number in bots]
    try:
        made = []
        for seat, entrant in enumerate(company):
            try:
                made.append(seated(entrant, game, plan.players, seat, seed))
            except Exception as error:
                raise BotFailed(seat, f"{type(error).__name__}: {error}", []) from error
        played = play(game, made, seed, plan.read_options)
    except BotFailed as failed:
        failure = Failure(failed.seat, failed.why, "")
        return Result(deal, bots, failure=failure), _log(plan, company, seed, failed.done)
    times = [thought or [0.0] for thought in played.thought_ms]
    return Result(
        deal,
        bots,
        played.outcome.ranks,
        played.outcome.scores,
        len(played.done),
        tuple(round(mean(each), DIGITS) for each in times),
        tuple(round(max(each), DIGITS) for each in times),
    ), None


def _log(plan: Plan, company: list[Entrant], seed: int, done: list[Done]) -> bytes:
    """A match log as `cartable replay` reads it."""
    seats = [Seated(entrant.name, "bot", entrant.level) for entrant in company]
    header = header_for(plan.rules, plan.read_options, seats, fingerprint(secret_of(seed)))
    entries = (Entry(n, act.seat, str(act.act), int(act.at_ms), NOTHING_MORE) for n, act in enumerate(done))
    return header.line() + b"\n" + b"".join(map(written, entries))
