"""Positions in words: every state has one, and it leads back."""

from typing import Any

import msgspec

from cartable.kernel import AnyGame, Position
from cartable.table.dealers import ScriptedDealer, SeededDealer
from cartable.table.scenarios.compare import mismatches
from tests.conformance.laws.common import FEW, MANY
from tests.kit.sample import Sampled


def law_every_state_can_be_described(game: AnyGame, match: Sampled) -> None:
    """By the same keys, in plain data."""
    keys = game.describe(match.states[0], match.dealer).keys()
    for state in match.some(MANY):
        described = game.describe(state, match.dealer)
        assert described.keys() == keys, f"other keys: {described.keys() ^ keys}"
        assert msgspec.json.decode(msgspec.json.encode(described)) == described, f"not plain data: {described}"


def law_positions_come_back(game: AnyGame, match: Sampled) -> None:
    """A fresh position, and any in which a player is to act: placed as described, it is described the same."""
    seeded = SeededDealer(match.setup.seed)

    def placed(keys: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
        position: Position[Any] = game.place(keys, match.setup.options, match.setup.seats, seeded.shuffle)
        return position.state, game.describe(position.state, ScriptedDealer(position.script, match.setup.seed))

    _, fresh = placed({})
    positions = [fresh]
    for state in match.some(FEW):
        if any(seat >= 0 for seat in game.actors(state)):
            keys = game.describe(state, match.dealer)
            again, _ = placed(keys)
            assert game.actors(again) == game.actors(state), f"others are to act in {keys}"
            for seat in match.seats:
                assert game.legal(again, seat) == game.legal(state, seat), f"seat {seat} may do other things in {keys}"
            positions.append(keys)
    for keys in positions:
        _, back = placed(keys)
        assert back.keys() == keys.keys(), f"other keys: {back.keys() ^ keys.keys()}"
        differences = [*mismatches(game, keys, back), *mismatches(game, back, keys)]
        assert not differences, f"not the same position: {'; '.join(differences)}"
