"""Bots think in processes of their own, and no longer than anybody wants to know."""

import asyncio
import itertools
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from cartable.bots import Bot, Intent
from cartable.bots.thinking import CONTEXT
from cartable.games.push import PUSH
from cartable.kernel import Act
from cartable.matches.live import Think
from cartable.server.common.metrics import Metrics
from cartable.server.thinking import bot_cache, process
from cartable.server.thinking.contract import BotId
from cartable.server.thinking.pool import QUICK_MS, QUICK_TIMES, BotPool, at_random
from cartable.server.thinking.process import APART, BOTS, LOWEST, BotProcess, ThoughtCancelled
from tests.kit.eventually import PATIENCE_S
from tests.server.live_server import async_test, live_server

STATE = PUSH.start(PUSH.options(), 2)
BOT = BotId("match", 0, "push", "fair", 7)


def question(asked: int = 0) -> Think:
    return Think(0, "fair", asked, PUSH.view(STATE, 0), PUSH.legal(STATE, 0), 5.0)


@async_test
async def test_a_bot_answers_from_its_process() -> None:
    pool = BotPool(1, Metrics())
    told: asyncio.Future[tuple[Act | None, float]] = asyncio.get_running_loop().create_future()
    pool.ask(BOT, question(), lambda act, at: told.set_result((act, at)))
    assert await told == (PUSH.act("draw"), 5.0)
    pool.close()


def threads_now() -> int:
    """Where Linux lists them; elsewhere the test looks at what numpy was told alone."""
    listed = Path("/proc/self/task")
    return len(list(listed.iterdir())) if listed.is_dir() else 0


def threads_of_numpy() -> tuple[str | None, int]:
    """How many it was told to use, and how many a process has more once it has multiplied two matrices."""
    before = threads_now()
    import numpy as np  # noqa: PLC0415 - the moment it is loaded is what is looked at

    assert (np.ones((400, 400)) @ np.ones((400, 400)))[0, 0] == 400
    return os.environ.get("OPENBLAS_NUM_THREADS"), threads_now() - before


@async_test
async def test_a_process_that_thinks_takes_one_core() -> None:
    pool = BotPool(1, Metrics())
    assert await pool.run_for_match(BOT.match, threads_of_numpy) == ("1", 0)
    pool.close()


@async_test
async def test_people_go_before_bots_and_bots_before_what_takes_long() -> None:
    pool = BotPool(1, Metrics())
    usual = os.nice(0)
    assert await pool.run_for_match(BOT.match, os.nice, 0) == min(19, usual + BOTS)
    assert await pool.run_apart(os.nice, 0) == min(19, usual + APART)
    assert os.nice(0) == usual, "the server itself goes on as before"
    pool.close()


