"""Tests of `cartable.server.http`."""
