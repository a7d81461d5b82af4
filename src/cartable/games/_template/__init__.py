"""Template: draw or stop before it is too much.

A toy that keeps every law, for new games to start from; `docs/adding-a-game.md` says how.
"""

from cartable.games._template.game import TEMPLATE

__all__ = ["TEMPLATE"]
