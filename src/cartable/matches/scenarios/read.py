"""Reading a scenario: everything in it is known, of its type, and possible, before anything is played."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, Final

import msgspec

from cartable.games import registry
from cartable.kernel import CLOCK, Act, AnyGame, BadInput, Options, Seat, read_options
from cartable.matches.log.header import check_players

RuleIds = Callable[[str], Collection[str]]
"""The ids of a game's rules, as its rulebook lists them."""


class StepKeys(msgspec.Struct, frozen=True, kw_only=True):
    """A `[[step]]` as it stands in the file."""

    by: int = CLOCK
    legal: list[str] | None = None
    illegal: list[str] = []
    move: str | None = None
    refused: str | None = None
    then: dict[str, Any] = {}


class EndKeys(msgspec.Struct, frozen=True, kw_only=True):
    """The `[end]` of a scenario that plays to the end."""

    winners: list[int] | None = None
    ranks: list[int] | None = None
    scores: list[int] | None = None


class ScenarioKeys(msgspec.Struct, frozen=True, kw_only=True):
    """A whole file."""

    title: str
    game: str
    players: int
    rules: list[str] = []
    options: dict[str, Any] = {}
    seed: int = 0
    given: dict[str, Any] = {}
    step: list[StepKeys] = []
    end: EndKeys | None = None


class Step(msgspec.Struct, frozen=True):
    """A step with its texts read."""

    seat: Seat
    legal: tuple[Act, ...] | None
    illegal: tuple[Act, ...]
    move: Act | None
    refused: str | None
    then: dict[str, Any]


class Scenario(msgspec.Struct, frozen=True):
    """A scenario ready to be run."""

    title: str
    game: AnyGame
    options: Options
    players: int
    seed: int
    given: dict[str, Any]
    steps: tuple[Step, ...]
    end: EndKeys | None


def read_scenario(keys: dict[str, Any], rule_ids: RuleIds) -> Scenario:
    """The scenario these keys of a file make; BadInput names the key and what was expected."""
    file = _typed(keys)
    game = registry.game(file.game)
    check_players(game, file.players)
    known = rule_ids(game.id)
    for rule in file.rules:
        _check_rule(rule, known, "rules")
    try:
        options: Options = read_options(game.options, file.options)
    except BadInput as error:
        raise error.inside("options") from error
    steps = tuple(_step(step, f"step {number}", game, file.players, known) for number, step in enumerate(file.step, 1))
    if file.end is not None:
        _check_end(file.end, file.players)
    return Scenario(file.title, game, options, file.players, file.seed, file.given, steps, file.end)


def _step(step: StepKeys, where: str, game: AnyGame, players: int, known: Collection[str]) -> Step:
    if step.by != CLOCK and step.by not in range(players):
        raise BadInput(f"{where}: by", f"expected a seat from 0 to {players - 1}, got {step.by}")
    if step.refused is not None:
        _check_rule(step.refused, known, f"{where}: refused")
        if step.move is None:
            raise BadInput(f"{where}: refused", "expected a `move` beside it, which is refused")

    def acts(key: str, texts: list[str]) -> tuple[Act, ...]:
        try:
            return tuple(game.act(text) for text in texts)
        except BadInput as error:
            raise error.inside(f"{where}: {key}") from error

    return Step(
        seat=step.by,
        legal=None if step.legal is None else acts("legal", step.legal),
        illegal=acts("illegal", step.illegal),
        move=None if step.move is None else acts("move", [step.move])[0],
        refused=step.refused,
        then=step.then,
    )


def _check_end(end: EndKeys, players: int) -> None:
    for key, values in (("ranks", end.ranks), ("scores", end.scores)):
        if values is not None and len(values) != players:
            raise BadInput(f"end: {key}", f"expected {players} numbers, one for each seat, got {len(values)}")
    for seat in end.winners or ():
        if seat not in range(players):
            raise BadInput("end: winners", f"expected seats from 0 to {players - 1}, got {seat}")


def _check_rule(rule: str, known: Collection[str], where: str) -> None:
    if rule not in known:
        raise BadInput(where, f"expected a rule from {min(known)} to {max(known)}, got {rule!r}")


# --- keys and types ------------------------------------------------------------------------------------------------


def _typed(keys: dict[str, Any]) -> ScenarioKeys:
    for where, part, kind in _tables(keys):
        names = kind.__struct_fields__
        for name in part:
            if name not in names:
                raise BadInput(f"{where}{name}", f"unknown key; expected one of: {', '.join(names)}")
    try:
        return msgspec.convert(keys, ScenarioKeys)
    except msgspec.ValidationError as error:
        raise _translated(str(error)) from error


def _tables(keys: dict[str, Any]) -> Iterator[tuple[str, Mapping[str, Any], type[msgspec.Struct]]]:
    """Each table of the file whose keys are fixed, with the struct that names them."""
    yield "", keys, ScenarioKeys
    steps, end = keys.get("step"), keys.get("end")
    for number, step in enumerate(steps if isinstance(steps, list) else [], 1):
        if isinstance(step, dict):
            yield f"step {number}: ", step, StepKeys
    if isinstance(end, dict):
        yield "end: ", end, EndKeys


_IN_WORDS: Final = {
    "int": "a whole number",
    "str": "a text",
    "array": "a list",
    "object": "a table",
    "bool": "true or false",
    "float": "a number with a point",
}


def _translated(error: str) -> BadInput:
    """msgspec's complaint in the words of a scenario: "Expected `int`, got `str` - at `$.step[0].by`"."""
    missing = re.fullmatch(r"Object missing required field `(\w+)`", error)
    if missing:
        return BadInput(missing[1], "expected this key, found none")
    what, _, path = error.partition(" - at `$.")
    where = re.sub(r"\[(\d+)\]", lambda found: f" {int(found[1]) + 1}", path.rstrip("`")).replace(".", ": ")
    words = re.sub(r"`(\w+)( \| null)?`", lambda found: _IN_WORDS.get(found[1], found[1]), what)
    return BadInput(where, words[0].lower() + words[1:])
