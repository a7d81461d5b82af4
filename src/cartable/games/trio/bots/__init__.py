"""Bots for Trio."""
