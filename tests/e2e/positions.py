"""Positions to look at on the page, as the server would show them to a seat: every phase that scenarios set up, and
that whole matches of the fewest and of the most players come through.

The page under test is the real one. `web/e2e/standin.ts` answers its socket with the messages made here.
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec
from msgspec import structs

from cartable.cli.rules import rule_ids
from cartable.games import registry
from cartable.kernel import DEALER, AnyGame, Refused, Seat, Tempo
from cartable.matches import head_starts as handicap
from cartable.matches.scenarios import scenario_in
from cartable.wire import down
from tests.kit.folders import game_folder, scenario_files_of
from tests.kit.policies import POLICIES
from tests.kit.sample import Setup
from tests.kit.setups import match_of
from tools.tutorials import LessonPlayer

SHORT_NAMES: Final = ("Zoé", "Max", "Ada", "Noémie", "Hugo", "Inès")
LONG_NAMES: Final = (
    "Wilhelmina Mmmmmmmmm",
    "Maximilien-Augustine",
    "Ada Lovelace-Babbage",
    "Noémie Montmorencyyy",
    "Bartholomäus Wagner",
    "WWWWWWWWWWWWWWWWWWWW",
)
FACE_DOWN: Final = ("unseen", "shuffled")
"""Fields of views that no board draws card by card."""
MATCHES: Final = 2
"""Of each number of players: one by each of the first policies."""
MOMENTS: Final = 40
"""Of each match."""


class Position(msgspec.Struct, frozen=True):
    """What a seat (None: a spectator) is shown. `kind` is the phase and what it may do in it."""

    game: str
    name: str
    kind: str
    race: bool
    players: int
    seat: Seat | None
    legal: tuple[str, ...]
    welcome: down.Welcome
    snapshot: down.Snapshot

    @property
    def size(self) -> int:
        """How much lies on the table, face up."""
        view = msgspec.to_builtins(self.snapshot.shown.view)
        return len(msgspec.json.encode({key: value for key, value in view.items() if key not in FACE_DOWN}))


def every_position(game: AnyGame, names: tuple[str, ...] = LONG_NAMES) -> list[Position]:
    """Of each kind, number of players and role: the fullest and the emptiest."""
    found: dict[tuple[Any, ...], list[Position]] = {}
    for each in _all_positions(game, names):
        key = (each.kind, each.players, each.seat is None)
        kept = sorted([*found.get(key, []), each], key=lambda position: position.size)
        found[key] = [kept[0], kept[-1]] if len(kept) > 1 else kept
    return [each for _, kept in sorted(found.items()) for each in kept]


def sample(game: AnyGame, names: tuple[str, ...] = LONG_NAMES) -> list[Position]:
    """Of each kind the fullest with the fewest and with the most players, for those who may act; one spectator, and one
    player who has chosen in calm play."""
    found: dict[tuple[str, int], Position] = {}
    every = every_position(game, names)
    for each in every:
        if each.legal and each.players in (game.seats[0], game.seats[-1]):
            found[(each.kind, each.players)] = each  # the fullest comes last
    watched = [each for each in every if each.seat is None and each.players == game.seats[-1]]
    chosen = [each for each in every if each.welcome.table.calm and each.seat is not None and not each.legal]
    return [*found.values(), *watched[-1:], *chosen[-1:]]


def watched(game: AnyGame, names: tuple[str, ...] = LONG_NAMES) -> Position:
    """What a spectator sees of a match of most players when the table is fullest."""
    moments = [moment for moment in _of_matches(game) if moment.players == game.seats[-1]]
    return max((position_of(game, moment, None, names) for moment in moments), key=lambda position: position.size)


def ended(game: AnyGame, names: tuple[str, ...] = LONG_NAMES) -> Position:
    """What a spectator sees of a match of most players that has just ended."""
    players, options = game.seats[-1], game.options()
    state = match_of(game, Setup(players, options, next(iter(POLICIES)), 1)).states[-1]
    position = position_of(game, Moment("result", state, players, options), None, names)
    outcome = msgspec.to_builtins(game.outcome(state))
    table = structs.replace(position.welcome.table, phase="over")
    welcome = structs.replace(position.welcome, table=table)
    return structs.replace(position, welcome=welcome, snapshot=structs.replace(position.snapshot, outcome=outcome))


def scene(game: AnyGame, seat: Seat | None = 0, names: tuple[str, ...] = SHORT_NAMES) -> Position:
    """A position worth a picture: that of `tests/scenes.toml` in the game's folder, or the fullest of most players."""
    path = _scene(game)
    if not path.exists():
        those = [each for each in every_position(game, names) if (each.seat is None) == (seat is None)]
        return max(those, key=lambda each: each.size)
    scenario = scenario_in(path, rule_ids)
    moment = Moment(game.id, LessonPlayer(scenario).state, scenario.players, scenario.options)
    return position_of(game, moment, seat, names)


