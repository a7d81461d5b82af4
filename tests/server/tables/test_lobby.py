"""Tables and places: opening, sitting down, hosting, leaving."""

from pathlib import Path
from typing import Any

import pytest

from cartable.matches.names import clean_name, name_key
from cartable.matches.room import MOST_SENT_AWAY
from cartable.server.common.clock import today_s
from cartable.server.common.codes import CODE_LETTERS, KEYS_PER_PLACE
from tests.kit.client import Api, Player
from tests.server.live_server import async_test, live_server


@async_test
async def test_a_table_is_opened_with_a_code_and_lives_for_a_month(tmp_path: Path) -> None:
    async with live_server(tmp_path) as here:
        table = (await here.api.post("/api/tables", {"game": "push"}))["table"]
        assert len(table["code"]) == 6
        assert set(table["code"]) <= set(CODE_LETTERS)
        assert table["places"] == []
        assert abs(table["lives_until"] - today_s() - 30 * 86_400) < 60
        assert await here.api.get(f"/api/tables/{table['code'].upper()}") == table


@async_test
async def test_only_public_tables_are_listed(tmp_path: Path) -> None:
    async with live_server(tmp_path) as here:
        await here.api.post("/api/tables", {"game": "push"})
        shown = await here.api.post("/api/tables", {"game": "hexa", "public": True, "name": "Ann"})
        listed = await here.api.get("/api/tables")
        assert [line["code"] for line in listed] == [shown["table"]["code"]]
        assert listed[0] == {**listed[0], "game": "hexa", "players": 1, "phase": "lobby", "locked": False}


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"game": "chess"}, "bad-input"),
        ({"game": "push", "options": {"risky": True}}, "bad-input"),
        ({"game": "push", "options": {"risk": "yes"}}, "bad-input"),
        ({"game": "push", "surprise": 1}, "bad-input"),
        ({"game": "push", "settings": {"pace": 0}}, "bad-input"),
        ({"game": "push", "settings": {"auto_s": 1e9}}, "bad-input"),
        ({"game": "push", "name": "\u202eevil"}, "bad-name"),
        ({"game": "push", "name": "   "}, "bad-name"),
    ],
)
@async_test
async def test_a_table_that_cannot_be_is_refused(body: Any, code: str, tmp_path: Path) -> None:
    async with live_server(tmp_path) as here:
        assert (await here.api.post("/api/tables", body, expect=400))["code"] == code


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (" Zoé  Dupont ", "Zoé Dupont"),
        ("Zoe\u0301", "Zoé"),
        ("👩‍🚀", "👩‍🚀"),
        ("x" * 20, "x" * 20),
        ("x" * 21, None),
        ("a\u0000b", None),
        ("\u202eanna", None),
        ("\u200b", None),
        ("\u0301", None),
        ("e" + "\u0330" * 5, None),
        ("a\nb", "a b"),
        ("\u3164", None),
        ("\u115f\u1160", None),
        ("\uffa0", None),
        ("\u2800", None),
        ("\u2800 \u3164", None),
        ("\u034f\u0301", None),
    ],
)
def test_names_are_visible_and_written_in_one_way(text: str, name: str | None) -> None:
    assert clean_name(text) == name


@pytest.mark.parametrize("alike", ["H\u200d", "H\u200c", "H\u034f", "\u3164H", "H\u2800", "\uff28", "h\ufe0f"])
def test_names_that_look_alike_are_one_name(alike: str) -> None:
    assert clean_name(alike) is not None
    assert name_key(alike) == name_key("H")


def test_names_that_can_be_told_apart_are_different_names() -> None:
    names = ("Zoe", "Zoé", "Zo e", "👩", "👩🚀", "가", "각")
    assert len({name_key(name) for name in names}) == len(names)


@async_test
async def test_names_are_unique_at_a_table(tmp_path: Path) -> None:
    async with live_server(tmp_path) as here:
        players = await here.table(people=1)
        refused = await here.api.post(f"/api/tables/{players[0].code}/sit", {"name": "ANN"}, expect=409)
        assert refused["code"] == "name-taken"


