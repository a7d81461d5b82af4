"""What a server can be told when it starts."""

from pathlib import Path

import msgspec

DAY_S = 86_400


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """Everything is bounded. Rates are given as so many a second, with a burst that may come at once."""

    body_bytes: int = 16_384
    log_bytes: int = 2_000_000
    """The largest match log that is taken in."""
    message_bytes: int = 2_048
    messages_s: float = 40.0
    messages_burst: float = 120.0
    requests_s: float = 20.0
    requests_burst: float = 80.0
    tables_s: float = 1 / 60
    tables_burst: float = 20.0
    """New tables of one address."""
    sockets_per_address: int = 64
    spectators: int = 40
    """At one table."""
    addresses: int = 10_000
    """How many addresses are remembered."""
    backlog_bytes: int = 65_536
    """What may wait to be read by one connection before it is resynced instead."""


def no_limits() -> Limits:
    """For measurements and tests from one address: sizes stay bounded, rates do not."""
    much = 1e12
    return Limits(
        messages_s=much,
        messages_burst=much,
        requests_s=much,
        requests_burst=much,
        tables_s=much,
        tables_burst=much,
        sockets_per_address=1_000_000,
    )


class ServerConfig(msgspec.Struct, frozen=True, kw_only=True):
    """One server. Times in seconds."""

    store: Path | str
    """A file, or postgresql://user@host:port/database."""
    store_patience_s: float = 20.0
    """How long a database that does not answer is waited for at the start: the two are often started together."""
    lease_s: float = 2.0
    """How long a table stays with a process that died, where several share a store."""
    base_path: str = ""
    """Under which path the server lives, without a slash at the end; empty: at the root."""
    public_url: str = ""
    """How it is reached from outside, where that cannot be told from the requests."""
    on_network: bool = False
    """Does it listen on the addresses that other devices reach? Then the page may offer them one."""
    pace: float = 1.0
    bot_processes: int = 1
    """Processes in which bots think; 0: in place, for tests."""
    bus: str = ""
    """Where the processes that share a store meet; empty: there is only one."""
    lives_s: int = 30 * DAY_S
    """How long a table is kept after the last act."""
    nonce_s: float = 5.0
    """How long a device may take for its part of a deal."""
    idle_s: float = 90.0
    """A table that nobody is connected to leaves the memory after so long; its match waits in the store."""
    host_absent_s: float = 120.0
    """After so long without its host, a table gets another."""
    recover_s: float = 5.0
    """How often, at most, a table that had to stop tries again."""
    store_pages: int | None = None
    """The most the store may grow to, in pages of 4 KiB."""
    limits: Limits = Limits()
    web: Path | None = None
    """The built web client; None: the one in the package, if it is there."""
