"""Tests of `cartable.matches.live`."""
