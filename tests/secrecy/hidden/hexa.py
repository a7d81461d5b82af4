"""Hexa: only which slot is which card is hidden, from everybody alike, and the state does not hold it."""

from tests.secrecy.hidden.nothing import disguise, reveals, twin

__all__ = ["OPEN", "disguise", "reveals", "twin"]

OPEN = True
