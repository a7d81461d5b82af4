"""Tests of `cartable.matches.log`."""
