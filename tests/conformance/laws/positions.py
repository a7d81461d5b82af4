"""Positions in words: every state has one, and it leads back."""

from typing import Any

import msgspec

from cartable.kernel import AnyGame, BadInput, Position
from cartable.matches.deal.dealers import ScriptedDealer, SeededDealer
from cartable.matches.scenarios.compare import mismatches
from tests.conformance.laws.common import FEW, MANY
from tests.kit.sample import Sampled


def law_every_state_can_be_described(game: AnyGame, match: Sampled) -> None:
    """By the same keys, in plain data."""
    keys = game.to_position(match.states[0], match.dealer).keys()
    for state in match.some(MANY):
        described = game.to_position(state, match.dealer)
        assert described.keys() == keys, f"other keys: {described.keys() ^ keys}"
        assert msgspec.json.decode(msgspec.json.encode(described)) == described, f"not plain data: {described}"


def law_positions_of_players_are_accepted(game: AnyGame, match: Sampled) -> None:
    """A fresh position, and any in which a player is to act. Keys need not tell what DEALER was about to do."""
    seeded = SeededDealer(match.setup.seed)

    def place(keys: dict[str, Any]) -> None:
        game.from_position(keys, match.setup.options, match.setup.seats, seeded.shuffle)

    place({})
    for state in match.some(FEW):
        if any(seat >= 0 for seat in game.actors(state)):
            keys = game.to_position(state, match.dealer)
            try:
                place(keys)
            except BadInput as error:
                raise AssertionError(f"a position of a match is refused: {error}: {keys}") from error


def law_positions_come_back(game: AnyGame, match: Sampled) -> None:
    """A fresh position, and any of a match whose keys tell enough: placed as described, it is described the same."""
    seeded = SeededDealer(match.setup.seed)

    def placed(keys: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
        position: Position[Any] = game.from_position(keys, match.setup.options, match.setup.seats, seeded.shuffle)
        return position.state, game.to_position(position.state, ScriptedDealer(position.script, match.setup.seed))

    state, fresh = placed({})
    assert game.outcome(state) is None, "a fresh position is over"
    for keys in [fresh, *(game.to_position(state, match.dealer) for state in match.some(FEW))]:
        try:
            _, back = placed(keys)
        except BadInput:
            continue  # law_positions_of_players_are_accepted says which may be refused
        assert back.keys() == keys.keys(), f"other keys: {back.keys() ^ keys.keys()}"
        differences = [*mismatches(game, keys, back), *mismatches(game, back, keys)]
        assert not differences, f"not the same position: {'; '.join(differences)}"
