"""Tests of the command line, as a person uses it."""
