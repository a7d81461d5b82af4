"""What a server is open to: its limits as they are, and what whoever runs it should know. `serve --check` prints it."""

import os
import stat
from collections.abc import Iterator
from ipaddress import ip_network
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import urlsplit

import msgspec

from cartable.kernel import BadInput
from cartable.server.common.addresses import bracketed
from cartable.server.common.hosts import host_name, is_loopback, read_origin
from cartable.server.config import ServerConfig
from cartable.server.limits import Limits, no_limits

SPARE_FILES: Final = 200
"""Open files beside connections: the store, the bots, the log."""

WIDE_IPV4: Final = 16
WIDE_IPV6: Final = 48
"""Networks of proxies that are larger than these bits say are hardly proxies alone."""


def with_limits(limits: Limits, given: list[str]) -> Limits:
    """Limits with those changed that were given as NAME=VALUE."""
    changes = {}
    for each in given:
        name, _, text = each.partition("=")
        if name not in Limits.__struct_fields__:
            raise BadInput("--limit", f"expected NAME=VALUE with one of: {', '.join(Limits.__struct_fields__)}")
        kind = type(getattr(limits, name))
        try:
            value = kind(text)
        except ValueError as error:
            raise BadInput(f"--limit {name}", f"expected a number, got {text!r}") from error
        if not value > 0:
            raise BadInput(f"--limit {name}", f"expected more than 0, got {text!r}")
        changes[name] = value
    return msgspec.structs.replace(limits, **changes)


def checked_proxies(given: list[str]) -> tuple[str, ...]:
    """Addresses and networks, as they were given."""
    for each in given:
        try:
            ip_network(each)
        except ValueError as error:
            raise BadInput("--trusted-proxy", f"expected an address or a network as in 10.0.0.0/24: {error}") from error
    return tuple(given)


def checked_public_url(given: str) -> str:
    """Return the public address without a slash at its end, or raise `BadInput`."""
    if given and read_origin(given) is None:
        raise BadInput("--public-url", f"expected an address as in https://example.org/games, got {given!r}")
    return given.rstrip("/")


def checked_hosts(given: list[str]) -> tuple[str, ...]:
    """Return names of hosts as they were given, or raise `BadInput`."""
    for each in given:
        if host_name(each) is None:
            raise BadInput("--allow-host", f"expected a name as in games.example.org, got {each!r}")
    return tuple(given)


class Warned(NamedTuple):
    """Something that is open, and what closes it."""

    what: str
    instead: str


def warnings(config: ServerConfig, host: str) -> Iterator[Warned]:
    """What is open at a server that listens at `host`."""
    reached = not is_loopback(bracketed(host))
    if reached and not config.public_url.startswith("https://"):
        yield Warned(
            "no TLS: keys and cards cross the network in the clear",
            "at home that is fine; on the internet a proxy with TLS, --host 127.0.0.1 and --public-url https://...",
        )
    if config.limits.requests_burst >= no_limits().requests_burst:
        yield Warned("--no-limits: one client can take the whole server", "leave it out; --limit raises single limits")
    if config.metrics_open:
        yield Warned("--open-metrics: anybody can read /metrics", "--metrics-token, or scrape it on this machine")
    if config.imports:
        yield Warned("--imports: strangers can store match logs", "leave it out unless they are wanted")
    for proxy in config.trusted_proxies:
        network = ip_network(proxy)
        if network.prefixlen < (WIDE_IPV4 if network.version == 4 else WIDE_IPV6):
            yield Warned(f"--trusted-proxy {proxy}: all of it may choose its address", "name the proxies themselves")
    yield from _store_warnings(config)
    yield from _file_warnings(config)


def _store_warnings(config: ServerConfig) -> Iterator[Warned]:
    store = str(config.store)
    if "://" in store:
        parts = urlsplit(store)
        if not is_loopback(bracketed(parts.hostname or "localhost")) and "sslmode=verify" not in parts.query:
            yield Warned("the database is reached without a verified certificate", "?sslmode=verify-full")
    else:
        if config.store_pages is None:
            yield Warned("the store may fill the disk", "--store-mb")
        path = Path(store)
        if path.exists() and os.name == "posix" and stat.S_IMODE(path.stat().st_mode) & 0o077:
            yield Warned(f"{path.name} can be read by others on this machine", f"chmod 600 {path.name}")
    bus = urlsplit(config.bus)
    if config.bus and bus.username is None and not is_loopback(bracketed(bus.hostname or "localhost")):
        yield Warned("the bus asks for no password: it carries the keys of places", "nats://user:password@...")


def _file_warnings(config: ServerConfig) -> Iterator[Warned]:
    try:
        import resource  # noqa: PLC0415 - there is none on Windows
    except ImportError:
        return
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    if most != resource.RLIM_INFINITY and most < config.limits.connections + SPARE_FILES:
        yield Warned(f"this process may open {most} files, fewer than its connections", "ulimit -Hn, LimitNOFILE=")
