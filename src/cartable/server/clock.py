"""The two clocks: one that only goes forward, for the table and the referee, and the calendar's, for what is kept."""

import time


def now_ms() -> float:
    """Milliseconds on the monotonic clock: every instant of a live match."""
    return time.monotonic() * 1000


def today_s() -> int:
    """Whole seconds since 1970."""
    return int(time.time())
