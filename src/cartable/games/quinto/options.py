"""Quinto: what may be varied from table to table."""

from cartable.kernel import Options


class QuintoOptions(Options, frozen=True, kw_only=True):
    """Nothing may be varied."""
