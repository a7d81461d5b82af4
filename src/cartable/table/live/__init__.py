"""A match as it is played, by people and bots, in time: `LiveMatch` and what it asks of its host."""

from cartable.table.live.chairs import Chair, TableSettings
from cartable.table.live.effects import (
    AT_ONCE,
    Answer,
    Answered,
    Effect,
    Over,
    Publish,
    Store,
    Think,
    public,
    told_to,
)
from cartable.table.live.feed import Feed
from cartable.table.live.host import LocalHost, Thinker, Told
from cartable.table.live.match import LiveMatch
from cartable.table.live.refusals import TABLE_REFUSALS

__all__ = [
    "AT_ONCE",
    "TABLE_REFUSALS",
    "Answer",
    "Answered",
    "Chair",
    "Effect",
    "Feed",
    "LiveMatch",
    "LocalHost",
    "Over",
    "Publish",
    "Store",
    "TableSettings",
    "Think",
    "Thinker",
    "Told",
    "public",
    "told_to",
]
