"""The socket: hello, acts and their answers, questions, coming back, pausing, watching."""

from pathlib import Path
from typing import Any
from urllib.parse import quote

import msgspec
import pytest
from websockets.asyncio.client import connect as websocket
from websockets.exceptions import InvalidStatus

from cartable.matches.live import NOT_PLAYING
from cartable.server.tables.broadcast import LOG_SHOWN
from cartable.server.tables.connection import CLOSE_CODES, MOVED
from tests.kit.client import Player
from tests.server.live_server import async_test, live_server


async def halted(here: Any, game: str = "push", people: int = 2) -> list[Player]:
    """A match in which nobody does anything by themselves."""
    players: list[Player] = await here.table(game, people=people)
    for player in players:
        player.plays = False
    await here.start(players)
    return players


def test_every_reason_for_a_goodbye_has_a_code_of_its_own() -> None:
    assert len({1000, MOVED, *CLOSE_CODES.values()}) == len(CLOSE_CODES) + 2


@async_test
async def test_an_old_page_is_told_to_reload(tmp_path: Path) -> None:
    async with live_server(tmp_path) as here:
        (ann,) = await here.table(people=1)
        await ann.cut()
        await ann.connect(v=0)
        await ann.until(lambda: ann.bye == "reload")


@async_test
async def test_hello_may_stand_in_the_address(tmp_path: Path) -> None:
    async with live_server(tmp_path) as here:
        (ann,) = await here.table(people=1)
        address = f"{here.base}/api/tables/{ann.code}/socket?hello=".replace("http", "ws", 1)
        for hello, first in (('{"t":"hello","v":1}', "welcome"), ('{"t":"hello","v":0}', "bye"), ("[]", "bye")):
            async with websocket(address + quote(hello)) as socket:
                assert msgspec.json.decode(await socket.recv())["t"] == first
        with pytest.raises(InvalidStatus) as refused:  # a key does not belong into an address
            async with websocket(address + quote('{"t":"hello","v":1,"key":"k"}')):
                raise AssertionError("it was let in")
        assert refused.value.response.status_code == 400
        assert msgspec.json.decode(refused.value.response.body) == {"code": "bad-input"}


@pytest.mark.parametrize(
    "message",
    [
        {"t": "act", "k": 0, "act": "draw", "surprise": 1},
        {"t": "act", "k": -1, "act": "draw"},
        {"t": "act", "k": 0, "act": "x" * 121},
        {"t": "dance"},
        {"t": "hello", "v": 1},
        [],
    ],
)
@async_test
async def test_a_message_that_cannot_be_read_ends_the_connection(message: Any, tmp_path: Path) -> None:
    async with live_server(tmp_path) as here:
        (ann,) = await here.table(people=1)
        await ann.until(lambda: ann.table)
        await ann.send(message)
        await ann.until(lambda: ann.bye == "bad-message")


@async_test
async def test_the_newer_socket_of_a_place_wins(tmp_path: Path) -> None:
    async with live_server(tmp_path) as here:
        ann, bob = await halted(here)
        newer = await here.come(ann.code, ann.api.key, plays=False)
        await ann.until(lambda: ann.bye == "newer")
        await newer.until(lambda: newer.view)
        assert newer.seat() == 0
        assert (await newer.done("draw"))["answer"] == "accepted"
        assert bob.table["places"][0].get("present", True)


@async_test
async def test_an_act_is_accepted_refused_or_already_judged(tmp_path: Path) -> None:
    async with live_server(tmp_path) as here:
        ann, bob = await halted(here)
        assert (await bob.done("draw"))["code"] == "not-your-turn"
        assert await ann.done("dance") == {
            "t": "answer",
            "k": 0,
            "answer": "refused",
            "code": "unreadable",
            "rule": "TABLE",
            "about": {"text": "dance"},
        }
        accepted = await ann.done("draw")
        assert accepted["answer"] == "accepted"
        await ann.send({"t": "act", "k": accepted["k"], "act": "draw"})
        await ann.until(lambda: ann.answers[accepted["k"]]["answer"] == "already-judged")


