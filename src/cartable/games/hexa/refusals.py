"""Hexa: every reason to refuse an act, and the rule behind it."""

from typing import Final

from cartable.kernel import Refusals

REFUSALS: Final = Refusals(
    {
        "over": "HEXA-27",
        "still-dealing": "HEXA-05",
        "being-turned": "HEXA-09",
        "only-the-dealer": "HEXA-07",
        "nothing-to-deal": "HEXA-07",
        "card-not-left": "HEXA-02",
        "not-your-turn": "HEXA-09",
        "caller-turns": "HEXA-13",
        "tie-turner-turns": "HEXA-22",
        "only-players": "HEXA-11",
        "call-it-first": "HEXA-11",
        "no-such-row": "HEXA-11",
        "nothing-open": "HEXA-19",
        "eliminated": "HEXA-19",
        "only-the-tied": "HEXA-22",
        "only-the-clock": "HEXA-20",
        "only-the-referee": "HEXA-24",
        "no-tie": "HEXA-21",
    }
)