@async_test
async def test_bots_come_and_go_as_the_host_says(tmp_path: Path) -> None:
    async with live_server(tmp_path) as here:
        ann, bob = await here.table(people=2)
        path = f"/api/tables/{ann.code}"
        levels = ["easy", "fair", "strong", "expert"]
        table = [await ann.api.post(f"{path}/bots", {"level": level}) for level in levels][-1]
        assert [place["level"] for place in table["places"][2:]] == levels
        assert (await ann.api.post(f"{path}/bots", {"level": "fair"}, expect=409))["code"] == "full"
        assert (await bob.api.post(f"{path}/bots", {}, expect=403))["code"] == "host-only"
        bot = table["places"][2]["id"]
        table = await ann.api.post(f"{path}/kick", {"place": bot})
        assert len(table["places"]) == 5
        assert (await ann.api.post(f"{path}/kick", {"place": bot}, expect=404))["code"] == "nobody-there"


@async_test
async def test_a_locked_table_takes_nobody(tmp_path: Path) -> None:
    async with live_server(tmp_path) as here:
        ann, bob = await here.table(people=2)
        path = f"/api/tables/{ann.code}"
        assert (await bob.api.post(f"{path}/lock", {"locked": True}, expect=403))["code"] == "host-only"
        assert (await ann.api.post(f"{path}/lock", {"locked": True}))["locked"]
        assert (await here.api.post(f"{path}/sit", {"name": "Eve"}, expect=409))["code"] == "locked"
        await ann.api.post(f"{path}/lock", {"locked": False})
        await here.api.post(f"{path}/sit", {"name": "Eve"})


@async_test
async def test_who_is_sent_away_is_told_and_cannot_come_back(tmp_path: Path) -> None:
    async with live_server(tmp_path) as here:
        ann, bob = await here.table(people=2)
        place = await bob.until(lambda: bob.table and bob.place)
        await ann.api.post(f"/api/tables/{ann.code}/kick", {"place": place})
        await bob.until(lambda: bob.bye == "kicked")
        assert (await bob.api.post(f"/api/tables/{ann.code}/ready", {"ready": True}, expect=401))["code"] == "no-seat"


@async_test
async def test_who_is_sent_away_does_not_sit_down_again_until_the_host_lets_them(tmp_path: Path) -> None:
    """Neither by the same name, nor on the same device by another."""
    async with live_server(tmp_path) as here:
        ann, bob, zoe = await here.table(people=3)
        path = f"/api/tables/{ann.code}"
        place = await bob.until(lambda: bob.table and bob.place)
        table = await ann.api.post(f"{path}/kick", {"place": place})
        assert table["sent_away"] == ["Bob"]
        assert (await bob.api.post(f"{path}/sit", {"name": "Robert"}, expect=409))["code"] == "sent-away"
        stranger = Api(here.base)
        assert (await stranger.post(f"{path}/sit", {"name": "BOB"}, expect=409))["code"] == "sent-away"
        await stranger.post(f"{path}/sit", {"name": "Dan"})
        assert (await zoe.api.post(f"{path}/let-back", expect=403))["code"] == "host-only"
        assert "sent_away" not in await ann.api.post(f"{path}/let-back")
        assert (await bob.api.post(f"{path}/sit", {"name": "Bob"}))["key"]


@async_test
async def test_the_hosting_passes_on_when_the_host_leaves_or_is_gone(tmp_path: Path) -> None:
    async with live_server(tmp_path, host_absent_s=0.01) as here:
        ann, bob, zoe = await here.table(people=3)
        await ann.api.post(f"/api/tables/{ann.code}/leave")
        await bob.until(lambda: bob.table["host"] == bob.place)
        await bob.cut()
        await zoe.until(lambda: zoe.table["host"] == zoe.place)
        await bob.connect()
        await bob.until(lambda: bob.messages[-1].get("table", {}).get("host") == zoe.place)


