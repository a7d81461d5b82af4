"""Tests of the kernel: what every game shares."""
