"""Tests of `cartable.server.common`."""
