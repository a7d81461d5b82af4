"""Trio at a live table, for tests: moves arrive over connections of any length."""

from typing import Any, NamedTuple

from cartable.games.trio import TRIO
from cartable.games.trio.options import TrioOptions
from cartable.matches.referee import CONTEST_WINDOW
from cartable.matches.referee.latency import NOMINAL_PAINT
from tests.kit.live import ManualHost, new_match

GIVEN: dict[str, Any] = {
    "centre": {"same": ["1-red-sun"], "step": ["3-blue-moon"], "different": ["5-green-drop"]},
    "hands": [
        ["4-red-leaf", "1-red-leaf", "2-red-moon"],
        ["2-orange-sun", "4-orange-star", "5-orange-sun"],
        ["1-yellow-moon", "4-yellow-moon", "2-yellow-star"],
    ],
    "stacks": [["2-red-drop"], ["2-orange-leaf", "5-orange-leaf"], ["2-yellow-bolt", "5-yellow-bolt"]],
    "stopped": False,
    "resumes": -1,
}
FAR = 120.0
NEAR_0_FAR_1 = (0.0, FAR, 0.0)


class Move(NamedTuple):
    """What a player does, and how long after the last thing was painted there."""

    seat: int
    text: str
    after: float


def table(rtts: tuple[float, ...] = NEAR_0_FAR_1, options: TrioOptions | None = None, **given: Any) -> ManualHost:
    """People on connections of these round trips at the position GIVEN, or a variation of it."""
    keys = {**GIVEN, **given}
    keys = {name: value[: len(rtts)] if name in ("hands", "stacks") else value for name, value in keys.items()}
    host = ManualHost(new_match(TRIO, "h" * len(rtts), options, keys))
    for seat, rtt in enumerate(rtts):
        host.connect(seat, rtt)
    return host


def play(host: ManualHost, rtts: tuple[float, ...], moves: list[Move]) -> dict[tuple[int, str], int]:
    """Something is published; then these moves arrive over these connections. The numbers they got."""
    host.act(2, "lay 1-yellow-moon different on 5-green-drop")
    host.pass_until(lambda: host.published != [])
    stage = host.published[-1]
    painted = {seat: stage.send_at[seat] + rtt / 2 + NOMINAL_PAINT for seat, rtt in enumerate(rtts)}
    posts = [(at + rtts[seat] / 2, seat, Move(seat, "", 0.0)) for seat, at in painted.items()]
    posts += [(painted[move.seat] + move.after + rtts[move.seat] / 2, move.seat, move) for move in moves]
    ks = {}
    for at, seat, move in sorted(posts):
        host.pass_time(at - host.now)
        if move.text:
            ks[seat, move.text] = host.act(seat, move.text, saw=stage.n, interval=move.after)
        else:
            host.seen(seat, stage.n)
    host.pass_time(CONTEST_WINDOW)
    return ks


def results(host: ManualHost, ks: dict[tuple[int, str], int]) -> dict[str, str]:
    return {text: host.answered(seat, k) for (seat, text), k in ks.items()}


RED = "lay 4-red-leaf step on 3-blue-moon"
ORANGE = "lay 2-orange-sun step on 3-blue-moon"
WRONG: dict[str, Any] = {
    "centre": {"same": ["1-red-sun"], "step": ["3-blue-moon", "1-purple-drop"], "different": ["5-green-drop"]},
    "laid_by": {"same": -1, "step": 2, "different": -1},
}
FAULT = "fault step on 1-purple-drop"
