"""Push: only the order of the pile is hidden, and the state does not hold it."""

from tests.secrecy.hidden.nothing import disguise, reveals, twin

__all__ = ["OPEN", "disguise", "reveals", "twin"]

OPEN = True
