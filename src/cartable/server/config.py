"""What a server can be told when it starts."""

from pathlib import Path

import msgspec

from cartable.server.limits import Limits

DAY_S = 86_400


class ServerConfig(msgspec.Struct, frozen=True, kw_only=True):
    """One server. Times in seconds."""

    store: Path | str
    """A file, or postgresql://user@host:port/database."""
    store_patience_s: float = 20.0
    """How long a database that does not answer is waited for at the start: the two are often started together."""
    lease_s: float | None = None
    """Seconds of a lease, where several processes share a store; None: those of `store/leases.py`."""
    base_path: str = ""
    """Under which path the server lives, without a slash at the end; empty: at the root."""
    public_url: str = ""
    """How it is reached from outside, where that cannot be told from the requests."""
    allowed_hosts: tuple[str, ...] = ()
    """Further names by which browsers may ask, besides that of `public_url`."""
    on_network: bool = False
    """Does it listen on the addresses that other devices reach? Then the page may offer them one."""
    wait_scale: float = 1.0
    """Scales every courtesy wait; 0 is for tests."""
    bot_processes: int = 1
    """Processes in which bots think; 0: in place, for tests."""
    bus: str = ""
    """Where the processes that share a store meet; empty: there is only one."""
    lives_s: int = 30 * DAY_S
    """How long a table is kept after the last act."""
    nonce_s: float = 5.0
    """How long a device may take for its part of a deal."""
    idle_s: float = 90.0
    """A table that nobody is connected to leaves the memory after this long; its match waits in the store."""
    host_absent_s: float = 120.0
    """How long a table's host may be away before the table gets another."""
    recover_s: float = 5.0
    """How long, at most, a table that had to stop waits before it tries again; it does at once when a database that was
    away is back."""
    store_pages: int | None = None
    """The most the store may grow to, in pages of 4 KiB."""
    limits: Limits = Limits()
    trusted_proxies: tuple[str, ...] = ("127.0.0.1", "::1")
    """Addresses or networks whose `X-Forwarded-For` is believed."""
    imports: bool = False
    """May anybody bring in match logs?"""
    metrics_token: str = ""
    """The bearer token that opens `/metrics` from elsewhere than this machine."""
    metrics_open: bool = False
    """May anybody read `/metrics`?"""
    web: Path | None = None
    """The built web client; None: the one in the package, if it is there."""
