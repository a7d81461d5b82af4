"""Studies of Push for two by a player nearly as good as the expert: `python -m lab.bench.studies.quick` writes
docs/studies/quick.json. `--matches` says how many each study has; on a GPU a hundred million.

Equal players: who wins, by seat; how often a turn busts; and luck. The matches come in pairs that have the order of the
pile in common and nothing else: what their results have in common is due to the cards. With `slips`, the pairs have the
dice in common too, and players misjudge what drawing on is worth by up to a margin. Then one of both never protects, or
goes by a rule that a person can remember (`lab.bench.studies.rules`).
"""

import json
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from cartable.games.push.simulator import rules as push
from cartable.games.push.simulator.rules import PackedPush
from cartable.research.batch.bits import count, either, word
from lab.bench.studies.quick_figure import push_figures
from lab.bench.studies.rules import NEVER, Rule, play_by
from lab.train.push.expert import expert_act
from lab.train.push.play import share
from lab.train.push.quick import QuickTables, beginning, placing, quick_act, taking
from lab.train.push.rounds import RoundPlayer, Seeds, Told, against, chance_bits, matches

FOLDER: Final = Path("docs/studies")
NETWORK: Final = FOLDER / "quick.npz"
RULE: Final = (2, 6, 18, 0)
LIMITS: Final = (4, 5, 6, 7, 8, 9, 10)
PROTECTS: Final = (12, 15, 18, 21, 24, NEVER)
MARGINS: Final = (0.001, 0.002, 0.005, 0.01, 0.03)
SLIP: Final = 3
"""The number of what hangs on chance, beside `push_rounds`'s card and dice."""

LONGEST: Final = 600
"""More acts than a match of two has."""

STUDIES: Final = ("equal", "rule", "never", "expert", "rules", "slips")

Row = dict[str, Any]


class Sort(NamedTuple):
    """Of each match: by how much both misjudge, and whether the one who is studied never protects; and whether pairs
    of matches have the dice in common too.
    """

    margin: Array
    never: Array
    dice: Array


def quick_player(tables: QuickTables, slips: tuple[Array, Array], margin: Array, never: Array) -> RoundPlayer:
    """The quick player, who may slip, and may never protect."""

    def misjudged(state: PackedPush) -> Array:
        bits = chance_bits(slips, push.left(state), SLIP)
        return margin * ((bits >> 8).astype(jnp.float32) * 2.0**-23 - 1.0)

    def begins(state: PackedPush) -> Array:
        return jnp.where(never, word(push.DRAW_ACT), beginning(tables, state))

    return RoundPlayer(lambda state: placing(tables, state, misjudged(state)), begins, partial(taking, tables))


def rule_player(rule: Rule) -> RoundPlayer:
    """Somebody who goes by a rule."""

    def lays(state: PackedPush) -> tuple[Array, Array]:
        act = play_by(rule, state)
        return act - push.PLACE_ACT, play_by(rule, push.step(state, act)) == push.DRAW_ACT

    return RoundPlayer(lays, partial(play_by, rule), partial(play_by, rule))


@partial(jax.jit, static_argnames=("games",))
def equals(tables: QuickTables, sort: Sort, key: Array, *, games: int) -> Row:
    """Matches of two quick players, in pairs that have the cards in common, and perhaps the dice."""
    first, second = jax.random.split(key)
    seeds = Seeds.of(first, games)
    seeds = seeds._replace(cards=_twice(seeds.cards))
    seeds = seeds._replace(dice=either(sort.dice, _twice(seeds.dice), seeds.dice))
    slips = Seeds.of(second, games).dice
    seat = (jnp.arange(games) % 2).astype(jnp.uint32)
    plain = quick_player(tables, slips, sort.margin, jnp.bool_(False))
    studied = quick_player(tables, slips, sort.margin, sort.never)._replace(placing=plain.placing)
    both = RoundPlayer(plain.placing, _by_seat(seat, studied.beginning, plain.beginning), plain.taking)
    return _sums(matches(both, seeds), seat)


@partial(jax.jit, static_argnames=("games",))
def with_rules(tables: QuickTables, rule: Rule, key: Array, *, games: int) -> Row:
    """Matches of rules against the quick player."""
    seat = (jnp.arange(games) % 2).astype(jnp.uint32)
    none = jnp.zeros(games)
    seeds = Seeds.of(key, games)
    quick = quick_player(tables, seeds.dice, none, jnp.bool_(False))
    return _sums(matches(against(rule_player(rule), quick, seat), seeds), seat)


