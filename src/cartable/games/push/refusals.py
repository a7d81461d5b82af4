"""Push: every reason to refuse an act, and the rule behind it."""

from typing import Final

from cartable.kernel import Refusals

REFUSALS: Final = Refusals(
    {
        "over": "PUSH-33",
        "not-your-turn": "PUSH-06",
        "not-your-choice": "PUSH-23",
        "dealer-first": "PUSH-09",
        "only-the-dealer": "PUSH-05",
        "nothing-to-deal": "PUSH-05",
        "card-not-left": "PUSH-01",
        "no-such-face": "PUSH-02",
        "place-it-first": "PUSH-11",
        "nothing-turned": "PUSH-09",
        "no-such-column": "PUSH-11",
        "same-value": "PUSH-12",
        "same-colour": "PUSH-12",
        "second-dice-card": "PUSH-13",
        "no-column-yet": "PUSH-15",
        "no-column-there": "PUSH-16",
        "column-gone": "PUSH-22",
        "take-a-column": "PUSH-22",
        "drawing-begun": "PUSH-08",
        "nothing-to-protect": "PUSH-32",
        "pile-empty": "PUSH-33",
    }
)
