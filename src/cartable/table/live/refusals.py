"""What the table itself refuses, whatever the game; the catalogue has a sentence for each."""

from typing import Final

from cartable.kernel import Refused

PAUSED: Final = Refused("paused", "TABLE")
UNREADABLE: Final = Refused("unreadable", "TABLE")
CALLED_ALREADY: Final = Refused("called-already", "TABLE")
STOPPED: Final = Refused("stopped", "TABLE")
NOT_PLAYING: Final = Refused("not-playing", "TABLE")
TABLE_REFUSALS: Final = (PAUSED, UNREADABLE, CALLED_ALREADY, STOPPED, NOT_PLAYING)
