"""The handshake before a match, and what can be checked after it."""

from functools import partial
from pathlib import Path

import msgspec

from cartable.games.push import PUSH
from cartable.matches.deal.fairdeal import fingerprint
from cartable.matches.log.header import Player as SeatedPlayer
from cartable.matches.log.reading import LogReader
from cartable.matches.log.verify import Verified, verify
from cartable.server.tables.dealing import COUNTDOWN_MS, MOST_RESTARTS, DealAttempt
from tests.kit.client import Player
from tests.server.live_server import async_test, live_server


@async_test
async def test_every_device_takes_part_and_every_draw_can_be_checked(tmp_path: Path) -> None:
    async with live_server(tmp_path) as here:
        players = await here.table(people=2, bots=1)
        await here.start(players)
        for player in players:
            await player.over()
        text = await here.api.get(f"/api/matches/{players[0].match}/log")
        log = LogReader(text.encode().splitlines(keepends=True), "export")
        assert len(log.header.nonces) == 2
        assert players[0].header == players[1].header == log.header_hash
        verdict = verify(log, players[0].header, players[0].nonce)
        assert isinstance(verdict, Verified)
        assert (verdict.with_part, verdict.devices, verdict.people) == (True, 2, 2)


@async_test
async def test_a_withheld_nonce_begins_the_deal_again_for_all_to_see(tmp_path: Path) -> None:
    async with live_server(tmp_path, nonce_s=0.2) as here:
        ann, bob = players = await here.table(people=2)
        bob.takes_part = False
        await here.start(players)
        deals = [message for message in ann.messages if message["t"] == "deal"]
        assert [deal.get("restarts", 0) for deal in deals] == [0, 1]
        assert deals[1]["withheld"] == [bob.place]
        assert deals[0]["commitment"] != deals[1]["commitment"]
        header = next(message for message in reversed(ann.messages) if message["t"] == "header")
        assert len(msgspec.json.decode(header["line"])["nonces"]) == 1


@async_test
async def test_a_wrong_nonce_counts_as_withheld(tmp_path: Path) -> None:
    async with live_server(tmp_path) as here:
        ann, bob = players = await here.table(people=2)
        bob.takes_part = False
        await ann.api.post(f"/api/tables/{ann.code}/start")
        await bob.until(lambda: bob.header)
        await bob.send({"t": "nonce", "deal": 1, "nonce": "00" * 32})
        for player in players:
            await player.playing()
        assert [m.get("restarts", 0) for m in ann.messages if m["t"] == "deal"] == [0, 1]


@async_test
async def test_who_is_gone_is_not_waited_for(tmp_path: Path) -> None:
    async with live_server(tmp_path, nonce_s=1000) as here:
        ann, bob = await here.table(people=2)
        bob.takes_part = False
        await ann.api.post(f"/api/tables/{ann.code}/start")
        await bob.until(lambda: bob.header)
        await bob.cut()
        await ann.playing()


@async_test
async def test_who_leaves_before_the_match_calls_it_off(tmp_path: Path) -> None:
    async with live_server(tmp_path, nonce_s=1000) as here:
        ann, bob = await here.table(people=2)
        bob.takes_part = False
        await ann.api.post(f"/api/tables/{ann.code}/start")
        await bob.until(lambda: bob.header)
        await bob.api.post(f"/api/tables/{ann.code}/leave")
        await ann.until(lambda: ann.table.get("phase", "lobby") == "lobby" and len(ann.table["places"]) == 1)


def test_a_deal_that_is_spoilt_again_and_again_goes_on_alone() -> None:
    deal = DealAttempt(1, range(10))
    for place in range(MOST_RESTARTS):
        deal = deal.restarted({place})
    assert deal.people == ()
    assert deal.all_hashed


def test_only_the_first_hash_of_a_device_counts() -> None:
    deal = DealAttempt(1, [4])
    first, second = bytes(32), bytes([1]) * 32
    deal.add_hash(4, fingerprint(first))
    deal.add_hash(4, fingerprint(second))
    deal.add_hash(5, fingerprint(second))
    assert deal.all_hashed
    deal.fix(PUSH, PUSH.options(), [SeatedPlayer("Ann", "human"), SeatedPlayer("Bob", "human")])
    assert deal.header is not None
    assert deal.header.nonces == (fingerprint(first),)
    assert not deal.add_nonce(4, second.hex())
    assert not deal.all_nonces_known
    assert deal.add_nonce(4, first.hex())
    assert deal.nonces == (first,)


@async_test
async def test_everybody_counts_down_to_the_same_moment(tmp_path: Path) -> None:
    async with live_server(tmp_path, wait_scale=0.02) as here:
        players = await here.table(people=2)
        await here.start(players)
        for player in players:
            told = [message["t"] for message in player.messages if message["t"] in {"header", "starts", "snapshot"}]
            assert told == ["header", "starts", "snapshot"]
            (starts,) = (message for message in player.messages if message["t"] == "starts")
            assert 0 <= starts.get("after", 0) <= 0.02 * COUNTDOWN_MS


def _was_told(player: Player, what: str) -> bool:
    return any(message["t"] == what for message in player.messages)


@async_test
async def test_who_comes_or_leaves_during_the_countdown(tmp_path: Path) -> None:
    async with live_server(tmp_path, wait_scale=1000) as here:
        ann, bob = await here.table(people=2)
        await ann.api.post(f"/api/tables/{ann.code}/start")
        watcher = await here.come(ann.code)
        for each in (ann, bob, watcher):
            await each.until(partial(_was_told, each, "starts"))
        await bob.send({"t": "nonce", "deal": 1, "nonce": "00" * 32})  # said twice, and another: too late for that
        await bob.api.post(f"/api/tables/{ann.code}/leave")
        await ann.until(lambda: ann.table.get("phase", "lobby") == "lobby")
        assert sum(message["t"] == "deal" for message in ann.messages) == 1


@async_test
async def test_alone_with_bots_nobody_waits_for_their_turn(tmp_path: Path) -> None:
    async with live_server(tmp_path, wait_scale=1000) as here:
        players = await here.table("push", people=1, bots=1)
        players[0].plays = False
        await here.start(players)
        assert not _was_told(players[0], "starts")
