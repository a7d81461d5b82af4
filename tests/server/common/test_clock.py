"""How late the event loop is."""

from cartable.server.common.clock import KEPT, LoopLag, now_ms
from tests.server.live_server import async_test


@async_test
async def test_a_single_pause_is_nothing_usual_but_a_busy_loop_is() -> None:
    lag = LoopLag()
    for late in [0.0] * KEPT + [500.0]:
        lag._due = now_ms() - late
        lag._measure()
    assert lag.ms < 100
    for _ in range(KEPT):
        lag._due = now_ms() - 30.0
        lag._measure()
    assert 29.0 <= lag.ms < 130.0
    lag.close()
