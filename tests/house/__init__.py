"""Tests of the house itself: its layers, its files and its workshop."""
