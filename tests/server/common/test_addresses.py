"""The link of a table is one that another device can follow, however the page that shows it was opened."""

from pathlib import Path
from typing import Any

import httpx
import pytest

from cartable.server.common import addresses
from cartable.server.common.addresses import address_for_others, lan_address
from cartable.server.common.hosts import is_loopback
from cartable.server.config import ServerConfig
from tests.kit.client import Api
from tests.kit.eventually import PATIENCE_S
from tests.server.live_server import async_test, config, live_server

LAN = "192.0.2.7"


def served(**changes: Any) -> ServerConfig:
    return config(Path("unused"), **{"on_network": True, **changes})


@pytest.fixture
def on_a_lan(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "lan_address", lambda: LAN)


@pytest.mark.usefixtures("on_a_lan")
@pytest.mark.parametrize(
    ("came_by", "link"),
    [
        ("http://localhost:8765", f"http://{LAN}:8765"),
        ("http://127.0.0.1:8765", f"http://{LAN}:8765"),
        ("http://[::1]:8765", f"http://{LAN}:8765"),
        ("http://games.localhost", f"http://{LAN}"),
        ("http://10.1.2.3:8765", "http://10.1.2.3:8765"),
        ("https://example.org", "https://example.org"),
        ("http://", f"http://{LAN}"),
        ("http://bad host<script>", f"http://{LAN}"),
        (f"http://{'a' * 4000}", f"http://{LAN}"),
    ],
)
def test_the_address_is_one_that_others_can_follow(came_by: str, link: str) -> None:
    assert address_for_others(served(), came_by) == link


@pytest.mark.usefixtures("on_a_lan")
def test_a_public_address_comes_before_all_others() -> None:
    public = served(public_url="https://example.org/games/", base_path="/games")
    assert address_for_others(public, "http://localhost:8765") == "https://example.org/games"


@pytest.mark.usefixtures("on_a_lan")
def test_a_server_that_only_this_machine_reaches_promises_nothing_else() -> None:
    assert address_for_others(served(on_network=False), "http://localhost:8765") == "http://localhost:8765"


def test_without_a_network_the_address_stays() -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(addresses, "lan_address", lambda: None)
        assert address_for_others(served(base_path="/games"), "http://localhost:1") == "http://localhost:1/games"


@pytest.mark.parametrize("another", ["127.0.0.2", lan_address() or "127.0.0.3"])
@async_test
async def test_the_link_is_followed_from_another_address_of_the_machine(another: str, tmp_path: Path) -> None:
    """As a phone does that scans it: the page was opened on this machine, and the link leads to the same table."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(addresses, "lan_address", lambda: another)
        async with live_server(tmp_path, host="0.0.0.0", on_network=True) as here:
            (ann,) = await here.table(people=1)
            port = here.base.rpartition(":")[2]
            given = await here.api.get(f"/api/tables/{ann.code}/invitation")
            assert given["link"] == f"http://{another}:{port}/t/{ann.code}"
            assert is_loopback(here.base.partition("://")[2])
            transport = httpx.AsyncHTTPTransport(local_address=another)
            async with httpx.AsyncClient(transport=transport, timeout=PATIENCE_S) as phone:
                assert (await phone.get(given["link"])).headers["content-type"].startswith("text/html")
                base, _, code = given["link"].rpartition("/t/")
                seated = await phone.post(f"{base}/api/tables/{code}/sit", json={"name": "Bob", "face": "owl"})
                assert seated.json()["table"]["places"][1]["face"] == "owl"
                again = await phone.get(f"{base}/api/tables/{code}/invitation")
                assert again.json()["link"] == given["link"] or is_loopback(another)


@async_test
async def test_home_learns_of_ones_own_place_and_turn(tmp_path: Path) -> None:
    async with live_server(tmp_path) as here:
        ann, bob = await here.table(people=2)
        ann.plays = bob.plays = False
        await here.start([ann, bob])
        found = [await player.api.get(f"/api/tables/{ann.code}/mine") for player in (ann, bob)]
        assert [each["place"] for each in found] == [0, 1]
        assert [each.get("to_act", False) for each in found].count(True) == 1
        stranger = Api(here.base)
        assert "place" not in await stranger.get(f"/api/tables/{ann.code}/mine")
