"""Tests of `cartable.server.sockets`."""