@async_test
async def test_a_match_needs_its_host_and_enough_people(tmp_path: Path) -> None:
    async with live_server(tmp_path) as here:
        ann, *_ = await here.table("hexa", people=1)
        start = f"/api/tables/{ann.code}/start"
        assert await ann.api.post(start, expect=409) == {"code": "too-few", "rule": "TABLE", "about": {"least": 2}}
        key = (await here.api.post(f"/api/tables/{ann.code}/sit", {"name": "Bob"}))["key"]
        assert (await Api(here.base, key).post(start, expect=403))["code"] == "host-only"
        assert (await Api(here.base).post(start, expect=401))["code"] == "no-seat"
        await ann.api.post(start)
        assert (await ann.api.post(start, expect=409))["code"] == "match-on"


@async_test
async def test_options_and_settings_change_between_matches_only(tmp_path: Path) -> None:
    async with live_server(tmp_path) as here:
        ann, bob = players = await here.table(people=2)
        path = f"/api/tables/{ann.code}/settings"
        change = {"options": {"risk": True}, "settings": {"turn_limit_s": 9}, "public": True}
        table = await ann.api.post(path, change)
        assert table["options"]["risk"]
        assert table["settings"]["turn_limit_s"] == 9
        assert table["public"]
        assert (await bob.api.post(path, change, expect=403))["code"] == "host-only"
        ann.plays = bob.plays = False
        await here.start(players)
        assert (await ann.api.post(path, change, expect=409))["code"] == "match-on"


@async_test
async def test_a_personal_link_opens_the_place_on_another_device(tmp_path: Path) -> None:
    async with live_server(tmp_path) as here:
        (ann,) = await here.table(people=1)
        path = f"/api/tables/{ann.code}"
        key = (await ann.api.post(f"{path}/link"))["key"]
        answer = await here.api.http.post(f"{path}/rejoin", json={"key": key})
        assert answer.json()["place"] == 0
        cookie = answer.headers["set-cookie"]
        assert f"cartable_{ann.code}=" in cookie
        assert f"Path=/api/tables/{ann.code};" in cookie
        assert "HttpOnly" in cookie
        assert "SameSite=Lax" in cookie
        assert "Secure" not in cookie  # plain HTTP in a living room
        ready = await here.api.http.post(f"{path}/ready", json={"ready": True})  # with the cookie alone
        assert ready.json()["places"][0]["ready"]
        assert (await here.api.post(f"{path}/rejoin", {"key": key + "x"}, expect=401))["code"] == "no-seat"


@async_test
async def test_further_links_leave_the_callers_own_key_alone(tmp_path: Path) -> None:
    async with live_server(tmp_path) as here:
        (ann,) = await here.table(people=1)
        path = f"/api/tables/{ann.code}"
        keys = [(await ann.api.post(f"{path}/link"))["key"] for _ in range(9)]
        opened = [key for key in keys if "place" in await Api(here.base, key).get(f"{path}/mine")]
        assert opened == keys[-3:]
        await ann.api.post(f"{path}/ready", {"ready": True})


@async_test
async def test_the_holder_of_a_link_cannot_lock_the_owner_out(tmp_path: Path) -> None:
    """However many links they ask for; and the owner can make all of them void, which also closes what they opened."""
    async with live_server(tmp_path) as here:
        (ann,) = await here.table(people=1)
        path = f"/api/tables/{ann.code}"
        link = (await ann.api.post(f"{path}/link"))["key"]
        holder = Api(here.base, link)
        links = [link] + [(await holder.post(f"{path}/link"))["key"] for _ in range(9)]
        await ann.api.post(f"{path}/ready", {"ready": True})
        guest = await here.come(ann.code, links[-1], plays=False)
        screen = Player(here.base, ann.code, links[-2])
        here.people.append(screen)
        await screen.connect(screen=True)
        await screen.until(lambda: screen.table)
        assert (await holder.post(f"{path}/void-links", expect=403))["code"] == "first-key-only"
        assert (await here.api.post(f"{path}/void-links", expect=401))["code"] == "no-seat"
        await ann.api.post(f"{path}/void-links")
        await guest.gone("closed")
        await screen.until(lambda: screen.table.get("spectators"))
        assert not [key for key in links if "place" in await Api(here.base, key).get(f"{path}/mine")]
        await ann.connect()
        assert "place" in await ann.told_of("welcome")


