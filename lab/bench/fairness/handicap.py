"""Do unequal players win their share once their head starts are learnt? Run it: `python -m
lab.bench.fairness.handicap`.

Tables of made-up people (`fairness_world`) play match after match, judged by the real referee; after each the table
moves its head starts as `cartable.matches.learned_head_starts` does. `--write` puts the table into `docs/fairness.md`.
"""

import sys
import time
from argparse import ArgumentParser
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

import numpy as np
from rich.console import Console
from rich.progress import track

from cartable.games.hexa import HEXA
from cartable.matches.head_starts import MOST
from cartable.matches.learned_head_starts import Contested, LearntOffset, moved_by_contests
from lab.bench.fairness.judges import by_referee
from lab.bench.fairness.report import ReportTable, write_into
from lab.bench.fairness.world import MIXES, NETWORKS, RACES, SimulatedPerson, draw_person

PAGE: Final = Path("docs/fairness.md")
BEGIN: Final = "<!-- head starts: written by `python -m lab.bench.fairness.handicap --write` -->"
END: Final = "<!-- end of the head starts -->"
TABLES: Final = 12
MATCHES: Final = 30
SETTLED: Final = 15
"""How many matches are learnt from before shares are counted."""


@dataclass(frozen=True)
class Family:
    """By how much each is slower than a typical player, in ms; `scale` stretches all reactions."""

    name: str
    slower: tuple[float, ...]
    scale: float = 1.0


FAMILIES: Final = (
    Family("two equals", (0, 0)),
    Family("a child and an adult", (250, 0)),
    Family("child, adult, fast bot", (250, 0, -80)),
    Family("four of a family", (350, 150, 0, 0)),
    Family("child and adult who search, 3 times as long", (900, 0), 3.0),
    Family("child, adult, fast bot who search", (900, 0, -300), 3.0),
)


@dataclass
class WonShares:
    """Who won how much, without head starts, after one match and once they have settled; a tie is shared."""

    without: list[list[float]] = field(default_factory=list)
    second: list[list[float]] = field(default_factory=list)
    settled: list[list[float]] = field(default_factory=list)
    starts: list[list[int]] = field(default_factory=list)
    delays: list[float] = field(default_factory=list)


def people(family: Family, rng: np.random.Generator) -> list[SimulatedPerson]:
    networks = [NETWORKS[n] for n in rng.choice(len(NETWORKS), len(family.slower), p=MIXES["typical"])]
    drawn = [draw_person(rng, network) for network in networks]
    return [
        replace(person, interval=np.maximum(160.0, np.round(family.scale * person.interval + slower, 1)))
        for person, slower in zip(drawn, family.slower, strict=True)
    ]


def play(family: Family, rng: np.random.Generator, found: WonShares) -> None:
    """One table, from its first match on."""
    seats = range(len(family.slower))
    known = dict.fromkeys(seats, LearntOffset())
    for number in range(MATCHES):
        best = min(each.offset for each in known.values())
        starts = [min(MOST[HEXA.tempo], round(known[seat].offset - best)) for seat in seats]
        match = by_referee(people(family, rng), RACES, rng, head_starts=dict(enumerate(map(float, starts))))
        won = [sum((seat in race.found) / len(race.found) for race in match) / RACES for seat in seats]
        if number < 2:
            (found.second if number else found.without).append(won)
        elif number >= SETTLED:
            found.settled.append(won)
            found.starts.append(starts)
            found.delays += [race.delay for race in match]
        clear = [Contested(min(race.found), frozenset(seats)) for race in match if len(race.found) == 1]
        known |= moved_by_contests(HEXA, clear, known)


def percent(shares: Sequence[Sequence[float]]) -> str:
    return " / ".join(f"{100 * share:.1f}" for share in np.mean(np.array(shares), axis=0))


def row(family: Family, found: WonShares) -> tuple[str, ...]:
    starts = " / ".join(f"{start:.0f}" for start in np.mean(np.array(found.starts), axis=0))
    delay = f"{np.mean(found.delays):.0f} / {np.percentile(found.delays, 95):.0f}"
    fair = f"{100 / len(family.slower):.1f}"
    return (
        family.name,
        fair,
        percent(found.without),
        percent(found.second),
        f"**{percent(found.settled)}**",
        starts,
        delay,
    )


def main() -> int:
    parser = ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=TABLES, help="tables a row (default %(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true", help=f"write the table of {PAGE}")
    chosen = parser.parse_args()
    console, begun = Console(), time.monotonic()
    rows, worst = [], 0.0
    for number, family in enumerate(FAMILIES):
        found = WonShares()
        for table in track(range(chosen.tables), family.name, console=console):
            play(family, np.random.default_rng((chosen.seed, number, table)), found)
        rows.append(row(family, found))
        fair = 1 / len(family.slower)
        worst = max(worst, *(abs(share - fair) for share in np.mean(np.array(found.settled), axis=0)))
    settled = f"from match {SETTLED + 1} on %"
    heads = ("table", "fair %", "won without %", "in match 2 %", settled, "head starts ms", "delay ms")
    sheet = ReportTable("Races won by each player; delay: mean / 95 %", heads, tuple(rows))
    console.print(sheet.terminal())
    console.print(f"farthest from the fair share: {100 * worst:.1f} points; {time.monotonic() - begun:.0f} s")
    if chosen.write:
        played = f"{chosen.tables} tables a row, {MATCHES} matches of {RACES} cards"
        note = f"{played}, typical connections, seed {chosen.seed}."
        write_into(PAGE, [sheet], note, BEGIN, END)
    return 0 if worst < 0.03 else 1


if __name__ == "__main__":
    sys.exit(main())
