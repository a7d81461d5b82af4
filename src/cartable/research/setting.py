"""What every match of an environment has in common."""

from typing import Any

from cartable.bots.contract import Level, read_level
from cartable.games import registry
from cartable.kernel import AnyGame, BadInput, Options, Tempo, read_options
from cartable.research.encodings import AnyEncoding, encoding
from cartable.research.episode import Episode, RaceEpisode, TurnEpisode
from cartable.research.rewards import Reward, read_reward, rewards


class Setting:
    """A game with its number of players, its options, what counts, and, in a race, how fast people are."""

    def __init__(self, game_id: str, seats: int | None, reward: str, level: str, options: dict[str, Any]) -> None:
        self.game: AnyGame = registry.game(game_id)
        self.encoding: AnyEncoding = encoding(game_id)
        self.seats = max(2, self.game.seats[0]) if seats is None else seats
        if self.seats not in self.game.seats:
            least, most = self.game.seats[0], self.game.seats[-1]
            raise BadInput("seats", f"expected a number from {least} to {most}, got {seats!r}")
        self.options: Options = read_options(self.game.options, options)
        self.game = self.game.under(self.options)
        self.reward: Reward = read_reward(reward)
        self.level = read_level(level)
        if self.is_race and self.level is Level.RANDOM:
            raise BadInput("level", "expected a level with a reaction model: easy, fair, strong or expert")

    @property
    def is_race(self) -> bool:
        """Does it matter who is first?"""
        return self.game.tempo is not Tempo.TURNS

    @property
    def waits(self) -> int:
        """One, if there is an action to wait: it comes after all acts."""
        return int(self.is_race)

    def begin(self, seed: int) -> Episode:
        """A match, dealt as far as the first question."""
        if self.is_race:
            return RaceEpisode(self.game, self.seats, self.options, seed, self.level)
        return TurnEpisode(self.game, self.seats, self.options, seed)

    def rewards(self, episode: Episode) -> tuple[float, ...]:
        """By seat; zeros while the match goes on."""
        outcome = episode.outcome()
        return (0.0,) * self.seats if outcome is None else rewards(outcome, self.reward)