@async_test
async def test_the_server_never_lowers_its_own_priority(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a Mac `os.nice` in any thread is for the whole process."""
    lowered: list[int] = []
    usual = os.getpriority(os.PRIO_PROCESS, 0)
    monkeypatch.setattr(os, "nice", lowered.append)
    pool = BotPool(1, Metrics())
    assert await pool.run_for_match(BOT.match, os.getpriority, os.PRIO_PROCESS, 0) == min(LOWEST, usual + BOTS)
    assert lowered == []
    pool.close()


@async_test
async def test_a_bot_that_is_quick_no_longer_thinks_in_a_process_again(monkeypatch: pytest.MonkeyPatch) -> None:
    pool, asked_a_process = BotPool(1, Metrics()), list[str]()

    def refuse(match: str, *_: object) -> None:
        asked_a_process.append(match)
        raise RuntimeError("none is started for this test")

    monkeypatch.setattr(pool, "submit", refuse)
    for _ in range(QUICK_TIMES):
        pool.record_time(BOT, QUICK_MS / 2)
    slow_clock = itertools.count(step=2 * QUICK_MS / 1000)
    monkeypatch.setattr(bot_cache, "time", SimpleNamespace(perf_counter=lambda: next(slow_clock)))
    for match in ("first", "second"):
        pool.ask(BOT._replace(match=match), question(), lambda _act, _at: None)
    assert asked_a_process == ["second"]
    pool.close()


@async_test
async def test_only_the_last_question_about_a_seat_is_answered() -> None:
    """The table moved on before the first could be."""
    pool = BotPool(1, Metrics())
    answers: list[int] = []
    last: asyncio.Future[Act | None] = asyncio.get_running_loop().create_future()
    pool.ask(BOT, question(1), lambda _act, _at: answers.append(1))
    pool.ask(BOT, question(2), lambda _act, _at: answers.append(2))
    pool.ask(BOT, question(3), lambda act, _at: last.set_result(act))
    assert await last == PUSH.act("draw")
    assert answers == []
    pool.close()


@async_test
async def test_nobody_is_told_once_the_match_is_over() -> None:
    pool = BotPool(1, Metrics())
    answers: list[int] = []
    pool.ask(BOT, question(), lambda _act, _at: answers.append(1))
    pool.forget(BOT.match)
    assert await pool.run_for_match(BOT.match, len, "a question behind it") == 20
    assert answers == []
    pool.close()


@async_test
async def test_a_process_that_is_killed_is_replaced() -> None:
    pool = BotPool(1, Metrics())
    with pytest.raises(Exception, match="terminated abruptly"):
        await pool.run_for_match(BOT.match, os._exit, 3)
    told: asyncio.Future[Act | None] = asyncio.get_running_loop().create_future()
    pool.ask(BOT, question(), lambda act, _at: told.set_result(act))
    assert await told in PUSH.legal(STATE, 0), "by chance, if it must be"
    assert await pool.run_for_match(BOT.match, len, "once more") == 9
    pool.close()


def test_where_there_is_only_waiting_chance_waits_too() -> None:
    assert at_random(Think(0, "fair", 0, None, (), 5.0)).act is None


def test_a_thought_that_is_under_way_is_broken_off(tmp_path: Path) -> None:
    """In a real process: it would count without end, and the next question is answered all the same."""
    bot_process, pipe = BotProcess(), tmp_path / "begun"
    os.mkfifo(pipe)
    ticket, endless = bot_process.ask(_count_without_end, str(pipe))
    _, following = bot_process.ask(len, "next")
    pipe.read_bytes()  # when it has begun
    bot_process.cancel(ticket, endless)
    assert isinstance(endless.exception(), ThoughtCancelled)
    assert following.result() == 4
    bot_process.close()


def _count_without_end(pipe: str) -> None:
    Path(pipe).write_bytes(b"begun")
    while True:
        pass


class Startled(Bot[Any, Any]):
    """Is interrupted in its first thought."""

    made = 0

    def __init__(self) -> None:
        Startled.made += 1
        self.asked = 0

    def decide(self, view: Any, legal: tuple[Any, ...], now_ms: float) -> Intent[Any]:  # noqa: ARG002
        self.asked += 1
        os.kill(os.getpid(), signal.SIGUSR1)
        return Intent(legal[0], now_ms)


@pytest.fixture
def shared_board() -> Iterator[list[int]]:
    """As if this process were one that thinks."""
    board = [0, os.getpid()]
    before = signal.signal(signal.SIGUSR1, process.on_cancel_signal)
    process._Current.shared = board
    yield board
    process._Current.shared = None
    signal.signal(signal.SIGUSR1, before)


def test_only_what_was_called_off_is_broken_off(shared_board: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    """And a bot that was interrupted starts again: it may be in disorder."""
    monkeypatch.setattr(bot_cache, "bot", lambda *_: Startled())
    asked = question()
    about = (BOT, asked.view, asked.legal, 0.0)
    shared_board[0] = 8
    assert process.run(7, process.decide, *about).act == PUSH.act("draw")
    with pytest.raises(ThoughtCancelled):
        process.run(8, process.decide, *about)
    made = Startled.made
    assert process.run(9, process.decide, *about).act == PUSH.act("draw")
    assert Startled.made == made + 1
    process._BOTS.forget(BOT.match)


@async_test
async def test_who_is_back_need_not_wait_for_the_stand_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it was thinking about is called off at once."""
    async with live_server(tmp_path) as here:
        pool = here.server.services.bots
        asked, called_off = asyncio.Event(), asyncio.Event()
        monkeypatch.setattr(pool, "ask", lambda *_: asked.set())
        monkeypatch.setattr(pool, "cancel", lambda _match, seat: called_off.set() if seat == 0 else None)
        players = await here.table("push", people=2, settings={"turn_grace_s": 0})
        for player in players:
            player.plays = False
        await here.start(players)
        await players[0].close()
        await asked.wait()
        assert not called_off.is_set()
        await here.come(players[0].code, players[0].api.key, plays=False)
        await called_off.wait()


def _think_and_end() -> None:
    bot_process = BotProcess()
    bot_process.ask(int)[1].result()
    bot_process.close()


def test_a_worker_ends_though_a_process_thinks_for_it() -> None:
    """Found by signals at random moments: each waited for the other, and `cartable serve --workers` never ended."""
    worker = CONTEXT.Process(target=_think_and_end)
    worker.start()
    worker.join(PATIENCE_S)
    code = worker.exitcode
    worker.kill()
    assert code == 0
