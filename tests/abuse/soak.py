"""`make soak`: every attack again and again, several at once, against one server with its limits as they come, beside
four people who play. It reports, and fails when a law is broken."""

import asyncio
import random
import time
from collections import Counter
from pathlib import Path
from statistics import quantiles
from typing import Final

from tests.abuse.attacks import ATTACKS
from tests.abuse.siege import SHORT, Siege, siege
from tests.kit.soak import Say, soak

AT_ONCE: Final = 3
SECONDS: Final = 5.0


async def hold(folder: Path, seed: int, attacks: int, say: Say) -> str:
    dice = random.Random(seed)
    told: Counter[str] = Counter()
    with siege(folder, {"starts_s": SHORT["starts_s"]}) as held:
        began, left = time.monotonic(), attacks
        while left > 0:
            some = dice.sample(ATTACKS, min(AT_ONCE, left))
            left -= len(some)
            before = held.people.acts()
            bys = await asyncio.gather(*(asyncio.to_thread(held.attack, attack, SECONDS) for attack in some))
            for attack, by in zip(some, bys, strict=True):
                told += by.told
                assert attack.told <= by.told.keys(), f"{attack.name}: {by.told}"
            held.people.wait_for(before + 20)
            held.check()
            say(f"{', '.join(attack.name for attack in some)}: {_figures(held)}")
        took = time.monotonic() - began
        return f"{attacks} attacks in {took:.0f} s; {_figures(held)}; told {dict(told.most_common(12))}"


def _figures(held: Siege) -> str:
    last = [act.took for act in held.people.answered[-500:]]
    p99 = 1000 * quantiles(last, n=100)[98]
    return f"{held.people.acts()} acts, p99 {p99:.0f} ms, {held.memory() >> 20} MB, {held.disk() >> 20} MB on disk"


if __name__ == "__main__":
    soak(__doc__ or "", "attacks", 60, hold)
