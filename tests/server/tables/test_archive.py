"""Matches that are over: exported, imported, shown again."""

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from cartable.kernel import DEALER
from cartable.matches.deal.fairdeal import deal_key, shuffled
from cartable.matches.log.replay import replay
from cartable.server.limits import no_limits
from cartable.server.tables import archive
from cartable.server.tables.archive import MatchArchive
from cartable.wire.patch import apply
from tests.server.live_server import LiveServer, async_test, live_server


async def finished(here: LiveServer) -> str:
    players = await here.table("quinto", people=2)
    await here.start(players)
    await players[0].over()
    await players[0].until(lambda: players[0].table.get("phase") == "over")
    assert players[0].match is not None
    return players[0].match


def redealt(replay: dict[str, Any], due: tuple[str, int, int]) -> str:
    """What the dealer had to show, computed from the replay alone, as docs/fairness.md says."""
    verb, shuffle, slot = due
    reveal = replay["reveal"]
    key = deal_key(bytes.fromhex(reveal["secret"]), replay["line"].encode(), map(bytes.fromhex, reveal["nonces"]))
    made = {(each["verb"], each["shuffle"]): each["among"] for each in replay["shuffles"]}
    return f"{verb} {shuffled(key, verb, shuffle, made[verb, shuffle])[slot]}"


@async_test
async def test_a_match_is_shown_again_act_by_act(tmp_path: Path) -> None:
    async with live_server(tmp_path) as here:
        match = await finished(here)
        for seat in ("", "?seat=0", "?seat=1"):
            replay = await here.api.get(f"/api/matches/{match}{seat}")
            view = replay["view"]
            for frame in replay["frames"]:
                view = apply(view, frame["patch"]) if "patch" in frame else view
            assert [frame["n"] for frame in replay["frames"]] == list(range(len(replay["frames"])))
            assert view["seat"] == (int(seat[-1]) if seat else None)
            assert replay["outcome"]["ranks"]
            assert replay["reveal"]["secret"]
            dealt = [frame for frame in replay["frames"] if frame["seat"] == DEALER]
            assert dealt
            assert [frame["act"] for frame in dealt] == [redealt(replay, frame["due"]) for frame in dealt]
            assert all("due" not in frame for frame in replay["frames"] if frame["seat"] != DEALER)
        assert (await here.api.get(f"/api/matches/{match}?seat=9", expect=400))["code"] == "bad-input"


