"""Quinto: the expert of the studies looks at those free cells that are most usual for a number."""

import jax.numpy as jnp
import numpy as np

from lab.train.quinto.quick import LOOKS, RARE, USUAL, likeliest


def test_the_most_usual_of_the_cells_that_are_free() -> None:
    rng = np.random.default_rng(3)
    fits = (rng.integers(0, 1 << 27, 200) & rng.integers(0, 1 << 27, 200)).astype(np.uint32)
    fits[:3] = 0, 1, 1 << 26
    numbers = rng.integers(1, 19, 200).astype(np.uint32)
    found = likeliest(jnp.asarray(fits), jnp.asarray(numbers))
    for match, (free, number) in enumerate(zip(fits.tolist(), numbers.tolist(), strict=True)):
        far = {cell: abs(number - usual) + RARE.get(cell, 0) for cell, usual in enumerate(USUAL) if free >> cell & 1}
        wanted = sorted(far.values())[:LOOKS]
        cells = [int(cell[match]) for cell, there in found if there[match]]
        assert len(set(cells)) == len(cells) == len(wanted)
        assert np.allclose([far[cell] for cell in cells], wanted, atol=1e-4)
