"""Bots for Quinto."""
