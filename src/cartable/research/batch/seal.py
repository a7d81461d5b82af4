"""Parts of a step that are worked out once.

On a processor XLA writes a loop for each array of a state, and works out all that leads to it in each of them. With a
choice in between, always the same but not known to the compiler, a step runs four times as fast and compiles sooner. On
a GPU one loop writes all arrays, and a choice would only be waited for.
"""

from typing import Any, TypeVar

import jax
import jax.numpy as jnp
from jax import Array, lax
from jax.custom_batching import custom_vmap

T = TypeVar("T")


def seal(tree: T) -> T:
    """The same arrays, whose making the compiler may not repeat."""
    if jax.default_backend() != "cpu":
        return tree
    first: Array = jax.tree.leaves(tree)[0]
    sealed: T = _chosen(tree) if first.ndim else _one(tree)
    return sealed


def once(tree: T) -> T:
    """The same arrays, made before anything that uses them is: for what is too dear to be made again for each use, as a
    GPU does where an array is used by several others that it makes one by one.
    """
    kept: T = lax.optimization_barrier(tree)  # type: ignore[no-untyped-call] # of JAX
    return kept


def _chosen(tree: Any) -> Any:
    always = (jax.tree.leaves(tree)[0].reshape(-1)[0].astype(jnp.uint32) | 1) != 0
    return lax.cond(always, lambda kept: kept, lambda kept: jax.tree.map(jnp.zeros_like, kept), tree)


@custom_vmap
def _one(tree: Any) -> Any:
    """A single match is left alone, until `vmap` makes many of it."""
    return tree


@_one.def_vmap
def _many(_size: int, batched: list[Any], tree: Any) -> tuple[Any, Any]:
    return _chosen(tree), batched[0]
