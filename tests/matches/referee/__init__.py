"""Tests of `cartable.matches.referee`."""
