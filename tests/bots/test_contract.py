"""What holds for every bot of every game."""

from random import Random

import pytest

from cartable.arena.simulation import FinishedMatch, play
from cartable.bots import Level, bot, read_level
from cartable.bots.random_bot import RandomBot
from cartable.games import registry
from cartable.kernel import AnyGame, BadInput
from tests.kit.options import any_options
from tests.kit.toy import TOY

GAMES = pytest.mark.parametrize("game", registry.games(), ids=lambda game: game.id)
TABLES = [(game, seats) for game in registry.games() for seats in game.seats]


def match(game: AnyGame, levels: list[Level], seed: int) -> FinishedMatch:
    """Bots of these levels at one table, under options drawn from the seed."""
    bots = [bot(game.id, level, seed, seat) for seat, level in enumerate(levels)]
    return play(game, bots, seed, any_options(game, Random(seed)))


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize(("game", "seats"), TABLES, ids=[f"{game.id}-{seats}" for game, seats in TABLES])
def test_a_match_of_bots_ends(game: AnyGame, seats: int, level: Level) -> None:
    """The driver holds every answer against the contract: legal, and not in the past. Experts think for long: one of
    them at a table will do.
    """
    others = Level.FAIR if level is Level.EXPERT else level
    outcome = match(game, [level, *[others] * (seats - 1)], seed=seats).outcome
    assert len(outcome.ranks) == seats


@GAMES
def test_any_company_plays_to_the_end(game: AnyGame) -> None:
    """All levels at one table, whatever its options."""
    for seed in range(4):
        levels = Random(seed).choices(list(Level), k=game.seats[seed % len(game.seats)])
        assert match(game, levels, seed).outcome.winners


@GAMES
@pytest.mark.parametrize("level", [Level.RANDOM, Level.EASY, Level.FAIR])
def test_the_same_seed_plays_the_same_match(game: AnyGame, level: Level) -> None:
    levels = [level] * game.seats[-1]
    assert match(game, levels, 7).done == match(game, levels, 7).done


@GAMES
def test_another_seed_plays_another_match(game: AnyGame) -> None:
    """On the same cards, bots with luck of their own do not copy one another."""
    seats = range(game.seats[0])
    one, other = (play(game, [bot(game.id, "easy", seed, seat) for seat in seats], seed=5) for seed in (1, 2))
    assert one.done != other.done


def test_levels_are_read_by_name() -> None:
    assert [read_level(level.value) for level in Level] == list(Level)
    with pytest.raises(BadInput, match=r"'genius'.*random, easy, fair, strong, expert"):
        read_level("genius")


def test_a_bot_of_an_unknown_level_is_refused() -> None:
    with pytest.raises(BadInput, match="expected one of: random, easy"):
        bot("push", "genius", 0, 0)


@pytest.mark.parametrize("level", Level)
def test_a_game_without_bots_of_its_own_is_played_at_random(level: Level) -> None:
    assert isinstance(bot(TOY.id, level, 0, 0), RandomBot)


@GAMES
def test_every_game_has_bots_of_its_own(game: AnyGame) -> None:
    """None of ours is left to chance, at no level that people meet."""
    levels = [level for level in Level if level is not Level.RANDOM]
    assert not any(isinstance(bot(game.id, level, 0, 0), RandomBot) for level in levels)
