"""Many more matches than a test has time for: `python -m tests.research.batch.soak --games 10000`.

Every act of every match is compared, at every size of table; where simulator and engine differ it ends.
"""

from argparse import ArgumentParser

from cartable.research.batch.simulators import SIMULATORS
from tests.research.batch.trace import differences, judge, matches, trace

AT_ONCE = 20


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000, help="matches for each game and size of table")
    parser.add_argument("--first", type=int, default=1000, help="the number of the first one")
    asked = parser.parse_args()
    for simulator in SIMULATORS.values():
        for seats in simulator.seats:
            acts = 0
            for first in range(asked.first, asked.first + asked.games, AT_ONCE):
                found = trace(simulator.id, matches(simulator.id, seats, AT_ONCE, first))
                wrong = differences(found, judge(simulator.id))
                if any(wrong.values()):
                    raise SystemExit(f"{simulator.id}, {seats} players, matches from {first} on: {wrong}")
                acts += len(found.act)
            print(f"{simulator.id}, {seats} players: {asked.games} matches, {acts} acts, all alike", flush=True)


if __name__ == "__main__":
    main()
