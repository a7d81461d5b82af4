"""What the table waits for with people: their return, their decision, the one thing they can do."""

from collections.abc import Container, Iterator, Sequence
from enum import StrEnum
from typing import Any

from cartable.kernel import CLOCK, Act, AnyGame, Seat, Tempo
from cartable.table.live.chairs import Chair, TableSettings
from cartable.table.live.waits import Turns


class Lapse(StrEnum):
    """Why the table goes on without somebody."""

    GONE = "gone"  # absent for too long: a bot stands in
    SLOW = "slow"  # the time for a decision is over: a bot makes this one
    IDLE = "idle"  # here, but the one thing to do is not done: the table does it


def lapses(
    game: AnyGame,
    state: Any,
    chairs: Sequence[Chair],
    *,
    settings: TableSettings,
    turns: Turns,
    hurried: Container[Seat],
) -> Iterator[tuple[float, Seat, Lapse]]:
    """When the table's patience with whom ends. `hurried` are those whose decision a bot is making already."""
    in_turns = game.tempo is Tempo.TURNS
    for seat, since in turns.running():
        chair = chairs[seat]
        if chair.kind == "bot" or chair.stood_in:
            continue
        if not chair.present:
            grace = settings.turn_grace_s if in_turns else settings.race_grace_s
            began = max(chair.absent_since, since) if in_turns else chair.absent_since
            yield began + 1000 * grace, seat, Lapse.GONE
        elif not in_turns and only_act(game, state, seat) is not None:
            yield since + 1000 * settings.auto_s * settings.pace, seat, Lapse.IDLE
        if in_turns and settings.turn_limit_s and seat not in hurried:
            yield since + 1000 * settings.turn_limit_s, seat, Lapse.SLOW


def only_act(game: AnyGame, state: Any, seat: Seat) -> Act | None:
    """The one thing a lone player can do, with nothing to choose: turning a card, giving a signal.

    Where CLOCK waits to do something else, to do nothing is a choice too: nobody is made to accuse a last card.
    """
    actors = game.actors(state)
    if actors - {CLOCK} != {seat}:
        return None
    legal: tuple[Act, ...] = game.legal(state, seat)
    if len(legal) != 1 or (CLOCK in actors and legal[0] not in game.legal(state, CLOCK)):
        return None
    return legal[0]