@async_test
async def test_an_act_sent_twice_is_done_once(tmp_path: Path) -> None:
    async with live_server(tmp_path) as here:
        ann, bob = await halted(here)
        for _ in range(2):
            await ann.send({"t": "act", "k": 0, "act": "draw"})
        await ann.until(lambda: [m["answer"] for m in ann.messages if m["t"] == "answer"][1:])
        answers = [message["answer"] for message in ann.messages if message["t"] == "answer"]
        assert answers == ["accepted", "already-judged"]
        await bob.until(lambda: bob.n >= 1)
        assert [event[2]["event"] for event in bob.events].count("card-turned") == 1


@async_test
async def test_a_question_is_answered_and_nothing_done(tmp_path: Path) -> None:
    async with live_server(tmp_path) as here:
        ann, bob = await halted(here)
        for player, q, code in ((ann, 1, ""), (bob, 2, "not-your-turn")):
            await player.send({"t": "ask", "q": q, "act": "draw"})
            opinion = await player.told_of("opinion")
            assert opinion["q"] == q
            assert opinion.get("code", "") == code
        assert ann.n == -1


@async_test
async def test_whoever_opens_the_page_again_reads_the_whole_log(tmp_path: Path) -> None:
    async with live_server(tmp_path) as here:
        players = await here.table(people=2)
        await here.start(players)
        await players[0].over()
        again = await here.come(players[0].code)
        snapshot = await again.told_of("snapshot")
        told = players[0].events
        assert [tuple(event[:2]) for event in snapshot["log"]] == [tuple(event[:2]) for event in told][-LOG_SHOWN:]


@async_test
async def test_who_comes_back_gets_the_rest(tmp_path: Path) -> None:
    async with live_server(tmp_path) as here:
        ann, bob = await halted(here)
        await ann.done("draw")
        await bob.until(lambda: bob.last == (1, 0))
        await bob.cut()
        await ann.until(lambda: "place 1" in ann.legal)
        await ann.done("place 1")
        await ann.done("draw")
        await bob.connect()
        snapshot = await bob.until(lambda: [m for m in bob.messages if m["t"] == "snapshot"][1:])
        assert snapshot[0]["resumed"]
        assert [event[0] for event in snapshot[0]["log"]] == [2, 4]
        assert bob.view["columns"] == ann.view["columns"]


@async_test
async def test_an_unanswered_act_is_sent_again_after_a_cut(tmp_path: Path) -> None:
    async with live_server(tmp_path) as here:
        ann, bob = await halted(here)
        await ann.act("draw")
        await ann.cut()
        await ann.connect()
        await ann.answered()
        await bob.until(lambda: bob.n == 1)
        assert ann.answers[0]["answer"] in ("accepted", "already-judged")


@async_test
async def test_the_host_pauses_and_goes_on(tmp_path: Path) -> None:
    async with live_server(tmp_path) as here:
        ann, bob = await halted(here)
        path = f"/api/tables/{ann.code}"
        assert (await bob.api.post(f"{path}/pause", expect=403))["code"] == "host-only"
        assert (await ann.api.post(f"{path}/pause"))["paused"]
        assert (await ann.done("draw"))["code"] == "paused"
        await ann.api.post(f"{path}/resume")
        assert (await ann.done("draw"))["answer"] == "accepted"


@async_test
async def test_a_match_can_be_given_up(tmp_path: Path) -> None:
    async with live_server(tmp_path) as here:
        ann, bob = await halted(here)
        match = ann.match
        await ann.api.get(f"/api/matches/{match}", expect=404)
        await ann.api.post(f"/api/tables/{ann.code}/give-up")
        await bob.until(lambda: bob.table.get("phase") == "over")
        assert (await ann.done("draw"))["code"] == "not-playing"
        assert '"given_up":true' in await ann.api.get(f"/api/matches/{match}/log")