def _twice(seed: tuple[Array, Array]) -> tuple[Array, Array]:
    one, two = (jnp.concatenate([part[: len(part) // 2]] * 2) for part in seed)
    return one, two


def _by_seat(
    seat: Array, one: Callable[[PackedPush], Array], other: Callable[[PackedPush], Array]
) -> Callable[[PackedPush], Array]:
    return lambda state: jnp.where(push.mover(state) == seat, one(state), other(state))


def _sums(told: Told, seat: Array) -> Row:
    """Whole numbers: shares of victories are doubled. `mine` has a row for each match."""
    twice = jnp.round(2 * share(told.state)).astype(jnp.int32)
    first = twice[:, 0]
    half = len(first) // 2
    over = push.over(told.state)
    return {
        "matches": over.sum(), "first": first.sum(), "ties": (first == 1).sum(), "turns": told.turns.sum(),
        "busts": told.busts.sum(), "protects": told.protects.sum(), "squares": (first * first).sum(),
        "products": (first[:half] * first[half:]).sum(), "split": ((first[:half] + first[half:]) == 2).sum(),
        "mine": jnp.where(seat == 0, first, 2 - first).astype(jnp.int8),
    }  # fmt: skip


def told_of(total: Row) -> Row:
    """Shares of what was counted."""
    many = total["matches"]
    mean = total["first"] / many
    spread = total["squares"] / many - mean * mean
    alike = (total["products"] / (many / 2) - mean * mean) / spread
    ends = total["turns"] + total["protects"]
    return {
        "matches": int(many), "first": mean / 2, "ties": total["ties"] / many, "alike": alike,
        "split": total["split"] / (many / 2), "turns": ends / many, "busts": total["busts"] / ends,
        "protects": total["protects"] / many, "first_error": 1.96 * (spread / 4 / many) ** 0.5,
        "alike_error": 1.96 * (2 / many) ** 0.5,
    }  # fmt: skip


def added(runs: Iterator[Row], many: int, seconds: float) -> tuple[Row, Any]:
    """Runs until there are so many matches, or no time is left; and the studied player's results, by place."""
    began = time.monotonic()
    total: Row = {}
    mine: Any = 0
    for run in runs:
        found = {name: np.asarray(part) for name, part in run.items()}
        mine = mine + found.pop("mine").astype(np.int64)
        total = {name: total.get(name, 0) + int(part) for name, part in found.items()}
        if total["matches"] >= many or time.monotonic() - began > seconds:
            break
    total["seconds"] = time.monotonic() - began
    return total, mine


def won(wins: float, many: float) -> Row:
    """A share of victories."""
    part = wins / many
    return {"matches": int(many), "wins": part, "error": 1.96 * (part * (1 - part) / many) ** 0.5}


class Studies:
    """All of them, with one network."""

    def __init__(self, tables: QuickTables, games: int, many: int, seconds: float) -> None:
        self.tables, self.games, self.many, self.seconds = tables, games, many, seconds

    def _runs(self, number: int, run: Callable[[Array], Row]) -> Iterator[Row]:
        key = jax.random.key(number)
        turn = 0
        while True:
            yield run(jax.random.fold_in(key, turn))
            turn += 1

    def equal(self, number: int, margin: float, *, dice: bool = False, never: bool = False) -> tuple[Row, Any]:
        sort = Sort(jnp.full(self.games, margin), jnp.full(self.games, never), jnp.bool_(dice))
        total, mine = added(
            self._runs(number, lambda key: equals(self.tables, sort, key, games=self.games)),
            self.many, self.seconds,
        )  # fmt: skip
        return {**told_of(total), "seconds": total["seconds"]}, won(mine.sum() / 2, total["matches"])

    def alike(self) -> Row:
        """Equal players; pairs with the same order of cards."""
        return self.equal(1, 0.0)[0]

    def slips(self) -> list[Row]:
        """Equal players who slip; pairs with the same cards and dice."""
        everything, self.many = self.many, self.many // len(MARGINS)
        rows = [{"margin": margin, **self.equal(10 + at, margin, dice=True)[0]} for at, margin in enumerate(MARGINS)]
        self.many = everything
        return rows

    def never(self) -> Row:
        """One who never protects, against one who does."""
        both, mine = self.equal(2, 0.0, never=True)
        return {**mine, "protects": both["protects"], "busts": both["busts"], "seconds": both["seconds"]}

    def rule(self, specs: list[tuple[int, int, int, int]], number: int) -> list[Row]:
        """Rules against the quick player, in both seats."""
        which = np.arange(self.games) // 2 % len(specs)
        rule = Rule(*(jnp.asarray(row) for row in np.array(specs, np.uint32)[which].T))
        runs = self._runs(number, lambda key: with_rules(self.tables, rule, key, games=self.games))
        total, mine = added(runs, self.many, self.seconds)
        wins, each = np.bincount(which, mine) / 2, np.bincount(which) * (total["matches"] / self.games)
        return [{"rule": spec, **won(wins[at], each[at]), "seconds": total["seconds"]} for at, spec in enumerate(specs)]


@partial(jax.jit, static_argnames=("games",))
def beside_expert(tables: QuickTables, key: Array, games: int) -> Row:
    """Act by act against the expert itself: the quick player's share, and how often both would do the same."""
    seat = (jnp.arange(games) % 2).astype(jnp.uint32)
    seeds = Seeds.of(key, games)

    def goes_on(now: Any) -> Any:
        return (now[0] < LONGEST) & ~push.over(now[1]).all()

    def once(now: Any) -> Any:
        ticks, state, same, asked = now
        ours, theirs = quick_act(tables, state), expert_act(tables.expert, state)
        open_ = ~push.over(state)
        choice = open_ & (count(push.legal_bits(state)) > 1)
        left = push.left(state)
        bits = chance_bits(seeds.dice, left + 128 * push.phase(state), 1)
        act = jnp.where(push.mover(state) == seat, ours, theirs)
        after, _ = push.play(state, act, chance_bits(seeds.cards, left, 0), bits)
        state = either(open_, after, state)
        return ticks + 1, state, same + (choice & (ours == theirs)).sum(), asked + choice.sum()

    start = jax.tree.map(lambda leaf: jnp.broadcast_to(leaf, (games,)), push.init(2))
    _, state, same, asked = jax.lax.while_loop(goes_on, once, (0, start, jnp.int32(0), jnp.int32(0)))
    twice = jnp.round(2 * share(state)).astype(jnp.int32)[:, 0]
    return {
        "matches": push.over(state).sum(), "mine": jnp.where(seat == 0, twice, 2 - twice), "same": same, "asked": asked,
    }  # fmt: skip


def strength(tables: QuickTables, games: int, many: int, seconds: float) -> Row:
    """How good the quick player is: against the expert."""
    keys = (jax.random.fold_in(jax.random.key(77), number) for number in range(10**6))
    total, mine = added((beside_expert(tables, key, games) for key in keys), many, seconds)
    row = {**won(mine.sum() / 2, total["matches"]), "same": total["same"] / total["asked"], "asked": total["asked"]}
    return {**row, "seconds": total["seconds"]}


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    gpu = jax.default_backend() != "cpu"
    parser.add_argument("--matches", type=int, default=100_000_000 if gpu else 2048, help="of each study")
    parser.add_argument("--games", type=int, default=1 << 20 if gpu else 512, help="matches at once")
    parser.add_argument("--expert-games", type=int, default=8192 if gpu else 64, help="at once against the expert")
    parser.add_argument("--seconds", type=float, default=600.0, help="at most, for each study")
    parser.add_argument("--network", type=Path, default=NETWORK)
    parser.add_argument("--out", type=Path, default=FOLDER / "quick.json")
    parser.add_argument("--studies", nargs="*", default=list(STUDIES), choices=STUDIES, help="the others are kept")
    parser.add_argument("--draw", action="store_true", help="draw what was found before")
    asked = parser.parse_args()
    if not asked.draw:
        play_all(asked)
    for name, figure in push_figures(json.loads(asked.out.read_text(encoding="utf-8"))).items():
        (asked.out.parent / f"{name}.svg").write_text(figure, encoding="utf-8")


def play_all(asked: Namespace) -> None:
    """Every study; what was found is kept after each."""
    tables = QuickTables.read(asked.network)
    play = Studies(tables, asked.games, asked.matches, asked.seconds)
    grid = [(2, limit, protect, 0) for limit in LIMITS for protect in PROTECTS]
    found: Row = json.loads(asked.out.read_text(encoding="utf-8")) if asked.out.exists() else {"devices": {}}
    studies: dict[str, Callable[[], Any]] = {
        "equal": play.alike,
        "rule": lambda: play.rule([RULE], 3),
        "never": play.never,
        "expert": lambda: strength(tables, asked.expert_games, asked.matches, min(30.0, asked.seconds)),
        "rules": lambda: play.rule(grid, 4),
        "slips": play.slips,
    }
    for name in asked.studies:
        began = time.monotonic()
        found[name] = studies[name]()
        found["devices"][name] = jax.devices()[0].device_kind
        print(f"{name}, {time.monotonic() - began:.1f} s: {str(found[name])[:600]}", flush=True)
        asked.out.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
