"""Quinto: every reason to refuse an act, and the rule behind it."""

from typing import Final

from cartable.kernel import Refusals

REFUSALS: Final = Refusals(
    {
        "over": "QUIN-23",
        "being-dealt": "QUIN-10",
        "being-drawn": "QUIN-20",
        "only-the-dealer": "QUIN-10",
        "nothing-to-deal": "QUIN-10",
        "card-not-left": "QUIN-01",
        "no-such-seat": "QUIN-02",
        "not-your-turn": "QUIN-21",
        "nothing-announced": "QUIN-14",
        "not-held": "QUIN-11",
        "no-such-place": "QUIN-11",
        "two-at-most": "QUIN-16",
        "card-twice": "QUIN-15",
        "values-differ": "QUIN-15",
        "not-neighbours": "QUIN-15",
        "write-or-pass": "QUIN-17",
        "already-chosen": "QUIN-17",
        "no-such-cell": "QUIN-03",
        "nothing-to-write": "QUIN-19",
        "wrong-colour": "QUIN-17",
        "cell-taken": "QUIN-09",
        "not-rising": "QUIN-07",
        "twice-in-column": "QUIN-08",
    }
)
