"""Every bound of a server: `docs/security.md` explains the values."""

from typing import Any

import msgspec


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """Everything is bounded; `docs/security.md` explains the values. Rates are per second, with a burst that may come
    at once. Times are in seconds."""

    # One connection.
    head_s: float = 10.0
    """To send the head of a request."""
    request_s: float = 30.0
    """To send all of a request."""
    write_s: float = 20.0
    """Without reading anything of what waits to be read."""
    close_s: float = 5.0
    """For the other end to agree to the end of a connection."""
    hello_s: float = 10.0
    """For the first message of a socket."""
    head_bytes: int = 32_768
    """Browsers send less than 8 KiB, the cookies of many tables included."""
    body_bytes: int = 16_384
    log_bytes: int = 2_000_000
    """The largest match log that is taken in."""
    message_bytes: int = 2_048
    messages_s: float = 40.0
    messages_burst: float = 120.0
    control_s: float = 1.0
    control_burst: float = 20.0
    """Pings, pongs and parts of messages: browsers send none."""
    reads_s: float = 100.0
    reads_burst: float = 400.0
    """How often it is read. A client that sends in more pieces is read later, and more at a time."""
    backlog_bytes: int = 65_536
    """What may wait to be read by one connection before it is resynced instead."""

    # One address: a household of 64 can play behind it.
    refusal_s: float = 1.0
    """Until somebody who asks too often is told so."""
    connects_s: float = 50.0
    connects_burst: float = 1_000.0
    """Connections that are opened."""
    connections_per_address: int = 512
    sockets_per_address: int = 160
    pages_s: float = 100.0
    pages_burst: float = 2_000.0
    requests_s: float = 40.0
    requests_burst: float = 400.0
    """Of the HTTP API, and sockets that are opened."""
    address_messages_s: float = 200.0
    address_messages_burst: float = 4_000.0
    """Of all its sockets."""
    replays_s: float = 2.0
    replays_burst: float = 64.0
    """Replays, logs, stories, analyses and QR codes: what takes a while to make, or is large."""
    drawings_s: float = 0.1
    drawings_burst: float = 8.0
    """QR codes that nobody has asked for lately, so that they have to be drawn."""
    hints_s: float = 1.0
    hints_burst: float = 30.0
    tables_s: float = 1 / 60
    tables_burst: float = 40.0
    """New tables."""
    starts_s: float = 0.2
    starts_burst: float = 64.0
    """Matches that are started."""
    misses_s: float = 1 / 300
    misses_burst: float = 10.0
    """Codes that no table has."""
    imports_s: float = 1 / 60
    imports_burst: float = 5.0
    import_bytes_s: float = 100.0
    import_bytes_burst: float = 10_000_000.0

    # One table.
    spectators: int = 40
    acts: int = 10_000
    """Of one match: two players of Trio could go on for as long as they like. Twenty rounds take about 3,000."""

    # One server.
    connections: int = 16_384
    sockets: int = 10_000
    tables: int = 10_000
    """In memory."""
    all_misses_s: float = 0.1
    all_misses_burst: float = 200.0
    """Codes that no table has, whoever asks."""
    all_import_bytes_s: float = 300.0
    all_import_bytes_burst: float = 100_000_000.0
    addresses: int = 10_000
    """How many addresses are remembered."""


def no_limits() -> Limits:
    """For measurements and tests from one address: sizes and times stay bounded, numbers and rates do not."""
    much = 1e12
    rates: dict[str, Any] = {name: much for name in Limits.__struct_fields__ if name.endswith("_burst")}
    numbers = ("connections_per_address", "sockets_per_address", "connections", "sockets", "tables")
    return Limits(**rates, **dict.fromkeys(numbers, 1_000_000), refusal_s=0.0)
