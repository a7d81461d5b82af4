"""Tests of `cartable.matches.scenarios`."""