@async_test
async def test_one_match_is_replayed_at_a_time_and_nobody_waits_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many are asked for at once, the event loop goes round after every stretch of one of them."""
    monkeypatch.setattr(archive, "STRETCH_S", 0.0)  # after every act
    async with live_server(tmp_path) as here:
        match = await finished(here)
        row = await here.server.services.store.match(match)
        assert row is not None
        kept, under_way = MatchArchive(here.server.services.store), 0
        replay_really = replay

        def counted(log: Any) -> Any:
            nonlocal under_way
            under_way += 1
            assert under_way == 1
            for step in replay_really(log):
                steps.append(turns)
                yield step
            under_way -= 1

        steps: list[int] = []
        turns = 0

        async def count_turns() -> None:
            nonlocal turns
            while not done.is_set():
                turns += 1
                await asyncio.sleep(0)

        monkeypatch.setattr(archive, "replay", counted)
        done = asyncio.Event()
        counting = asyncio.ensure_future(count_turns())
        await asyncio.gather(kept.replay(row, None), kept.story(row), kept.replay(row, 0))
        done.set()
        await counting
        assert len(steps) == len(set(steps)), "one act in a turn"


@async_test
async def test_an_exported_match_is_taken_in_elsewhere(tmp_path: Path) -> None:
    async with live_server(tmp_path) as here:
        match = await finished(here)
        log = (await here.api.get(f"/api/matches/{match}/log")).encode()
        (tmp_path / "other").mkdir()
        async with live_server(tmp_path / "other", imports=True) as there:
            answer = await there.api.http.post("/api/matches", content=log)
            assert answer.status_code == 201
            assert answer.json()["verified"]
            again = await there.api.get(f"/api/matches/{answer.json()['id']}/log")
            assert again.encode() == log


@async_test
async def test_an_altered_log_is_taken_in_but_not_vouched_for(tmp_path: Path) -> None:
    async with live_server(tmp_path, imports=True) as here:
        match = await finished(here)
        lines = (await here.api.get(f"/api/matches/{match}/log")).splitlines(keepends=True)
        answer = await here.api.http.post("/api/matches", content="".join(lines[:-1]))
        assert not answer.json()["verified"]
        assert "no reveal" in answer.json()["why"]


@async_test
async def test_a_server_takes_in_nothing_unless_it_was_told_to(tmp_path: Path) -> None:
    async with live_server(tmp_path) as here:
        log = await here.api.get(f"/api/matches/{await finished(here)}/log")
        answer = await here.api.http.post("/api/matches", content=log)
        assert (answer.status_code, answer.json()["code"]) == (403, "imports-off")


@async_test
async def test_a_log_is_kept_once(tmp_path: Path) -> None:
    async with live_server(tmp_path, imports=True, bot_processes=1) as here:
        log = await here.api.get(f"/api/matches/{await finished(here)}/log")
        ids = {(await here.api.http.post("/api/matches", content=log)).json()["id"] for _ in range(3)}
        assert len(ids) == 1
        assert await here.api.get(f"/api/matches/{ids.pop()}/log") == log


@pytest.mark.parametrize("name", ["x" * 1_900_000, "x" * 21, "a\\u202eb", "a\\u0000b", "", " Ann"])
@async_test
async def test_names_in_a_log_are_those_of_people(name: str, tmp_path: Path) -> None:
    async with live_server(tmp_path, imports=True) as here:
        log = await here.api.get(f"/api/matches/{await finished(here)}/log")
        answer = await here.api.http.post("/api/matches", content=log.replace('"Ann"', f'"{name}"'))
        assert (answer.status_code, answer.json()["code"]) == (400, "bad-input")


@async_test
async def test_logs_are_bounded_in_number_and_bytes(tmp_path: Path) -> None:
    limits = replace(no_limits(), imports_s=1e-6, imports_burst=3, import_bytes_s=1e-6, import_bytes_burst=5_000)
    async with live_server(tmp_path, imports=True, limits=limits) as here:
        answers = [await here.api.http.post("/api/matches", content=b"x" * size) for size in (4_000, 4_000, 10, 10)]
        assert [answer.json()["code"] for answer in answers] == [
            "bad-input",
            "too-many-imports",
            "bad-input",
            "too-many-requests",
        ]


@pytest.mark.parametrize("body", [b"", b"hello", b"{}", b'{"cartable":1}\n', b"\xff\xfe", b"[" * 5000])
@async_test
async def test_what_is_no_log_is_refused(body: bytes, tmp_path: Path) -> None:
    async with live_server(tmp_path, imports=True) as here:
        answer = await here.api.http.post("/api/matches", content=body)
        assert answer.status_code == 400
        assert answer.json()["code"] == "bad-input"


@async_test
async def test_nothing_of_a_match_leaves_before_its_end(tmp_path: Path) -> None:
    async with live_server(tmp_path) as here:
        players = await here.table(people=2)
        for player in players:
            player.plays = False
        await here.start(players)
        for path in ("", "/log", "/story", "/invitation"):
            problem: Any = await here.api.get(f"/api/matches/{players[0].match}{path}", expect=404)
            assert problem["code"] == "no-such-match"
        row = await here.server.services.store.match(players[0].match or "")
        assert row is not None
        told = b"".join(b"".join(player.told) for player in players)
        assert row.secret.hex().encode() not in told
        for nonce in msgspec.json.decode(row.nonces, type=list[str]):
            assert nonce.encode() not in told


@async_test
async def test_why_a_match_was_won_is_told(tmp_path: Path) -> None:
    async with live_server(tmp_path) as here:
        match = await finished(here)
        told = await here.api.get(f"/api/matches/{match}/story")
        assert told["why"] in {"row", "bonuses", "misses", "shared"}
        assert all(isinstance(value, str | int) for value in told["about"].values())
        link = (await here.api.get(f"/api/matches/{match}/invitation"))["link"]
        assert link.endswith(f"/replay/{match}")
