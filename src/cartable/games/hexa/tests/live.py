"""Hexa at a live table, for tests: cards are turned, shown and called over connections of any length."""

from typing import Any, NamedTuple

from cartable.games.hexa import HEXA
from cartable.games.hexa.options import HexaOptions
from cartable.matches.live import Publish
from cartable.matches.referee import WINDOW
from cartable.matches.referee.latency import NOMINAL_PAINT
from tests.kit.live import ManualHost, new_match


class Call(NamedTuple):
    """What one player calls, and how long after the card was painted there."""

    seat: int
    text: str
    after: float


def table(
    kinds: str = "hh", rtts: tuple[float, ...] = (), head_starts: tuple[int, ...] = (), **options: Any
) -> ManualHost:
    """People on connections of these round trips, before the first card."""
    host = ManualHost(new_match(HEXA, kinds, HexaOptions(**options), head_starts=head_starts))
    for seat, rtt in enumerate(rtts):
        host.connect(seat, rtt)
    return host


def turn(host: ManualHost) -> Publish:
    """The card is turned; its showing."""
    host.act(host.live.state.turner, "turn")
    card = host.published[-1]
    assert card.race
    return card


def shown(host: ManualHost) -> Publish:
    """The card is turned and lies open before everybody."""
    card = turn(host)
    host.pass_time(max(card.send_at.values()) + NOMINAL_PAINT - host.now)
    return card


def play(host: ManualHost, card: Publish, calls: list[Call], rtts: tuple[float, ...]) -> dict[int, int]:
    """Paints, SEENs and calls as they arrive over these connections; the number of each seat's call."""
    painted = {seat: card.send_at[seat] + rtt + NOMINAL_PAINT for seat, rtt in enumerate(rtts)}
    posts: list[tuple[float, int, Call | None]] = [(at, seat, None) for seat, at in painted.items()]
    posts += [(painted[call.seat] + call.after, call.seat, call) for call in calls]
    ks = {}
    for at, seat, post in sorted(posts, key=lambda each: each[:2]):
        host.pass_time(at - host.now)
        if post is None:
            host.seen(seat, card.n)
        else:
            ks[seat] = host.act(seat, post.text, saw=card.n, interval=post.after)
    host.pass_time(WINDOW)
    return ks
