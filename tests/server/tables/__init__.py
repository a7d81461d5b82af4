"""Tests of `cartable.server.tables`."""
