"""Trio: every reason to refuse an act, and the rule behind it."""

from typing import Final

from cartable.kernel import Refusals

REFUSALS: Final = Refusals(
    {
        "over": "TRIO-13",
        "dealer-first": "TRIO-12",
        "only-the-dealer": "TRIO-04",
        "nothing-to-deal": "TRIO-04",
        "card-not-left": "TRIO-01",
        "only-the-clock": "TRIO-24",
        "grace-time": "TRIO-22",
        "stopped": "TRIO-20",
        "not-held": "TRIO-08",
        "top-changed": "TRIO-21",
        "not-same": "TRIO-09",
        "not-a-step": "TRIO-10",
        "not-different": "TRIO-11",
        "no-faults": "TRIO-23",
        "other-pile": "TRIO-22",
        "card-covered": "TRIO-14",
        "own-card": "TRIO-14",
        "starting-card": "TRIO-14",
        "checked-already": "TRIO-20",
        "uncovered": "TRIO-20",
        "laid-out": "TRIO-24",
        "only-players": "TRIO-08",
        "no-signal-awaited": "TRIO-18",
        "not-your-signal": "TRIO-18",
        "not-blocked": "TRIO-24",
        "no-last-card": "TRIO-22",
    }
)
