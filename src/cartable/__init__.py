"""Cartable: a table for small, fast card games."""

__version__ = "0.1.0"
