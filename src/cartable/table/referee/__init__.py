"""The referee: who was first, as far as it can be known.

Pure: values in, values out, every instant passed in, in milliseconds on the server's monotonic clock.
`line` is what is known of a connection, `race` judges the calls for one card, `contest` the acts of a game in which
everybody plays at once, `guards` tests over many races whether a client is honest, `receipt` is what is told of it.
"""

from cartable.table.referee.contest import CONTEST_WINDOW, Contest, Entry, Held, Released, Sight
from cartable.table.referee.guards import Record, restless
from cartable.table.referee.line import Line
from cartable.table.referee.race import WINDOW, Plan, Race, Reveal, Ruling, stagger, start_race
from cartable.table.referee.receipt import TIE, Receipt, Verdict

__all__ = [
    "CONTEST_WINDOW",
    "TIE",
    "WINDOW",
    "Contest",
    "Entry",
    "Held",
    "Line",
    "Plan",
    "Race",
    "Receipt",
    "Record",
    "Released",
    "Reveal",
    "Ruling",
    "Sight",
    "Verdict",
    "restless",
    "stagger",
    "start_race",
]
