"""Names of hosts: which of them a server answers to, and what an origin is."""

import socket

import pytest

from cartable.kernel import BadInput
from cartable.server.common.exposure import checked_hosts, checked_public_url
from cartable.server.common.hosts import AllowedHosts, host_name, read_origin
from cartable.server.config import ServerConfig

AT_HOME = ServerConfig(store="")
PUBLIC = ServerConfig(store="", public_url="https://Games.Example.org/games", allowed_hosts=("games.lan:8765",))


@pytest.mark.parametrize(
    ("host", "at_home", "public"),
    [
        ("", True, True),
        ("localhost:8765", True, True),
        ("LOCALHOST", True, True),
        ("192.168.1.5:8765", True, True),
        ("[fe80::1]:8765", True, True),
        ("raspberrypi", True, False),
        ("raspberrypi.local:8765", True, False),
        ("pi.home.arpa", True, False),
        ("games.lan", True, True),
        (socket.gethostname(), True, False),
        ("games.example.org", False, True),
        ("games.example.org.", False, True),
        ("GAMES.example.org:443", False, True),
        ("evil.example", False, False),
        ("games.example.org.evil.example", False, False),
        ("local.evil.example", False, False),
        ("evil.example@127.0.0.1", False, False),
        ("[::1", False, False),
        ("127.0.0.1.evil.example", False, False),
        ("a" * 101, False, False),
        ("localhost/evil", False, False),
    ],
)
def test_a_server_answers_to_names_that_cannot_be_somebody_elses(host: str, at_home: bool, public: bool) -> None:
    assert AllowedHosts(AT_HOME).allow(host) == at_home
    assert AllowedHosts(PUBLIC).allow(host) == public


@pytest.mark.parametrize(
    "text", ["", "http://[::1", "null", "ftp://example.org", "http://a@b", "http://", "http://a:x"]
)
def test_what_is_no_origin_is_none(text: str) -> None:
    assert read_origin(text) is None


def test_an_origin_has_no_port_of_its_scheme() -> None:
    assert read_origin("https://Example.org:443/games") == ("https", "example.org")
    assert read_origin("http://example.org:443") == ("http", "example.org:443")
    assert host_name("[::1]:80") == "::1"


@pytest.mark.parametrize("url", ["example.org", "https://", "https://a b", "ftp://example.org", "http://[::1"])
def test_a_public_address_has_a_scheme_and_a_host(url: str) -> None:
    with pytest.raises(BadInput, match="--public-url"):
        checked_public_url(url)
    with pytest.raises(BadInput, match="--allow-host"):
        checked_hosts(["https://example.org"])
    assert checked_public_url("https://example.org/games/") == "https://example.org/games"
    assert checked_public_url("") == ""
