"""Studies of Push by simulation: `make studies` plays them and writes docs/studies/push.json and the figures.

Players follow rules a person can remember (`lab.bench.studies.rules`). Each place of a batch has its own rule, so one
run answers for all of them. `--ticks` says how long: on a GPU the default comes to about thirty million matches a
study. `--studies` plays some of them again, with the rule that was found before.
"""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any, Final

import jax
import jax.numpy as jnp
import numpy as np

from cartable.games.push.simulator import SIMULATOR as PUSH
from cartable.research.batch.rollout import rollout
from lab.bench.studies.figure import figures
from lab.bench.studies.rules import CARDS, NEVER, POINTS, RISK, Rule, policy, turns

FOLDER: Final = Path("docs/studies")
REFERENCE: Final = (RISK, 15, 12, 1)
"""Whom the first rules play against: stops at 15 %, protects from 12 points on, lays where it blocks least."""

STUDIES: Final = ("stopping", "protecting", "seats")
ROUNDS: Final = 5
LIMITS: Final = {
    CARDS: tuple(range(1, 13)),
    RISK: (1, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 24, 28, 32, 36, 40),
    POINTS: tuple(range(2, 15)),
}
PROTECTS: Final = (*range(3, 31, 3), 36, 42, NEVER)

Spec = tuple[int, int, int, int]


def rule(specs: list[Spec], each: int) -> Rule:
    """These rules, each at so many places of a batch."""
    columns = np.repeat(np.array(specs, np.uint32), each, 0).T
    return Rule(*(jnp.asarray(column) for column in columns))


def duel(specs: list[Spec], other: Spec, each: int, ticks: int, seed: int) -> list[dict[str, float]]:
    """Each rule against another one at a table of two, in both seats."""
    mine, theirs = rule(specs, each), rule([other] * len(specs), each)
    second = np.arange(each * len(specs)) % 2 == 1
    rules = tuple(
        Rule(*(jnp.where(second == at, one, two) for one, two in zip(mine, theirs, strict=True)))
        for at in (False, True)
    )
    sums = rollout(
        PUSH, PUSH.init(2), jax.random.key(seed), policy=policy(rules), tally=turns, batch=len(second), ticks=ticks
    )
    found = {name: np.asarray(part, np.float64) for name, part in sums.items()}
    wins = np.where(second, found["wins"][:, 1], found["wins"][:, 0])
    matches = found["matches"]
    rows = []
    for number, spec in enumerate(specs):
        at = slice(number * each, (number + 1) * each)
        many = matches[at].sum()
        ends = found["busts"][at].sum() + found["stops"][at].sum() + found["protects"][at].sum()
        share = wins[at].sum() / many
        rows.append(
            {
                "kind": spec[0], "limit": spec[1], "protect": spec[2], "safe": spec[3], "matches": many,
                "wins": share, "error": 1.96 * (share * (1 - share) / many) ** 0.5,
                "busts": found["busts"][at].sum() / ends,
            }
        )  # fmt: skip
    return rows


def seats_study(spec: Spec, batch: int, ticks: int) -> list[dict[str, Any]]:
    """Everybody by the same rule: who wins, by seat, and how often a turn busts."""
    rows = []
    for seats in PUSH.seats:
        one = Rule(*(jnp.full(batch, number, jnp.uint32) for number in spec))
        sums = rollout(
            PUSH,
            PUSH.init(seats),
            jax.random.key(seats),
            policy=policy((one,) * seats),
            tally=turns,
            batch=batch,
            ticks=ticks,
        )
        found = {name: np.asarray(part, np.float64).sum(0) for name, part in sums.items()}
        ends = found["busts"] + found["stops"] + found["protects"]
        rows.append(
            {
                "seats": seats,
                "matches": found["matches"],
                "wins": list(found["wins"] / found["matches"]),
                "points": list(found["points"] / found["matches"]),
                "busts": found["busts"] / ends,
                "turns": ends / found["matches"],
            }
        )
        print(rows[-1], flush=True)
    return rows


def champion(each: int, ticks: int) -> tuple[Spec, list[dict[str, float]]]:
    """The rule that no other rule beats: from a first one on, the best against the last best, until that is itself."""
    specs: list[Spec] = [
        (kind, limit, protect, safe)
        for kind, limits in LIMITS.items()
        for limit in limits
        for protect in (9, 12, 15, 18, 24)
        for safe in (0, 1)
    ]
    best, rows = REFERENCE, []
    for number in range(ROUNDS):
        rows = duel(specs, best, each, ticks, number)
        top = max(rows, key=lambda row: row["wins"])
        print(f"round {number + 1}: {top} over {best}", flush=True)
        last, best = best, (int(top["kind"]), int(top["limit"]), int(top["protect"]), int(top["safe"]))
        if best == last or top["wins"] < 0.5 + top["error"]:
            break
    return best, rows


def play(each: int, ticks: int, studies: list[str], known: dict[str, Any]) -> dict[str, Any]:
    """These studies, with the best rule of the first; the others as they are known."""
    found = {**known, "device": jax.devices()[0].device_kind}
    if "stopping" in studies:
        best, rows = champion(max(each // 4, 1), ticks)
        found |= {"rule": best, "stopping": [row for row in rows if row["protect"] == best[2]]}
    kind, limit, protect, safe = found["rule"]
    if "protecting" in studies:
        shields: list[Spec] = [(kind, limit, points, safe) for points in PROTECTS]
        found["protecting"] = duel(shields, (kind, limit, NEVER, safe), each * 4, ticks, 20)
    if "seats" in studies:
        found["seats"] = seats_study((kind, limit, protect, safe), each * 64, ticks)
    return found


def main() -> None:
    parser = ArgumentParser("python -m lab.bench.studies", description=__doc__)
    gpu = jax.default_backend() != "cpu"
    parser.add_argument("--each", type=int, default=16384 if gpu else 64, help="matches at once for each rule")
    parser.add_argument("--ticks", type=int, default=16000 if gpu else 400, help="acts of each match")
    parser.add_argument("--studies", nargs="*", default=list(STUDIES), choices=STUDIES)
    parser.add_argument("--out", type=Path, default=FOLDER / "push.json")
    parser.add_argument("--draw", action="store_true", help="draw what was found before")
    asked = parser.parse_args()
    if not asked.draw:
        asked.out.parent.mkdir(parents=True, exist_ok=True)
        known = json.loads(asked.out.read_text(encoding="utf-8")) if asked.out.exists() else {}
        found = play(asked.each, asked.ticks, asked.studies, known)
        asked.out.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    for name, figure in figures(json.loads(asked.out.read_text(encoding="utf-8"))).items():
        (asked.out.parent / f"{name}.svg").write_text(figure, encoding="utf-8")


if __name__ == "__main__":
    main()
