"""Acts to look at on the page while they are shown: where a seat stood before, and what the server then tells it."""

from collections.abc import Iterator
from itertools import chain, pairwise, product
from typing import Any, Final

import msgspec

from cartable.cli.rules import rule_ids
from cartable.kernel import AnyGame, Event, Refused, Seat, Stepped
from cartable.matches.live import visible_to
from cartable.matches.match import Numbered
from cartable.matches.scenarios import scenario_in
from cartable.server.tables.views import numbered
from cartable.wire import down
from cartable.wire.patch import SAME, diff
from tests.e2e.positions import SHORT_NAMES, Moment, Position, position_of, settled
from tests.kit.folders import game_folder
from tests.kit.policies import POLICIES
from tests.kit.sample import Sampled, Setup
from tests.kit.setups import match_of
from tools.tutorials import LessonPlayer

PLAYERS: Final = 3
SEEDS: Final = 4
"""Of each policy so many matches are looked through, until there is an act of every kind."""


WON: Final = "won"
"""Not an event: seat 0 wins the match."""

Step = tuple[Any, Any, tuple[Event, ...]]
"""A state, the next in which players act, and what happened in between."""


class Change(msgspec.Struct, frozen=True):
    """What a seat is told of an act. `kind`: the event it is about."""

    kind: str
    position: Position
    update: down.Update


def changes(game: AnyGame, kinds: tuple[str, ...]) -> list[Change]:
    """For each of these events the first act by which it happens to seat 0; `name others` means: to somebody else."""
    found: dict[str, Change] = {}
    for change in _all_changes(game, kinds):
        found.setdefault(change.kind, change)
        if len(found) == len(kinds):
            break
    return [found[kind] for kind in kinds]


def _all_changes(game: AnyGame, kinds: tuple[str, ...]) -> Iterator[Change]:
    matches = (Setup(PLAYERS, game.options(), policy, seed) for seed, policy in product(range(SEEDS), POLICIES))
    of_matches = ((setup, step) for setup in matches for step in _steps(game, match_of(game, setup)))
    for setup, (before, after, events) in chain(_of_scenes(game), of_matches):
        for kind in kinds:
            if _won(game, after) if kind == WON else any(_fits(event, kind) for event in events):
                yield _change(game, setup, kind, (before, after, events))


def _of_scenes(game: AnyGame) -> Iterator[tuple[Setup, Step]]:
    """What is rare in matches: `tests/scenes-*.toml` in the game's folder."""
    for path in sorted((game_folder(game) / "tests").glob("scenes-*.toml")):
        scenario = scenario_in(path, rule_ids)
        player = LessonPlayer(scenario)
        for step in scenario.steps:
            before = player.state
            answer = player.after(step.seat, str(step.move))
            assert not isinstance(answer, Refused), answer
            player.state, events = answer
            yield Setup(scenario.players, scenario.options, "", 0), (before, player.state, events)


def _steps(game: AnyGame, match: Sampled) -> Iterator[Step]:
    """From each state in which players act to the next, with all that happened in between."""
    at = [n for n, turn in enumerate(match.turns) if settled(game, turn.state)]
    for first, last in pairwise([*at, len(match.turns)]):
        answers = [turn.answer for turn in match.turns[first:last]]
        events = tuple(event for each in answers if isinstance(each, Stepped) for event in each.events)
        if events:
            yield match.turns[first].state, match.states[last], events


def _won(game: AnyGame, state: Any) -> bool:
    outcome = game.outcome(state)
    return outcome is not None and outcome.ranks[0] == 1


def _fits(event: Event, kind: str) -> bool:
    name, *whose = kind.split()
    return event.name() == name and event.to in (None, 0) and (getattr(event, "seat", 0) == 0) == (not whose)


def _change(game: AnyGame, setup: Setup, kind: str, step: Step) -> Change:
    seat: Seat = 0
    before, after, events = step
    moment = Moment(kind, before, setup.seats, setup.options)
    position = position_of(game, moment, seat, SHORT_NAMES)
    told = numbered(visible_to(tuple(Numbered(8, at, event) for at, event in enumerate(events)), seat))
    view = game.view(after, seat)
    patch = diff(game.view(before, seat), view)
    legal = tuple(map(str, game.legal(after, seat))) if seat in game.actors(after) else ()
    outcome = msgspec.to_builtins(game.outcome(after))
    update = down.Update(8, told, None if patch is SAME else patch, legal, game.preview(view), (), outcome)
    return Change(kind, position, update)
