"""Quinto: opponents for training who play by the value of sheets alone (`sheet-N.npz`).

They do what the earlier experts thought others would do: lay for the best number on their own sheet, with a part of
what the cards kept could bring, and write whatever is better than to wait.
"""

from importlib.resources import files
from typing import Any, Final, NamedTuple

import jax.numpy as jnp
import numpy as np
from jax import Array

from cartable.games.quinto.bots.features import MISSES, NUMBERS, SIZE
from cartable.games.quinto.bots.sheet_value import SCALE
from cartable.games.quinto.sheet import ROW
from cartable.games.quinto.simulator import sheet
from cartable.games.quinto.simulator.sheet import Rows
from lab.train.learner import Weights, from_first
from lab.train.quinto.look import FLOAT, Two, colours_of, value_of
from lab.train.quinto.play import NEVER, Lay

WRITTEN: Final = NUMBERS - 1


class BestCells(NamedTuple):
    """[..., number from 1, row]: the best value of a number in a row, and the cell."""

    value: Array
    cell: Array

    def at(self, number: Array, colours: Array) -> tuple[Array, Array]:
        """[match, ...]: for these offers, the best value and cell."""
        place = jnp.clip(number - 1, 0, WRITTEN - 1).astype(jnp.int32)
        flat = place.reshape(place.shape[0], -1)[..., None]
        value = jnp.take_along_axis(self.value, flat, 1).reshape(*place.shape, 3)
        cell = jnp.take_along_axis(self.cell, flat, 1).reshape(*place.shape, 3)
        allowed = (((colours[..., None] >> jnp.arange(3, dtype=jnp.uint32)) & 1) != 0) & (number > 0)[..., None]
        value = jnp.where(allowed, value, NEVER)
        row = value.argmax(-1)[..., None]
        return value.max(-1), jnp.take_along_axis(cell, row, -1)[..., 0]


def all_writes(rows: Rows) -> tuple[Array, Array, Rows]:
    """[match, number, cell]: may it be written there, does that end the match, and the sheet then."""
    number = jnp.arange(1, NUMBERS, dtype=jnp.uint32)
    wide: Any = tuple(words[:, None] for words in rows)
    fits = sheet.room(wide, number, jnp.uint32(7))
    cell = jnp.arange(SIZE, dtype=jnp.uint32)
    wider: Any = tuple(words[:, None, None] for words in rows)
    after = sheet.write(wider, cell, number[:, None], jnp.bool_(True))
    return ((fits[..., None] >> cell) & 1) != 0, sheet.full_rows(after) >= 2, after


def best_of(values: Array) -> BestCells:
    """The best cell of each row, by [match, number, cell]."""
    by_row = values.reshape(*values.shape[:-1], 3, ROW)
    cell = by_row.argmax(-1) + ROW * jnp.arange(3)
    return BestCells(by_row.max(-1), cell)


class SheetNetwork(NamedTuple):
    """The network for sheets, cut up for what changes within a turn."""

    weights: Weights
    write: Array
    miss: Array

    @classmethod
    def of(cls, seats: int) -> "SheetNetwork":
        with (
            files("cartable.games.quinto.bots").joinpath(f"sheet-{seats}.npz").open("rb") as file,
            np.load(file) as kept,
        ):
            parts = {name: kept[name].astype(np.float32) for name in ("w1", "b1", "w2", "b2", "w3", "b3")}
            parts["w1"] = parts["w1"] * kept["w1_step"]
        cells = parts["w1"][: SIZE * NUMBERS].reshape(SIZE, NUMBERS, -1)
        written = (cells - cells[:, :1]).transpose(1, 0, 2)
        misses = parts["w1"][SIZE * NUMBERS : SIZE * NUMBERS + MISSES]
        more = np.concatenate([misses[1:], misses[-1:]]) - misses
        net = {name: jnp.asarray(part, FLOAT) for name, part in parts.items()}
        return cls(net, jnp.asarray(written, FLOAT), jnp.asarray(more, FLOAT))

    def value(self, first: Array) -> Array:
        return from_first(self.weights, first)[..., 0].astype(jnp.float32)

    def best(self, base: Array, rows: Rows, misses: Array) -> BestCells:
        """All numbers in all cells."""
        fits, ends, after = all_writes(rows)
        said = self.value(base[:, None, None] + self.write[1:])
        said = jnp.where(ends, sheet.score(after, misses[:, None, None]) / SCALE, said)
        return best_of(jnp.where(fits, said, NEVER))

    def missed(self, base: Array, rows: Rows, misses: Array) -> Array:
        """One miss more."""
        said = self.value(base + self.miss[jnp.minimum(misses, MISSES - 1).astype(jnp.int32)])
        return jnp.where(misses >= MISSES - 1, sheet.score(rows, misses + 1) / SCALE, said)


def liked(net: SheetNetwork, base: Array, rows: Rows, misses: Array, *, ways: Lay, ahead: Array, haste: Array) -> Any:
    """[match, way]: what each way to lay is worth to such a player, the cell, and whether it is written."""
    best = net.best(base, rows, misses)
    value, cell = best.at(ways.number, ways.colours)
    value = value + haste[:, None]
    missed = net.missed(base, rows, misses)[:, None]
    then = jnp.full_like(value, NEVER)
    for card, there in ways.kept:
        for two in _pairs(ways.grid):
            offered, _ = best.at(value_of(card) + two.sum, colours_of(card) | two.colours)
            then = jnp.maximum(then, jnp.where(there, offered, NEVER))
    gain = jnp.clip(then - net.value(base)[:, None], -0.1, 1.0)
    return jnp.maximum(value, missed) + ahead[:, None] * gain, cell, value > missed


def _pairs(grid: list[Array]) -> list[Two]:
    return [
        Two(value_of(grid[one]) + value_of(grid[two]), colours_of(grid[one]) | colours_of(grid[two]))
        for one, two in ((1, 2), (0, 3))
    ]


def answered(net: SheetNetwork, base: Array, rows: Rows, misses: Array, *, number: Array, colours: Array) -> Array:
    """Where such a player writes what somebody else offers; `SIZE` for nowhere."""
    cell = jnp.arange(SIZE, dtype=jnp.uint32)
    fits = ((sheet.room(rows, number, colours)[:, None] >> cell) & 1) != 0
    wide: Any = tuple(words[:, None] for words in rows)
    after = sheet.write(wide, cell, number[:, None], jnp.bool_(True))
    said = net.value(base[:, None] + net.write[jnp.clip(number, 0, NUMBERS - 1).astype(jnp.int32)])
    said = jnp.where(sheet.full_rows(after) >= 2, sheet.score(after, misses[:, None]) / SCALE, said)
    said = jnp.where(fits, said, NEVER)
    return jnp.where(said.max(-1) > net.value(base), said.argmax(-1), SIZE).astype(jnp.uint32)
