"""Tests of how games are found and of what they hand over."""
