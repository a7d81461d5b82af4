"""OpenSpiel games `cartable_push` and `cartable_quinto`, registered on import. They need `cartable[openspiel]`.

>>> import pyspiel
>>> import cartable.research.spiel
>>> game = pyspiel.load_game("cartable_push", {"players": 3, "risk": True})
>>> state = game.new_initial_state()
>>> [state.action_to_string(action) for action in state.legal_actions()]
['draw']

"""

import pyspiel

from cartable.games import registry
from cartable.research.spiel.bounds import BOUNDS
from cartable.research.spiel.game import CartableGame, game_type

__all__ = ["CartableGame"]

for _id in BOUNDS:
    _kind = type(f"Cartable{_id.capitalize()}", (CartableGame,), {"game_id": _id})
    pyspiel.register_game(game_type(registry.game(_id)), _kind)
