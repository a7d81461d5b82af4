"""Attacks on a real server, beside people who play."""
