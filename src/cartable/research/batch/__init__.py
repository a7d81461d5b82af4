"""Games for many matches at once, in JAX (`pip install "cartable[jax]"`): see docs/research.md."""