@async_test
async def test_a_spectator_sees_what_everybody_may_see_and_does_nothing(tmp_path: Path) -> None:
    async with live_server(tmp_path) as here:
        ann, _ = await halted(here, "quinto")
        eve = await here.come(ann.code)
        await eve.until(lambda: eve.view)
        assert eve.place is None
        assert eve.legal == []
        assert eve.seat() is None
        await ann.until(lambda: ann.legal or ann.view)
        assert (await eve.done("pass"))["code"] == "not-playing"
        await ann.until(lambda: ann.table["spectators"] == 1)


@async_test
async def test_who_leaves_is_played_on_by_a_bot(tmp_path: Path) -> None:
    async with live_server(tmp_path) as here:
        ann, bob = players = await here.table(people=2)
        bob.plays = False
        await here.start(players)
        await bob.api.post(f"/api/tables/{ann.code}/leave")
        await ann.over()
        assert ann.table["players"] == ["Ann", "Bob"]
        log = (await ann.api.get(f"/api/matches/{ann.match}/log")).splitlines()
        entries = [msgspec.json.decode(line) for line in log if line.startswith("[")]
        assert any(seat == 1 and about.get("by") == "stand-in" for _, seat, _, _, about in entries)


@async_test
async def test_an_absent_player_is_stood_in_for_and_gets_the_seat_back(tmp_path: Path) -> None:
    async with live_server(tmp_path) as here:
        ann, bob = players = await here.table(people=2, settings={"turn_grace_s": 0})
        bob.plays = False
        await here.start(players)
        await bob.cut()
        await ann.until(lambda: ("card-turned", 1) in {(event["event"], event["seat"]) for _, _, event in ann.events})
        await bob.connect()
        await bob.until(lambda: not bob.table["places"][1].get("stood_in", False))


@async_test
async def test_who_comes_during_a_match_plays_in_the_next(tmp_path: Path) -> None:
    async with live_server(tmp_path) as here:
        ann, bob = players = await here.table("quinto", people=2)
        ann.plays = bob.plays = False
        await here.start(players)
        key = (await here.api.post(f"/api/tables/{ann.code}/sit", {"name": "Zoé"}))["key"]
        zoe = await here.come(ann.code, key)
        await zoe.until(lambda: zoe.view)
        assert zoe.seat() is None
        ann.plays = bob.plays = True
        for player in players:
            await player.go_on()
        await ann.over()
        first = ann.match
        await ann.api.post(f"/api/tables/{ann.code}/rematch")
        await zoe.until(lambda: zoe.match not in (None, first))
        assert zoe.seat() == 2
        await zoe.over()


@async_test
async def test_everybody_sees_at_once_when_a_connection_gets_worse(tmp_path: Path) -> None:
    async with live_server(tmp_path) as here:
        ann, bob = await here.table(people=2)
        await ann.until(lambda: len(ann.table.get("places", ())) == 2 and bob.table)
        (table,) = here.server.registry.tables
        connection = table.presence.connection_of(1)
        assert connection is not None
        for p in range(1000, 1040):
            connection._unanswered[p] = 0.0
            connection.pong_received(p, 200.0)
        await ann.until(lambda: ann.table["places"][1].get("bars", 4) == 2)


@async_test
async def test_the_referee_knows_how_late_arrivals_are_stamped(tmp_path: Path) -> None:
    async with live_server(tmp_path) as here:
        await halted(here, "hexa")
        (table,) = here.server.registry.tables
        connection, play = table.presence.connection_of(0), table.matches.latest
        assert connection is not None
        assert play is not None
        here.server.services.lag.ms = 7.0
        connection._unanswered[1000] = 0.0
        connection.pong_received(1000, 20.0)
        assert play.live._latencies.known[0].loop_lag == 7.0


@async_test
async def test_who_has_no_seat_is_told_so_when_they_ask(tmp_path: Path) -> None:
    async with live_server(tmp_path) as here:
        ann, _ = await halted(here)
        eve = await here.come(ann.code)
        await eve.send({"t": "ask", "q": 7, "act": "draw"})
        assert (await eve.told_of("opinion"))["code"] == NOT_PLAYING.code
