"""`cartable perft`: count the tree of a game, to see whether a change of rules changed what can happen."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
import typer

from cartable.cli.rules import rule_ids
from cartable.games import registry
from cartable.kernel import AnyGame, BadInput
from cartable.matches.deal.dealers import SeededDealer
from cartable.matches.log.header import check_players
from cartable.matches.perft import Counts, count_by_first_act, count_tree, who
from cartable.matches.scenarios import scenario_in

COLUMNS: Final = (*Counts.__struct_fields__, "all")


def perft(
    game: Annotated[str, typer.Argument(metavar="GAME", help=" or ".join(known.id for known in registry.games()))],
    depth: Annotated[int, typer.Option(metavar="N", help="How many acts deep.")] = 3,
    players: Annotated[int | None, typer.Option(metavar="N", help="How many play; left out, as few as can.")] = None,
    given: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Count from the position of a scenario, not from the start.")
    ] = None,
) -> None:
    """Count the positions of a game at every depth, and at the last apart for each first act.

    They are told apart by who is to act: the dealer (chance), somebody else (decision), or nobody (end).
    """
    if depth < 0:
        raise BadInput("--depth", f"expected 0 or more, got {depth}")
    rules = registry.game(game)
    if given is None:
        seats = rules.seats[0] if players is None else players
        check_players(rules, seats)
        print(f"{rules.id}, {seats} players, from the start")
        state = rules.start(rules.options(), seats)
    else:
        if players is not None:
            raise BadInput("--players", "not with --given: the file says how many play")
        state = _placed(rules, given)
    for line in report(rules, state, depth):
        print(line, flush=True)


def _placed(game: AnyGame, path: Path) -> Any:
    """The position of a scenario; its steps are not looked at."""
    scenario = scenario_in(path, rule_ids)
    if scenario.game is not game:
        raise BadInput(str(path), f"expected a position of {game.id}, found one of {scenario.game.id}")
    print(f"{game.id}, {scenario.players} players, given {path}: {' '.join(scenario.title.split())}")
    try:
        shuffle = SeededDealer(scenario.seed).shuffle
        return game.from_position(scenario.given, scenario.options, scenario.players, shuffle).state
    except BadInput as error:
        raise error.inside(f"{path}: given") from error


def report(game: AnyGame, state: Any, depth: int) -> Iterator[str]:
    """The counts in lines: one for each depth as soon as it is known, then one for each first act."""
    yield _row(COLUMNS, "depth")
    for number, counts in enumerate(count_tree(game, state, depth)):
        yield _row(_numbers(counts), str(number))
    if depth > 0:
        yield f"depth {depth} by first act:"
        for seat, act, counts in count_by_first_act(game, state, depth):
            yield f"{_row(_numbers(counts))}  {who(seat)}: {act}"


def _numbers(counts: Counts) -> tuple[str, ...]:
    return tuple(f"{number:,}" for number in (*msgspec.structs.astuple(counts), counts.all))


def _row(cells: tuple[str, ...], first: str = "") -> str:
    return f"{first:>5}" + "".join(f"{cell:>15}" for cell in cells)
