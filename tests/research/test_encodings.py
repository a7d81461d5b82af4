"""Acts as numbers and back, views as arrays: complete, within bounds, versioned, and no more than a view tells."""

import hashlib
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings

from cartable.games import registry
from cartable.kernel import AnyGame, BadInput, Seat
from cartable.research.encodings import AnyEncoding, PlainEncoding, encoding
from tests.kit.sample import Sampled, Setup
from tests.kit.setups import match_of, setups, spread
from tests.secrecy.hidden import hidden

MATCHES = settings(max_examples=max(5, settings().max_examples // 5))

every_game = pytest.mark.parametrize("game", registry.games(), ids=lambda game: game.id)

# By game and version: what acts and layout come to. A change needs another version, and so another entry: whoever
# learned with one version must be able to tell.
VERSIONS: dict[tuple[str, int], str] = {
    ("push", 0): "d492a50e98b2172e",
    ("quinto", 0): "67ee4b0681a92cc0",
    ("hexa", 0): "0314e555a7a388ba",
    ("hexa", 1): "359a3866f61815d3",
    ("trio", 0): "2cbaea85a17f52fe",
    ("trio", 1): "b8f675f957f37638",
    ("trio", 2): "c61835be7f6331af",
}


def test_a_game_without_one_is_named() -> None:
    with pytest.raises(BadInput, match="chess"):
        encoding("chess")


own_encoding = pytest.mark.parametrize(
    "game", [each.game for each in registry.packages() if each.encoding is not None], ids=lambda game: game.id
)


@own_encoding
def test_a_changed_encoding_has_another_version(game: AnyGame) -> None:
    """The plain encoding follows the game, whatever it becomes; only one of a game's own is kept as it was."""
    found = encoding(game.id)
    layouts = [
        [(block.name, block.shape, block.low, block.high) for block in found.blocks(seats)] for seats in game.seats
    ]
    told = msgspec.json.encode([list(map(str, found.acts)), list(map(str, found.chances)), layouts])
    key, hashed = (game.id, found.version), hashlib.sha256(told).hexdigest()[:16]
    assert VERSIONS.get(key) == hashed, f"new? add to VERSIONS: {key}: {hashed!r}. Changed? raise `version` first"


@every_game
def test_the_plain_encoding_serves_any_game(game: AnyGame) -> None:
    """Also where a game has a better one of its own."""
    found = PlainEncoding(game)
    for match in (match_of(game, setup) for setup in spread(game, 3)):
        check(found, game, match)
        seats = match.setup.seats
        seen = {bytes(found.observe(game.view(state, 0), seats)) for state in match.states}
        assert len(seen) > len(match.states) // 3, "many different views look the same"


def test_a_game_that_lists_no_acts_is_told_what_to_write() -> None:
    with pytest.raises(BadInput, match="hand `acts` to its Game"):
        PlainEncoding(replace(registry.games()[0], acts=()))


@every_game
def test_every_act_has_one_number(game: AnyGame) -> None:
    """Both ways, for every act that was ever legal in the sampled matches; and no two acts share a number."""
    found = encoding(game.id)
    assert len(found.number) == len(found.acts)
    assert len(found.chance) == len(found.chances)
    for match in (match_of(game, setup) for setup in spread(game, 6)):
        for state in match.states:
            for act, _ in game.chances(state):
                assert found.chances[found.chance[act]] == act
            for seat in match.seats:
                legal = game.legal(state, seat)
                mask = found.mask(legal)
                numbers = [number for number, one in enumerate(mask) if one]
                assert {found.acts[number] for number in numbers} == set(legal)


@every_game
def test_the_odds_are_the_chances(game: AnyGame) -> None:
    found = encoding(game.id)
    for match in (match_of(game, setup) for setup in spread(game, 4)):
        for state in match.states:
            chances = game.chances(state)
            if chances:
                odds = dict(found.odds(state))
                assert odds == pytest.approx({found.chance[act]: float(chance) for act, chance in chances})


def check(found: AnyEncoding, game: AnyGame, match: Sampled) -> None:
    """Every observation of a match lies within the bounds of its layout."""
    seats = match.setup.seats
    blocks, slices = found.blocks(seats), found.slices(seats)
    for state in match.some(30):
        for seat in (*match.seats, None):
            seen = found.observe(game.view(state, seat), seats).tolist()
            assert len(seen) == found.size(seats)
            for block in blocks:
                entries = seen[slices[block.name]]
                assert all(block.low <= entry <= block.high for entry in entries), f"{block.name}: {entries}"


@every_game
def test_observations_stay_within_their_bounds(game: AnyGame) -> None:
    @MATCHES
    @given(setups(game))
    def holds(setup: Setup) -> None:
        check(encoding(game.id), game, match_of(game, setup))

    holds()


@own_encoding
def test_every_block_tells_something(game: AnyGame) -> None:
    """Over a few matches every block is filled at some time, and differs from time to time."""
    found, filled = encoding(game.id), dict[str, set[tuple[int, ...]]]()
    for match in (match_of(game, setup) for setup in spread(game, 24)):
        seats = match.setup.seats
        for state in match.states:
            seen = found.observe(game.view(state, match.setup.seed % seats), seats).tolist()
            for name, where in found.slices(seats).items():
                filled.setdefault(name, set()).add(tuple(seen[where]))
    assert [name for name, values in filled.items() if len(values) < 2] == []


def twins(game: AnyGame, match: Sampled) -> Iterator[tuple[Any, Any, Seat]]:
    """States that a seat cannot tell apart."""
    rng, kept = Random(match.setup.seed), hidden(game)
    for state in match.some(12):
        for viewer in match.seats:
            twin = None if kept is None else kept.twin(state, viewer, rng)
            if twin is not None and twin != state:
                yield state, twin, viewer


@every_game
def test_observations_tell_no_secret(game: AnyGame) -> None:
    """What a seat cannot know can be swapped: observation and mask stay the same."""
    found, swapped = encoding(game.id), 0
    for match in (match_of(game, setup) for setup in spread(game, 6)):
        seats = match.setup.seats
        for state, twin, viewer in twins(game, match):
            swapped += 1
            one, two = (found.observe(game.view(each, viewer), seats) for each in (state, twin))
            assert one == two
            assert found.mask(game.legal(state, viewer)) == found.mask(game.legal(twin, viewer))
    assert swapped or game.same_for_all


@every_game
def test_one_self_comes_first(game: AnyGame) -> None:
    """Seats are told relative to the observer."""
    found = encoding(game.id)
    seats = game.seats[-1]
    match = match_of(game, Setup(seats, game.options(), "uniform", 3))
    where = found.slices(seats)["to_move"]
    movers = [(state, [seat for seat in game.actors(state) if seat >= 0]) for state in match.states]
    alone = [(state, players[0]) for state, players in movers if len(players) == 1]
    assert alone
    for state, mover in alone[:20]:
        for viewer in range(seats):
            seen = found.observe(game.view(state, viewer), seats).tolist()
            assert seen[where].index(1) == (mover - viewer) % seats
