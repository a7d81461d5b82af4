"""OpenSpiel games `cartable_push` and `cartable_quinto`, registered on import. They need `cartable[openspiel]`.

>>> import pyspiel
>>> import cartable.research.spiel
>>> game = pyspiel.load_game("cartable_push", {"players": 3, "risk": True})
>>> state = game.new_initial_state()
>>> [state.action_to_string(action) for action in state.legal_actions()]
['draw']

"""

import pyspiel

from cartable.research.spiel.game import CartableGame, game_type, offered

__all__ = ["CartableGame"]

for _game in offered():
    _kind = type(f"Cartable{_game.id.capitalize()}", (CartableGame,), {"game_id": _game.id})
    pyspiel.register_game(game_type(_game), _kind)
