"""`serve --check`: limits that can be set, and warnings of what is open."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from typer.testing import CliRunner

from cartable.cli import command_line
from cartable.kernel import BadInput
from cartable.server.common.exposure import checked_proxies, warnings, with_limits
from cartable.server.config import ServerConfig
from cartable.server.limits import Limits, no_limits

CLOSED = ServerConfig(store=Path("nowhere.db"), public_url="https://example.org", store_pages=1000)
OPEN: list[tuple[dict[str, Any], str, str]] = [
    ({"public_url": "http://example.org"}, "0.0.0.0", "TLS"),
    ({"limits": replace(no_limits(), connections=100)}, "127.0.0.1", "--no-limits"),
    ({"metrics_open": True}, "127.0.0.1", "--open-metrics"),
    ({"imports": True}, "127.0.0.1", "--imports"),
    ({"trusted_proxies": ("0.0.0.0/0",)}, "127.0.0.1", "--trusted-proxy"),
    ({"store_pages": None}, "127.0.0.1", "disk"),
    ({"store": "postgresql://db/cartable"}, "127.0.0.1", "certificate"),
    ({"bus": "nats://bus:4222"}, "127.0.0.1", "password"),
    ({"limits": Limits(connections=10**9)}, "127.0.0.1", "files"),
]


def test_a_closed_server_is_not_warned_of() -> None:
    few = replace(CLOSED, limits=Limits(connections=100))
    assert [warned.what for warned in warnings(few, "127.0.0.1")] == []


@pytest.mark.parametrize(("changes", "host", "word"), OPEN)
def test_what_is_open_is_said(changes: dict[str, Any], host: str, word: str) -> None:
    config = replace(CLOSED, **{"limits": Limits(connections=100), **changes})
    (warned,) = warnings(config, host)
    assert word in warned.what
    assert warned.instead


def test_a_store_that_others_can_read_is_said(tmp_path: Path) -> None:
    store = tmp_path / "cartable.db"
    store.touch(0o644)
    config = replace(CLOSED, store=store, limits=Limits(connections=100))
    assert "read by others" in next(iter(warnings(config, "127.0.0.1"))).what
    store.chmod(0o600)
    assert list(warnings(config, "127.0.0.1")) == []


def test_every_limit_can_be_set() -> None:
    for name in Limits.__struct_fields__:
        assert getattr(with_limits(Limits(), [f"{name}=7"]), name) == 7


@pytest.mark.parametrize("given", ["sockets=0", "sockets=-1", "sockets=many", "nothing=1", "sockets", "requests_s=nan"])
def test_a_limit_is_a_number_above_nothing(given: str) -> None:
    with pytest.raises(BadInput):
        with_limits(Limits(), [given])


@pytest.mark.parametrize("given", ["*", "proxy.example", "10.0.0.1/8"])
def test_a_proxy_is_an_address_or_a_network(given: str) -> None:
    with pytest.raises(BadInput):
        checked_proxies([given])


def test_check_prints_the_limits_and_does_not_serve(tmp_path: Path) -> None:
    store = tmp_path / "cartable.db"
    answer = CliRunner().invoke(
        command_line(["serve"]), ["serve", "--check", "--store", str(store), "--limit", "sockets=77"]
    )
    assert answer.exit_code == 0
    printed = dict(line.split() for line in answer.output.splitlines()[: len(Limits.__struct_fields__)])
    assert printed.keys() == set(Limits.__struct_fields__)
    assert printed["sockets"] == "77"
    assert "warning: no TLS" in answer.output
    assert not store.exists()
