"""Template: every reason to refuse an act, and the rule behind it."""

from typing import Final

from cartable.kernel import Refusals

# To change: a code for each way to be wrong that a player should be told apart. Each has a sentence in words/.
REFUSALS: Final = Refusals(
    {
        # What every turn game has.
        "over": "TEMPLATE-08",
        "being-dealt": "TEMPLATE-03",
        "not-your-turn": "TEMPLATE-04",
        "only-the-dealer": "TEMPLATE-03",
        "nothing-to-deal": "TEMPLATE-03",
        "card-not-left": "TEMPLATE-01",
        # What this one has.
        "no-such-card": "TEMPLATE-06",
        "no-drop-left": "TEMPLATE-06",
    }
)
