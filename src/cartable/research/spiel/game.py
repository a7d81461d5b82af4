"""Our games as OpenSpiel's: chance nodes are explicit, one card or die each."""

from collections.abc import Mapping
from typing import Any, Final, Self

import msgspec
import pyspiel

from cartable.games import registry
from cartable.kernel import DEALER, AnyGame, BadInput, read_options
from cartable.research.encodings import Bounds, encoding
from cartable.research.rewards import Reward, read_reward
from cartable.research.spiel.observer import CartableObserver
from cartable.research.spiel.state import CHANCE, TERMINAL, CartableState, Held


def offered() -> list[AnyGame]:
    """The games that OpenSpiel is offered: those whose encoding says how long a match can last. Races have no place in
    its model of time."""
    return [each.game for each in registry.packages() if each.bounds is not None]


def bounds_of(game: AnyGame, seats: int) -> Bounds:
    """How long a match of this many players can last, and what can be scored."""
    found: Bounds = registry.package(game.id).load("bounds")(seats)
    return found


def studied(game: AnyGame) -> tuple[str, ...]:
    """The keys of a position that can be given as a parameter, cards separated by spaces."""
    return registry.package(game.id).studied


class SpielSetup:
    """What all states of one game have in common."""

    def __init__(self, game_id: str, params: Mapping[str, Any]) -> None:
        self._params = dict(params)
        self.game: AnyGame = registry.game(game_id)
        self.encoding = encoding(game_id)
        self.seats: int = params["players"]
        if self.seats not in self.game.seats:
            least, most = self.game.seats[0], self.game.seats[-1]
            raise BadInput("players", f"expected a number from {least} to {most}, got {self.seats}")
        self.reward: Reward = read_reward(params["reward"])
        self.bounds = bounds_of(self.game, self.seats)
        options = read_options(self.game.options, {name: params[name] for name in self.game.options.__struct_fields__})
        self.is_open = self.game.under(options).same_for_all  # nobody knows anything that others do not
        given = {key: params[key].split() for key in studied(self.game) if params[key]}
        # The order in which a position lists its pile is for scripted dealers: chance nodes know none.
        start = self.game.from_position(given, options, self.seats, sorted).state if given else None
        first = self.game.start(options, self.seats) if start is None else start
        self.first = Held(first, self.player_of(first))

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return SpielSetup, (self.game.id, self._params)

    def player_of(self, position: Any) -> int:
        """Who is to act: chance, nobody any more, or the first of the seats that are asked."""
        actors = self.game.actors(position)
        if not actors:
            return TERMINAL
        seat = min(actors)
        return CHANCE if seat == DEALER else seat


def defaults(game: AnyGame) -> dict[str, Any]:
    """The parameters of a game, with what they are if nothing is said."""
    return {
        "players": max(2, game.seats[0]),
        "reward": str(Reward.RANK),
        **dict.fromkeys(studied(game), ""),
        **{field.name: field.default for field in msgspec.structs.fields(game.options)},
    }


def game_type(game: AnyGame, players: int = 2) -> "pyspiel.GameType":
    """What OpenSpiel is told of a kind of game."""
    return pyspiel.GameType(
        short_name=f"cartable_{game.id}",
        long_name=f"Cartable: {game.id.capitalize()}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=(
            pyspiel.GameType.Information.PERFECT_INFORMATION
            if game.same_for_all
            else pyspiel.GameType.Information.IMPERFECT_INFORMATION
        ),
        utility=pyspiel.GameType.Utility.ZERO_SUM if players > 1 else pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=defaults(game),
    )


class CartableGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel is not typed
    """One game with its parameters."""

    game_id: str

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        game = registry.game(self.game_id)
        whole = {**defaults(game), **(params or {})}
        self.table: Final = SpielSetup(self.game_id, whole)
        seats, bounds, numbers = self.table.seats, self.table.bounds, self.table.encoding
        low, high = self._utilities()
        info = pyspiel.GameInfo(
            num_distinct_actions=len(numbers.acts),
            max_chance_outcomes=len(numbers.chances),
            num_players=seats,
            min_utility=low,
            max_utility=high,
            utility_sum=0.0 if seats > 1 else None,
            max_game_length=bounds.decisions,
        )
        super().__init__(game_type(game, seats), info, whole)

    def _utilities(self) -> tuple[float, float]:
        least, most = self.table.bounds.scores
        if self.table.seats == 1:
            return float(least), float(most)
        return (-1.0, 1.0) if self.table.reward is Reward.RANK else (float(least - most), float(most - least))

    def new_initial_state(self) -> CartableState:
        return CartableState(self)

    def max_chance_nodes_in_history(self) -> int:
        return self.table.bounds.chances

    def make_py_observer(
        self, iig_obs_type: "pyspiel.IIGObservationType | None" = None, params: Mapping[str, Any] | None = None
    ) -> CartableObserver:
        return CartableObserver(self.table, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)
