"""A match as it is played, by people and bots, in time: `LiveMatch` and what it asks of its match host."""

from cartable.matches.live.effects import (
    AT_ONCE,
    NOT_PLAYING,
    STOPPED,
    TABLE_REFUSALS,
    Append,
    Effect,
    Over,
    Publish,
    Reply,
    ReplyKind,
    Think,
    all_public,
    visible_to,
)
from cartable.matches.live.host import LocalHost, News, Thinker
from cartable.matches.live.match import LiveMatch
from cartable.matches.live.people import SeatState, Wait
from cartable.matches.live.publisher import Feed
from cartable.matches.live.settings import TableSettings

__all__ = [
    "AT_ONCE",
    "NOT_PLAYING",
    "STOPPED",
    "TABLE_REFUSALS",
    "Append",
    "Effect",
    "Feed",
    "LiveMatch",
    "LocalHost",
    "News",
    "Over",
    "Publish",
    "Reply",
    "ReplyKind",
    "SeatState",
    "TableSettings",
    "Think",
    "Thinker",
    "Wait",
    "all_public",
    "visible_to",
]