@async_test
async def test_who_sits_does_not_sit_again(tmp_path: Path) -> None:
    async with live_server(tmp_path) as here:
        ann, bob = await here.table(people=2)
        path = f"/api/tables/{ann.code}"
        for player in (ann, bob):
            assert (await player.api.post(f"{path}/sit", {"name": "Eve"}, expect=409))["code"] == "seated-already"
        await bob.api.post(f"{path}/leave")
        await bob.api.post(f"{path}/sit", {"name": "Bob"})


@async_test
async def test_a_locked_table_opens_when_its_last_person_leaves(tmp_path: Path) -> None:
    async with live_server(tmp_path) as here:
        (ann,) = await here.table(people=1, bots=1)
        path = f"/api/tables/{ann.code}"
        await ann.api.post(f"{path}/lock", {"locked": True})
        await ann.api.post(f"{path}/leave")
        seated = await here.api.post(f"{path}/sit", {"name": "Eve"})
        assert seated["table"]["host"] == seated["place"]


@async_test
async def test_twenty_people_who_were_sent_away_are_remembered_with_all_their_keys(tmp_path: Path) -> None:
    async with live_server(tmp_path) as here:
        (ann,) = await here.table(people=1)
        path = f"/api/tables/{ann.code}"
        away: list[str] = []
        for number in range(MOST_SENT_AWAY):
            guest = Api(here.base)
            seated = await guest.post(f"{path}/sit", {"name": f"Guest {number}"})
            guest.key = seated["key"]
            away += [seated["key"]] + [(await guest.post(f"{path}/link"))["key"] for _ in range(KEYS_PER_PLACE - 1)]
            await ann.api.post(f"{path}/kick", {"place": seated["place"]})
        for key in (away[0], away[KEYS_PER_PLACE - 1], away[-1]):
            refused = await Api(here.base, key).post(f"{path}/sit", {"name": "Somebody"}, expect=409)
            assert refused["code"] == "sent-away"
        refused = await Api(here.base).post(f"{path}/sit", {"name": "Guest\u200d 0"}, expect=409)
        assert refused["code"] == "sent-away"


@async_test
async def test_keys_are_stored_as_hashes_only(tmp_path: Path) -> None:
    async with live_server(tmp_path) as here:
        (ann,) = await here.table(people=1)
        assert ann.api.key is not None
        await here.server.services.store.backup(tmp_path / "copy.db")
        assert ann.api.key.encode() not in (tmp_path / "copy.db").read_bytes()


@async_test
async def test_tables_are_forgotten_after_their_time(where: Path | str, tmp_path: Path) -> None:
    async with live_server(tmp_path, store=where, lives_s=-1) as here:
        code = (await here.api.post("/api/tables", {"game": "push"}))["table"]["code"]
        assert await here.server.registry.forget_old() == 1
        assert await here.server.services.store.table(code) is None
        await here.api.get(f"/api/tables/{code}", expect=404)


@async_test
async def test_the_link_of_a_table_is_a_picture_too(tmp_path: Path) -> None:
    async with live_server(tmp_path) as here:
        (ann,) = await here.table(people=1)
        picture = await here.api.get(f"/api/tables/{ann.code}/qr.svg")
        assert picture.startswith("<svg")


@async_test
async def test_a_bot_that_is_asked_for_twice_at_once_comes_once(tmp_path: Path) -> None:
    async with live_server(tmp_path) as here:
        (ann,) = await here.table(people=1)
        path = f"/api/tables/{ann.code}/bots"
        first = await ann.api.post(path, {"places": 1})
        again = await ann.api.post(path, {"places": 1})
        assert [len(table["places"]) for table in (first, again)] == [2, 2]
        assert len((await ann.api.post(path, {"places": 2}))["places"]) == 3
