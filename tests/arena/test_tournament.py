"""Tournaments: written down, continued, and never stopped by a bot that breaks down."""

import shlex
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cartable.arena.entrants import Entrant, read_entrant
from cartable.arena.line_protocol import LineBot
from cartable.arena.plan import Fixture, TournamentPlan, plan
from cartable.arena.ray_runner import RayRunner
from cartable.arena.results import Result, read_results
from cartable.arena.runners import InProcessRunner, MatchRunner, ProcessRunner
from cartable.arena.tournament import Tournament
from cartable.bots.thinking import CONTEXT
from cartable.games import registry
from cartable.games.push import PUSH
from cartable.kernel import AnyGame, BadInput
from cartable.matches.log.reading import open_log
from cartable.matches.log.replay import replay

OURS = "tests/arena/entrants.py"
LINE = f"line:{sys.executable} tests/arena/line_bot.py"


def settled(*names: str, games: int = 8, game: AnyGame = PUSH, players: int | None = None) -> TournamentPlan:
    return plan(game, [read_entrant(name) for name in names], games=games, players=players, seed=7)


def run(asked: TournamentPlan, workers: MatchRunner, path: Path | None = None) -> list[Result]:
    """Played by workers that may be needed afterwards."""
    tournament = Tournament(asked, path)
    for _ in tournament.run(workers):
        pass
    return tournament.results


def played(asked: TournamentPlan, workers: MatchRunner | None = None, path: Path | None = None) -> list[Result]:
    workers = workers or InProcessRunner()
    try:
        return run(asked, workers, path)
    finally:
        workers.close()


def told(results: list[Result]) -> list[Result]:
    """Without what the clock says."""
    return [msgspec.structs.replace(result, thought_ms=(), slowest_ms=()) for result in results]


@pytest.fixture
def programs() -> Iterator[None]:
    yield
    LineBot.end_all()


@pytest.mark.parametrize("game", registry.games(), ids=lambda game: game.id)
def test_every_game_can_be_played_for(game: AnyGame) -> None:
    results = played(settled("fair", "easy", "random", game=game, players=2, games=6))
    assert len(results) == 6
    assert all(sorted(result.ranks)[0] == 1 and sum(result.won) == pytest.approx(1) for result in results)


def test_a_tournament_repeats() -> None:
    asked = settled("fair", "easy", "random", players=2, games=12)
    assert told(played(asked)) == told(played(asked))


def test_the_same_bots_at_all_seats_share_the_luck() -> None:
    """Every deal in all arrangements: whoever plays alike wins alike, exactly."""
    results = played(settled(f"{OURS}:First", LINE, games=6))
    won = [0.0, 0.0]
    for result in results:
        for seat, bot in enumerate(result.bots):
            won[bot] += result.won[seat]
    assert won[0] == won[1] == len(results) / 2
    LineBot.end_all()


# --- where it is played ----------------------------------------------------------------------------------------------


def test_processes_play_what_one_plays() -> None:
    asked = settled("fair", f"{OURS}:First", games=12)
    assert told(played(asked, ProcessRunner(2))) == told(played(asked))


def by_a_cluster(*plans: TournamentPlan) -> list[list[Result]]:
    """Played one after the other by a Ray cluster of two machines with a worker each, found by its address."""
    from ray.cluster_utils import Cluster as LocalRay  # noqa: PLC0415 - it takes long to come up

    machines: Any = LocalRay(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    machines.add_node(num_cpus=1)
    workers = RayRunner(machines.address)
    try:
        return [run(asked, workers) for asked in plans]
    finally:
        workers.close()
        machines.shutdown()


def test_a_cluster_plays_what_one_plays() -> None:
    """A Python file travels there as text; a bot that takes a worker down is told as it is here. Ray forks, which a
    process with JAX in it must not do: it gets one of its own.
    """
    asked, deadly = settled("fair", f"{OURS}:First", games=12), settled("easy", f"{OURS}:Deadly", games=2)
    with ProcessPoolExecutor(1, mp_context=CONTEXT) as own:
        there, broken = own.submit(by_a_cluster, asked, deadly).result()
    assert told(there) == told(played(asked))
    assert [result.failure.why for result in broken if result.failure] == ["its process ended with status 3"] * 2


def test_without_ray_it_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(BadInput, match=r"pip install cartable\[ray\]"):
        RayRunner("auto")


# --- the file --------------------------------------------------------------------------------------------------------


def test_a_stopped_run_is_continued(tmp_path: Path) -> None:
    """Killed in the middle of a line, and of a deal: nothing is lost, nothing counted twice."""
    asked, path = settled("fair", "easy", games=10), tmp_path / "run.jsonl"
    whole = told(played(asked, path=path))
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:6]) + lines[6][:20])
    tournament = Tournament(asked, path)
    assert len(tournament.results) == 5
    assert tournament.unplayed == [Fixture(2, (1, 0)), *(Fixture(deal, (a, 1 - a)) for deal in (3, 4) for a in (0, 1))]
    assert told(played(asked, path=path)) == whole
    kept_plan, kept = read_results(path)
    assert kept_plan == asked
    assert told(kept) == whole


