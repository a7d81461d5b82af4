"""Template: every reason to refuse an act, and the rule behind it."""

from typing import Final

from cartable.kernel import Refusals

# To change: a code for each way to be wrong that a player should be told apart. Each has a sentence in words/.
REFUSALS: Final = Refusals(
    {
        # What every turn game has.
        "over": "TMPL-08",
        "being-dealt": "TMPL-03",
        "not-your-turn": "TMPL-04",
        "only-the-dealer": "TMPL-03",
        "nothing-to-deal": "TMPL-03",
        "card-not-left": "TMPL-01",
        # What this one has.
        "no-such-card": "TMPL-06",
        "no-drop-left": "TMPL-06",
        "draw-first": "TMPL-07",
    }
)
