"""Tests of the project itself: its files, its documents, its Makefile and its packages."""
