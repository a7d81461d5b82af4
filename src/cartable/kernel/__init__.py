"""The kernel: what every game shares, and nothing about any one of them. Pure: no I/O, no clock, no randomness."""

from cartable.kernel.act import Act, Deal, whole_number
from cartable.kernel.chance import CardSource, DealScript, NextReveal, Pile, Shuffle, Unseen
from cartable.kernel.game import AnyGame, Deadline, Game, OpenRace, Tempo, View
from cartable.kernel.input import BadInput, Options, options_in_every_log, read_options
from cartable.kernel.multiset import CardKinds, Multiset
from cartable.kernel.position import Position, PositionReader
from cartable.kernel.seats import (
    CLOCK,
    DEALER,
    NOBODY,
    ONLY_DEALER,
    Seat,
    around,
    clockwise,
    only,
    players_of,
    with_entry,
)
from cartable.kernel.step import Event, Outcome, Refusals, Refused, Stepped, TurnStarted, ranks

__all__ = [
    "CLOCK",
    "DEALER",
    "NOBODY",
    "ONLY_DEALER",
    "Act",
    "AnyGame",
    "BadInput",
    "CardKinds",
    "CardSource",
    "Deadline",
    "Deal",
    "DealScript",
    "Event",
    "Game",
    "Multiset",
    "NextReveal",
    "OpenRace",
    "Options",
    "Outcome",
    "Pile",
    "Position",
    "PositionReader",
    "Refusals",
    "Refused",
    "Seat",
    "Shuffle",
    "Stepped",
    "Tempo",
    "TurnStarted",
    "Unseen",
    "View",
    "around",
    "clockwise",
    "only",
    "options_in_every_log",
    "players_of",
    "ranks",
    "read_options",
    "whole_number",
    "with_entry",
]
