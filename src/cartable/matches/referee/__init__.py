"""The referee: who was first, as far as it can be known.

Pure: values in, values out, every instant passed in, in milliseconds on the server's monotonic clock.
`latency` is what was measured of a connection, `race` judges the calls for one card, `contest` the acts of a game in
which everybody plays at once, `guards` tests over many races whether a client is honest, `receipt` tells the players.
"""

from cartable.matches.referee.contest import CONTEST_WINDOW, Contest, ContestedAct, Delivery, HeldAct, Released
from cartable.matches.referee.guards import HonestyRecord
from cartable.matches.referee.latency import Latency
from cartable.matches.referee.race import WINDOW, PlannedCall, Race, RevealTimes, Ruling, stagger, start_race
from cartable.matches.referee.receipt import Receipt, Verdict
from cartable.matches.referee.ties import TIE

__all__ = [
    "CONTEST_WINDOW",
    "TIE",
    "WINDOW",
    "Contest",
    "ContestedAct",
    "Delivery",
    "HeldAct",
    "HonestyRecord",
    "Latency",
    "PlannedCall",
    "Race",
    "Receipt",
    "Released",
    "RevealTimes",
    "Ruling",
    "Verdict",
    "stagger",
    "start_race",
]
