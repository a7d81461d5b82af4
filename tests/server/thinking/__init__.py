"""Tests of `cartable.server.thinking`."""