def test_a_longer_run_goes_on_from_a_shorter_one(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    played(settled("fair", "easy", games=4), path=path)
    left = Tournament(settled("fair", "easy", games=10), path).unplayed
    assert [fixture.deal for fixture in left] == [2, 2, 3, 3, 4, 4]


def test_another_tournament_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    played(settled("fair", "easy", games=2), path=path)
    with pytest.raises(BadInput, match="holds another tournament"):
        Tournament(settled("fair", "random", games=2), path)


def test_a_file_that_holds_something_else_is_told(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    path.write_text("no results\n", encoding="utf-8")
    with pytest.raises(BadInput, match=r"line 1: expected results of an arena"):
        Tournament(settled("fair", "easy", games=2), path)


# --- bots that fail --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bad", "why"),
    [
        ("Crashing", "LookupError: out of ideas"),
        ("Cheating", "`take everything` is refused"),
        ("Hasty", "when it is 0.0 already"),
        ("Patient", "waits, and so does everybody else"),
    ],
)
def test_a_failure_is_reported_with_its_log_and_the_run_goes_on(bad: str, why: str, tmp_path: Path) -> None:
    results = played(settled("fair", f"{OURS}:{bad}", games=4), path=tmp_path / "run.jsonl")
    assert len(results) == 4
    for result in results:
        assert result.failure is not None
        assert result.bots[result.failure.seat] == 1
        assert why in result.failure.why
        with open_log(Path(result.failure.log)) as log:
            moments = list(replay(log))
            assert log.ending is None  # it never ended
        assert all(moment.recorded.entry.seat < 2 for moment in moments)
    assert len({result.failure.log for result in results if result.failure}) == 4


def test_a_bot_that_takes_its_process_down_is_reported_with_its_log(tmp_path: Path) -> None:
    """The log is what everybody had done until then, as it would be for a bot that only breaks down."""
    path = tmp_path / "run.jsonl"
    results = played(settled("easy", f"{OURS}:Deadly", games=4), ProcessRunner(2), path)
    assert len(results) == 4
    for result in results:
        assert result.failure is not None
        assert result.bots[result.failure.seat] == 1
        assert result.failure.why == "its process ended with status 3"
        with open_log(Path(result.failure.log)) as log:
            acts = [moment.recorded.entry.seat for moment in replay(log)]
        assert acts.count(result.failure.seat) == 2


def test_a_bot_that_dies_before_anything_is_said_is_reported_too() -> None:
    results = played(settled("easy", f"{OURS}:Stillborn", games=2), ProcessRunner(1))
    assert [result.failure is not None and result.bots[result.failure.seat] == 1 for result in results] == [True, True]


def test_a_bot_that_never_comes_back_has_failed() -> None:
    asked = plan(PUSH, [read_entrant(name) for name in ("easy", f"{OURS}:Endless")], games=2, patience_s=0.1)
    results = played(asked)
    assert [result.failure.why for result in results if result.failure] == [
        "TimeoutError: thought for over 0.1 seconds"
    ] * 2


def test_a_failure_of_one_is_nothing_to_the_others() -> None:
    results = played(settled("fair", "easy", f"{OURS}:Crashing", games=6, players=2))
    assert [result.failure is not None for result in results] == [2 in result.bots for result in results]


# --- the line protocol -----------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("programs")
@pytest.mark.parametrize("game", registry.games(), ids=lambda game: game.id)
def test_a_program_in_any_language_plays(game: AnyGame) -> None:
    results = played(settled(LINE, "easy", game=game, players=2, games=4))
    assert [result.failure for result in results] == [None] * 4


@pytest.mark.usefixtures("programs")
def test_the_example_of_the_documents_plays() -> None:
    """In JavaScript, with the Node that builds the web client."""
    node = Path(sys.executable).with_name("node")
    results = played(settled(f"line:{node} docs/examples/bot.mjs", "random", games=6))
    assert [result.failure for result in results] == [None] * 6


@pytest.mark.usefixtures("programs")
def test_a_program_that_ends_is_started_again() -> None:
    code = "import sys; sys.stdin.readline(); sys.stdin.readline()"
    dying = Entrant("dying", command=f'{sys.executable} -c "{code}"')
    results = played(plan(PUSH, [read_entrant("easy"), dying], games=4))
    assert ["ended with status 0" in result.failure.why for result in results if result.failure] == [True] * 4


@pytest.mark.usefixtures("programs")
@pytest.mark.parametrize("said", ["nonsense", '{"act": "no such act"}', "{}"])
def test_a_program_that_talks_nonsense_has_failed(said: str) -> None:
    code = f"import sys; [print({said!r}, flush=True) for line in sys.stdin]"
    odd = Entrant("odd", command=f"{sys.executable} -c '{code}'".replace("'{", '"{').replace("}'", '}"'))
    results = played(plan(PUSH, [read_entrant("easy"), odd], games=2))
    assert all(result.failure is not None for result in results)


def test_a_program_that_is_not_there_has_failed() -> None:
    missing = Entrant("missing", command="no-such-program-anywhere")
    results = played(plan(PUSH, [read_entrant("easy"), missing], games=2))
    assert ["FileNotFoundError" in result.failure.why for result in results if result.failure] == [True, True]


@pytest.mark.usefixtures("programs")
def test_a_program_that_hangs_has_failed_and_is_started_again() -> None:
    """It answers its first question and then no more."""
    code = "import sys; [print(chr(123) + chr(34) + sys.argv[1] + chr(34) + sys.argv[2], flush=True) if n == 1 else 0 "
    code += "for n, line in enumerate(sys.stdin)]"
    mute = Entrant("mute", command=shlex.join([sys.executable, "-c", code, "act", ': "draw"}']))
    results = played(plan(PUSH, [read_entrant("easy"), mute], games=2, patience_s=0.2))
    assert ["said nothing for 0.2 seconds" in result.failure.why for result in results if result.failure] == [True] * 2
    assert all(result.failure is not None and result.bots[result.failure.seat] == 1 for result in results)


@pytest.mark.usefixtures("programs")
def test_a_program_that_never_ends_its_line_has_failed() -> None:
    endless = Entrant("endless", command=shlex.join([sys.executable, "-c", "while True: print('x', end='')"]))
    results = played(plan(PUSH, [read_entrant("easy"), endless], games=2))
    assert all(result.failure is not None and "without the end of a line" in result.failure.why for result in results)
