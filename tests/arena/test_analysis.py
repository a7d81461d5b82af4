"""Luck and skill: nothing is left over, and who plays the best act every time loses nothing."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from cartable.arena.match_chart import DIGITS, bars, chart
from cartable.arena.simulation import play
from cartable.bots import AnyBot, Bot, Intent, bot
from cartable.bots.analysis import Analyst, MatchAnalysis, analyse, can_analyse
from cartable.games import registry
from cartable.games.hexa import HEXA
from cartable.games.push import PUSH
from cartable.games.quinto import QUINTO
from cartable.kernel import AnyGame, BadInput, Outcome
from cartable.matches.deal.dealers import secret_of
from cartable.matches.deal.fairdeal import fingerprint
from cartable.matches.log.entries import NOTHING_MORE, Ending, Entry, encode_line
from cartable.matches.log.header import Player, header_for
from cartable.matches.log.reading import LogReader
from cartable.matches.log.replay import past_acts

TABLES = [(PUSH, 2), (PUSH, 4), (QUINTO, 1), (QUINTO, 2), (QUINTO, 3)]
every_table = pytest.mark.parametrize(("game", "players"), TABLES, ids=lambda each: getattr(each, "id", str(each)))


def log_of(game: AnyGame, bots: list[AnyBot], seed: int = 5) -> bytes:
    """The log of a match."""
    played = play(game, bots, seed)
    seats = [Player(name, "bot", "fair") for name in ("Ann", "Bob", "Zoé", "Dan")[: len(bots)]]
    header = header_for(game, game.options(), seats, fingerprint(secret_of(seed)))
    entries = (Entry(n, act.seat, str(act.act), int(act.at_ms), NOTHING_MORE) for n, act in enumerate(played.done))
    return header.line() + b"\n" + b"".join(map(encode_line, entries)) + encode_line(Ending(played.outcome))


def of(log: bytes) -> tuple[MatchAnalysis, Outcome]:
    reader = LogReader(log.splitlines(keepends=True), "log")
    acts = list(past_acts(reader))
    assert reader.ending is not None
    assert reader.ending.outcome is not None
    return analyse(reader.game, reader.header.players, acts, reader.ending.outcome), reader.ending.outcome


def match_of(game: AnyGame, players: int, level: str = "easy") -> tuple[MatchAnalysis, Outcome]:
    return of(log_of(game, [bot(game.id, level, 1, seat) for seat in range(players)]))


@every_table
def test_nothing_is_left_over(game: AnyGame, players: int) -> None:
    found, outcome = match_of(game, players)
    first, last = found.moments[0].standing, found.moments[-1].standing
    for seat in range(players):
        end = first[seat] - found.lost[seat] + found.gained[seat] + found.luck[seat]
        assert end == pytest.approx(last[seat], abs=1e-9)
    if players == 1:
        assert outcome.scores is not None
        assert found.unit == "points"
        assert last == (outcome.scores[0],)
    else:
        assert found.unit == "chance"
        assert [share > 0 for share in last] == [seat in outcome.winners for seat in range(players)]


@every_table
def test_what_a_choice_cost_is_told_choice_by_choice(game: AnyGame, players: int) -> None:
    found, _ = match_of(game, players)
    assert found.decisions
    for seat in range(players):
        lost = sum(decision.lost for decision in found.decisions if decision.seat == seat)
        assert lost == pytest.approx(found.lost[seat])
    for decision in found.decisions:
        assert decision.lost >= 0
        assert decision.lost == 0 or decision.act != decision.best
    assert [decision.n for decision in found.decisions] == sorted(decision.n for decision in found.decisions)


@every_table
def test_chances_are_shares_of_one_victory(game: AnyGame, players: int) -> None:
    found, _ = match_of(game, players)
    if found.unit == "chance":
        for moment in found.moments:
            assert sum(moment.standing) == pytest.approx(1)
            assert all(-1e-9 <= share <= 1 + 1e-9 for share in moment.standing)


class Best(Bot[Any, Any]):
    """Does what the analyst holds to be best."""

    def __init__(self, game: AnyGame, seat: int) -> None:
        self._weigh = registry.package(game.id).load("analyst", Analyst).weigh
        self._seat = seat

    def decide(self, view: Any, legal: tuple[Any, ...], now_ms: float) -> Intent[Any]:
        worths = self._weigh(view, self._seat, legal) if len(legal) > 1 else [1.0]
        return Intent(legal[worths.index(max(worths))], now_ms)


@pytest.mark.parametrize(("game", "players"), [(PUSH, 2), (QUINTO, 2)], ids=lambda each: getattr(each, "id", ""))
def test_who_plays_best_loses_nothing(game: AnyGame, players: int) -> None:
    found, _ = of(log_of(game, [Best(game, seat) for seat in range(players)]))
    assert found.lost == (0.0,) * players


def test_a_match_that_goes_on_is_told_so_far() -> None:
    lines = log_of(PUSH, [bot("push", "easy", 1, seat) for seat in range(2)]).splitlines(keepends=True)
    reader = LogReader(lines[:60], "log")
    found = analyse(PUSH, 2, list(past_acts(reader)), None)
    assert found.moments[-1].standing not in ((1.0, 0.0), (0.0, 1.0))


def test_only_games_whose_choices_can_be_weighed_are_analysed() -> None:
    assert [game.id for game in registry.games() if can_analyse(game.id)] == ["push", "quinto"]
    with pytest.raises(BadInput, match="expected one whose choices can be weighed"):
        analyse(HEXA, 2, (), None)


def test_the_chart_has_a_line_for_everybody() -> None:
    found, _ = match_of(PUSH, 3)
    drawing = chart("who & when", ["Ann", "<Bob>", "Zoé"], found)
    assert drawing.count("<polyline") == 3
    assert "who &amp; when" in drawing
    assert "&lt;Bob&gt;" in drawing


def test_in_the_terminal_a_line_ends_where_the_match_ended() -> None:
    found, outcome = match_of(PUSH, 2)
    lines = [bars(found, seat, 30, DIGITS) for seat in range(2)]
    assert [len(line) for line in lines] == [30, 30]
    assert [line[-1] for line in lines] == ["9" if seat in outcome.winners else "0" for seat in range(2)]
    assert bars(msgspec.structs.replace(found, moments=()), 0, 30) == ""


def write_log(folder: Path, game: AnyGame = PUSH, players: int = 2) -> Path:
    path = folder / "match.jsonl"
    path.write_bytes(log_of(game, [bot(game.id, "easy", 1, seat) for seat in range(players)]))
    return path


@every_table
def test_it_says_how_sure_it_is(game: AnyGame, players: int) -> None:
    """Of what cost nothing there is no doubt; of some other choices there is, of others there is none."""
    found, _ = match_of(game, players)
    assert all(decision.sure for decision in found.decisions if decision.act == decision.best)
    costly = [decision.sure for decision in found.decisions if decision.act != decision.best]
    assert {True, False} == set(costly)
