"""Tests of this game."""
