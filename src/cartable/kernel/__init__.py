"""The kernel: what every game shares, and nothing about any one of them. Pure: no I/O, no clock, no randomness."""

from cartable.kernel.act import Act
from cartable.kernel.chance import CardSource, DealScript, NextReveal, Pile, Shuffle, Unseen
from cartable.kernel.errors import BadInput
from cartable.kernel.event import Event
from cartable.kernel.game import AnyGame, Deadline, Game, OpenRace, Tempo
from cartable.kernel.multiset import CardKinds, Multiset
from cartable.kernel.notation import whole_number
from cartable.kernel.options import Options, read_options
from cartable.kernel.outcome import Outcome, ranks
from cartable.kernel.position import Position, PositionReader
from cartable.kernel.seats import CLOCK, DEALER, NOBODY, ONLY_DEALER, Seat, clockwise, only
from cartable.kernel.step import Refusals, Refused, Stepped

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
    "Unseen",
    "clockwise",
    "only",
    "ranks",
    "read_options",
    "whole_number",
]
