"""A position of a match, as OpenSpiel wants it."""

from typing import TYPE_CHECKING, Any, Final, Self

import msgspec
import pyspiel

from cartable.kernel import DEALER, Refused
from cartable.research.encodings.contract import Token
from cartable.research.rewards import rewards

if TYPE_CHECKING:
    from cartable.research.spiel.game import CartableGame

CHANCE: Final = int(pyspiel.PlayerId.CHANCE)
TERMINAL: Final = int(pyspiel.PlayerId.TERMINAL)


class Past:
    """The acts so far, the latest first: each state adds one to what it shares with the state before."""

    __slots__ = ("before", "token")

    def __init__(self, token: Token, before: "Past | None") -> None:
        self.token = token
        self.before = before


class Held:
    """What a state holds: a value. OpenSpiel copies a state's attributes deeply; values need no copies."""

    __slots__ = ("past", "player", "position")

    def __init__(self, position: Any, player: int, past: Past | None = None) -> None:
        self.position = position
        self.player = player
        self.past = past

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _held, (self.position, self.player, self.tokens())

    def tokens(self) -> list[Token]:
        """Every act so far, in order."""
        found, past = [], self.past
        while past is not None:
            found.append(past.token)
            past = past.before
        return found[::-1]


def _held(position: Any, player: int, tokens: list[Token]) -> Held:
    """The inverse of `Held.__reduce__`."""
    past = None
    for token in tokens:
        past = Past(token, past)
    return Held(position, player, past)


class CartableState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel is not typed
    """One position. Where several decide at once they are asked in the order of their seats, and nobody sees a choice
    before all are made.
    """

    def __init__(self, game: "CartableGame") -> None:
        super().__init__(game)
        self._table = game.table
        self.held: Held = game.table.first

    def current_player(self) -> int:
        return self.held.player

    def is_terminal(self) -> bool:
        return self.held.player == TERMINAL

    def _legal_actions(self, player: int) -> list[int]:
        table = self._table
        number = table.encoding.number
        return sorted([number[act] for act in table.game.legal(self.held.position, player)])

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self._table.encoding.odds(self.held.position)

    def _apply_action(self, action: int) -> None:
        held, table = self.held, self._table
        encoding = table.encoding
        if held.player == CHANCE:
            seat, act, code = DEALER, encoding.chances[action], len(encoding.acts) + action
        else:
            seat, act, code = held.player, encoding.acts[action], action
        stepped = table.game.step(held.position, seat, act)
        if isinstance(stepped, Refused):
            raise ValueError(f"`{act}` is refused: {stepped.code} ({stepped.rule})")
        to = None
        for event in stepped.events:
            if event.to is not None:
                to = event.to
        self.held = Held(stepped.state, table.player_of(stepped.state), Past(Token(seat, code, to), held.past))

    def _action_to_string(self, player: int, action: int) -> str:
        encoding = self._table.encoding
        return str(encoding.chances[action] if player == CHANCE else encoding.acts[action])

    def returns(self) -> list[float]:
        outcome = self._table.game.outcome(self.held.position)
        if outcome is None:
            return [0.0] * self._table.seats
        return list(rewards(outcome, self._table.reward))

    def __str__(self) -> str:
        """Where everything is open, the position and not the way to it: equal positions read alike."""
        table = self._table
        viewers = (None,) if table.is_open else range(table.seats)
        return msgspec.json.encode([table.game.view(self.held.position, viewer) for viewer in viewers]).decode()
