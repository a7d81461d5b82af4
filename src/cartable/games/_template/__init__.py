"""Template: draw or stop before it is too much."""

from cartable.games._template.game import TEMPLATE

__all__ = ["TEMPLATE"]
