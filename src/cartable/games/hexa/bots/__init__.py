"""Bots for Hexa."""
