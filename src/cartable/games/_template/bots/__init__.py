"""Bots for Template."""
