"""Push and Quinto for many matches at once, in JAX (`pip install "cartable[jax]"`): see docs/research.md."""

from cartable.research.batch.contract import PUSH, QUINTO, SIMULATORS, Simulator

__all__ = ["PUSH", "QUINTO", "SIMULATORS", "Simulator"]