def scene_press(game: AnyGame) -> str:
    """What a picture of it touches first, as a comment in its file says: a selector, or nothing."""
    path = _scene(game)
    found = re.search(r"^# press: (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE) if path.exists() else None
    return found[1] if found else ""


def _scene(game: AnyGame) -> Path:
    return game_folder(game) / "tests" / "scenes.toml"


class Moment(msgspec.Struct, frozen=True):
    """A state worth looking at, and where it comes from."""

    name: str
    state: Any
    players: int
    options: Any


def _all_positions(game: AnyGame, names: tuple[str, ...]) -> Iterator[Position]:
    for moment in (*_of_scenarios(game), *_of_matches(game)):
        if game.outcome(moment.state) is None:
            for seat in (*range(moment.players), None):
                yield position_of(game, moment, seat, names)


def _of_scenarios(game: AnyGame) -> Iterator[Moment]:
    for path in scenario_files_of(game):
        scenario = scenario_in(path, rule_ids)
        player = LessonPlayer(scenario)
        yield Moment(path.stem, player.state, scenario.players, scenario.options)
        for number, step in enumerate(scenario.steps, 1):
            if step.move is None or step.refused is not None:
                continue
            answer = player.after(step.seat, str(step.move))
            if isinstance(answer, Refused):
                break
            player.state, _ = answer
            yield Moment(f"{path.stem}-{number}", player.state, scenario.players, scenario.options)


def _of_matches(game: AnyGame) -> Iterator[Moment]:
    for players in (game.seats[0], game.seats[-1]):
        for policy in list(POLICIES)[:MATCHES]:
            setup = Setup(players, game.options(), policy, 1)
            states = [state for state in match_of(game, setup).states if settled(game, state)]
            for at in sorted(Random(1).sample(range(len(states)), min(MOMENTS, len(states)))):
                yield Moment(f"match-{policy}-{players}-{at}", states[at], players, setup.options)


def settled(game: AnyGame, state: Any) -> bool:
    """The dealer has done their part: players see no state in between for longer than a moment."""
    actors = game.actors(state)
    return bool(actors) and DEALER not in actors


def position_of(game: AnyGame, moment: Moment, seat: Seat | None, names: tuple[str, ...]) -> Position:
    state, players = moment.state, moment.players
    view = game.view(state, seat)
    legal = tuple(map(str, game.legal(state, seat))) if seat is not None and seat in game.actors(state) else ()
    phase = msgspec.to_builtins(view).get("phase", "")
    return Position(
        game=game.id,
        name=moment.name,
        kind=" ".join([phase, *sorted({_form(act) for act in legal})]),
        race=game.under(moment.options).tempo is not Tempo.TURNS,
        players=players,
        seat=seat,
        legal=legal,
        welcome=down.Welcome(1, _table(game, moment, seat, names), seat),
        snapshot=down.Snapshot(_match_id(moment, seat), 7, (7, 0), down.Shown(view, legal, game.preview(view))),
    )


def _table(game: AnyGame, moment: Moment, host: Seat | None, names: tuple[str, ...]) -> down.TableInfo:
    """The second of every three is a bot."""
    seats, calm = range(moment.players), game.under(moment.options).calm
    bots = [at % 3 == 1 for at in seats]
    places = [
        down.PlaceInfo(
            id=at,
            name=names[at],
            kind="bot" if bots[at] else "human",
            level="fair" if bots[at] else "",
            ready=True,
            seat=at,
        )
        for at in seats
    ]
    return down.TableInfo(
        code="lawful",
        game=game.id,
        options=msgspec.to_builtins(moment.options),
        settings={},
        public=False,
        locked=False,
        host=host,
        places=tuple(places),
        least=game.seats[0],
        most=game.seats[-1],
        spectators=0,
        lives_until=2_000_000_000,
        phase="playing",
        players=names[: moment.players],
        match=_match_id(moment, host),
        # Whoever has a long name has a long head start, too; in calm play nobody has one.
        head_starts=tuple(handicap.MOST[game.tempo] if names is LONG_NAMES and not calm else 0 for _ in seats),
        calm=calm,
    )


def _match_id(moment: Moment, seat: Seat | None) -> str:
    return re.sub(r"[^a-z0-9]", "", f"{moment.name}{moment.players}{seat}")


def _form(act: str) -> str:
    verb, *words = act.split(" ")
    return verb if len(words) < 2 else f"{verb}{len(words)}"


def scenes() -> bytes:
    """One position of each game that is worth a picture, for a script of web/e2e."""
    return written(scene(game) for game in registry.games())


def written(positions: Iterable[Position]) -> bytes:
    """All of them, for a script of web/e2e."""
    return msgspec.json.encode(list(positions))


if __name__ == "__main__":
    for each_game in registry.games():
        for position in every_position(each_game):
            print(each_game.id, position.players, position.seat, position.kind, position.name, position.size)
