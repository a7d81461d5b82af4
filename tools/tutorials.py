"""Write web/src/games/<game>/tutorial.gen.json: the lessons in the game's folder, played by the engine for seat 0.

A lesson is a scenario `tutorial/<number>.toml`. The learner is seat 0; a step without a move is there to be read. For
every moment the file has what seat 0 sees and may do, why anything else is refused, and what other allowed acts would
bring about: the page decides nothing. The sentences are `tutorial.<lesson>-<step>` in the game's words.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path
from typing import Any, Final

import msgspec

from cartable.cli.rules import rule_ids
from cartable.games import registry
from cartable.kernel import AnyGame, Event, Refused, Seat
from cartable.matches.deal.dealers import ScriptedDealer, SeededDealer, deal_on
from cartable.matches.scenarios import scenario_in
from cartable.matches.scenarios.read import Scenario

ROOT: Final = Path(__file__).parents[1]
LEARNER: Final = 0
NUMBERS: Final = tuple(map(str, range(1, 7)))
MOST_WORDS: Final = 2
TOLD: Final = 4
"""How much is told of what another act would have brought about."""


class LessonMove(msgspec.Struct, frozen=True):
    """What is done next, and by whom; the learner finds it out."""

    by: Seat
    act: str


class Why(msgspec.Struct, frozen=True, omit_defaults=True):
    """A refusal."""

    code: str
    rule: str
    about: dict[str, str | int] = {}


class LessonMoment(msgspec.Struct, frozen=True, omit_defaults=True):
    """What seat 0 sees after `events`. Without a move it is there to be read."""

    view: Any
    preview: Any
    events: tuple[Any, ...] = ()
    move: LessonMove | None = None
    legal: tuple[str, ...] = ()
    refused: dict[str, Why] = {}
    would: dict[str, tuple[Any, ...]] = {}


class Lesson(msgspec.Struct, frozen=True):
    """One scenario. At the last moment there is nothing left to do."""

    players: int
    options: Any
    moments: tuple[LessonMoment, ...]


class LessonPlayer:
    """A scenario being played."""

    def __init__(self, scenario: Scenario) -> None:
        self.game: AnyGame = scenario.game
        seeded = SeededDealer(scenario.seed)
        position = self.game.from_position(scenario.given, scenario.options, scenario.players, seeded.shuffle)
        self._dealer = ScriptedDealer(position.script, scenario.seed)
        self.state, _ = self._settled(position.state, ())

    def after(self, seat: Seat, text: str) -> tuple[Any, tuple[Event, ...]] | Refused:
        """The state and the events after an act, the dealer's part included."""
        act = self.game.with_defaults(self.state, self.game.act(text))
        answer = self.game.step(self.state, seat, act)
        return answer if isinstance(answer, Refused) else self._settled(answer.state, answer.events)

    def _settled(self, state: Any, events: tuple[Event, ...]) -> tuple[Any, tuple[Event, ...]]:
        for _, stepped in deal_on(self.game, state, self._dealer):
            state, events = stepped.state, (*events, *stepped.events)
        return state, events


def lesson(scenario: Scenario) -> Lesson:
    """A scenario as seat 0 lives through it."""
    tried = _tried(scenario)
    player = LessonPlayer(scenario)
    events: tuple[Event, ...] = ()
    moments = []
    for step in scenario.steps:
        move = LessonMove(step.seat, str(step.move)) if step.move is not None else None
        moments.append(_moment(player, events, move, tried))
        events = ()
        if move is not None:
            player.state, events = _accepted(player, move)
    if scenario.steps[-1].move is not None:
        moments.append(_moment(player, events, None, ()))
    return Lesson(scenario.players, scenario.options, tuple(moments))


def _accepted(player: LessonPlayer, move: LessonMove) -> tuple[Any, tuple[Event, ...]]:
    answer = player.after(move.by, move.act)
    if isinstance(answer, Refused):
        raise ValueError(f"{player.game.id}: `{move.act}` is refused: {answer.code}")
    return answer


def _moment(
    player: LessonPlayer, events: Iterable[Event], move: LessonMove | None, tried: Iterable[str]
) -> LessonMoment:
    game, view = player.game, player.game.view(player.state, LEARNER)
    shown = LessonMoment(view, game.preview(view), _told(events), move)
    if move is None or move.by != LEARNER:
        return shown
    legal = tuple(map(str, game.legal(player.state, LEARNER)))
    refused, would = {}, {}
    for text in dict.fromkeys((*legal, *tried)):
        answer = player.after(LEARNER, text)
        if isinstance(answer, Refused):
            refused[text] = Why(answer.code, answer.rule, dict(answer.about))
        elif text in legal and text != move.act:
            would[text] = _told(answer[1])[:TOLD]
    return msgspec.structs.replace(shown, legal=legal, refused=refused, would=would)


def _told(events: Iterable[Event]) -> tuple[Any, ...]:
    return tuple(event for event in events if event.to is None or event.to == LEARNER)


def _tried(scenario: Scenario) -> list[str]:
    """What a learner might try at one moment or another: all that is allowed at any, and its near kin."""
    player = LessonPlayer(scenario)
    found: dict[str, None] = {}
    for step in scenario.steps:
        found |= dict.fromkeys(map(str, (*step.illegal, *player.game.legal(player.state, LEARNER))))
        if step.move is not None:
            player.state, _ = _accepted(player, LessonMove(step.seat, str(step.move)))
    return [*found, *(text for text in _kin(player.game, found) if text not in found)]


def _kin(game: AnyGame, texts: Iterable[str]) -> Iterator[str]:
    """Acts of the same forms with each other's words; of a form with one word also every word there is."""
    forms: dict[tuple[str, int], list[set[str]]] = {}
    for text in texts:
        verb, *words = text.split(" on ")[0].split(" ")
        places = forms.setdefault((verb, len(words)), [set() for _ in words])
        for place, word in zip(places, words, strict=True):
            place.add(word)
    for (verb, count), places in forms.items():
        if count == 1:
            places[0] |= game.vocabulary | set(NUMBERS)
        for chosen in product(*map(sorted, places)) if count <= MOST_WORDS else ():
            text = " ".join((verb, *chosen))
            if game.read(text) is not None:
                yield text


def files(game: AnyGame) -> list[Path]:
    """The lessons of a game, in their order; a game may have none."""
    folder = Path(str(registry.package(game.id).files)) / "tutorial"
    return sorted(folder.glob("*.toml"), key=lambda path: int(path.stem))


def generated(game: AnyGame) -> bytes:
    """What the page gets of them."""
    return msgspec.json.encode([lesson(scenario_in(path, rule_ids)) for path in files(game)]) + b"\n"


def main() -> int:
    """Write the files, or check them."""
    parser = ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("--check", action="store_true", help="say whether the files are as they would be written")
    check = parser.parse_args().check
    stale = 0
    for game in filter(files, registry.games()):
        target = ROOT / "web/src/games" / game.id / "tutorial.gen.json"
        made = generated(game)
        if not check:
            target.write_bytes(made)
        elif not target.exists() or target.read_bytes() != made:
            print(f"{target.relative_to(ROOT)} is not what its lessons say: run `make tutorials`")
            stale = 1
    return stale


if __name__ == "__main__":
    sys.exit(main())
