"""The kernel: what every game shares, and nothing about any one of them. Pure: no I/O, no clock, no randomness."""

from cartable.kernel.act import Act
from cartable.kernel.chance import Due, Peek, Pile, Script, Shuffle, Unseen
from cartable.kernel.errors import BadInput
from cartable.kernel.event import Event
from cartable.kernel.game import AnyGame, Deadline, Game, Showdown, Tempo
from cartable.kernel.multiset import Kinds, Multiset
from cartable.kernel.notation import whole_number
from cartable.kernel.options import Options, read_options
from cartable.kernel.outcome import Outcome, ranks
from cartable.kernel.position import Given, Position
from cartable.kernel.seats import ALONE, CLOCK, DEALER, NOBODY, ONLY_DEALER, Seat, clockwise
from cartable.kernel.step import Refusals, Refused, Stepped

__all__ = [
    "ALONE",
    "CLOCK",
    "DEALER",
    "NOBODY",
    "ONLY_DEALER",
    "Act",
    "AnyGame",
    "BadInput",
    "Deadline",
    "Due",
    "Event",
    "Game",
    "Given",
    "Kinds",
    "Multiset",
    "Options",
    "Outcome",
    "Peek",
    "Pile",
    "Position",
    "Refusals",
    "Refused",
    "Script",
    "Seat",
    "Showdown",
    "Shuffle",
    "Stepped",
    "Tempo",
    "Unseen",
    "clockwise",
    "ranks",
    "read_options",
    "whole_number",
]
