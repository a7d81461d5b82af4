"""Tests of `cartable.matches.deal`."""
