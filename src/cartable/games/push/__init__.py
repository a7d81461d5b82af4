"""Push: press your luck with three columns."""

from cartable.games.push.game import PUSH

__all__ = ["PUSH"]
