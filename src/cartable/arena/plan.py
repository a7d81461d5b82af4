"""What a tournament plays: every arrangement of the bots around the table, each on the same deals."""

from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement, permutations
from typing import Any, Literal

import msgspec

from cartable.arena.entrants import Entrant
from cartable.games import registry
from cartable.kernel import AnyGame, BadInput, Options, Seat, read_options
from cartable.matches.log.header import check_players

Seats = Literal["all", "turn", "fixed"]
"""Every order around the table; every turn of the table in one order; or one order only."""

SPREAD = 1_000_003
"""Deals of one tournament lie so far from those of the next seed that they never meet."""


PATIENCE_S = 30.0
"""A bot that thinks for longer about one decision has failed, unless the plan says otherwise."""


class Fixture(msgspec.Struct, frozen=True, order=True):
    """One match to be played: on which cards, and which entrant sits where."""

    deal: int
    bots: tuple[int, ...]


class TournamentPlan(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament, settled before its first match."""

    game: str
    rules_version: int
    options: dict[str, Any]
    players: int
    entrants: tuple[Entrant, ...]
    seats: Seats
    deals: int
    seed: int
    patience_s: float = PATIENCE_S

    @property
    def rules(self) -> AnyGame:
        """The game."""
        return registry.game(self.game, self.rules_version)

    @property
    def read_options(self) -> Options:
        """Its options."""
        options: Options = read_options(self.rules.options, self.options)
        return options

    def deal_seed(self, deal: int) -> int:
        """What the cards of a deal come from."""
        return self.seed * SPREAD + deal

    def arrangements(self) -> tuple[tuple[Seat, ...], ...]:
        """Who sits where, as numbers of entrants: one tuple a match of each deal."""
        return tuple(_arranged(len(self.entrants), self.players, self.seats))

    def fixtures(self) -> Iterator[Fixture]:
        """Every match, deal by deal."""
        arrangements = self.arrangements()
        return (Fixture(deal, bots) for deal in range(self.deals) for bots in arrangements)

    @property
    def matches(self) -> int:
        """How many there are."""
        return self.deals * len(self.arrangements())

    def same(self, other: "TournamentPlan") -> bool:
        """Can results of one be continued in the other? Only the number of matches may differ."""
        return msgspec.structs.replace(other, deals=self.deals, patience_s=self.patience_s) == self


def plan(
    game: AnyGame,
    entrants: list[Entrant],
    *,
    games: int,
    players: int | None = None,
    seats: Seats = "all",
    seed: int = 0,
    options: dict[str, Any] | None = None,
    patience_s: float = PATIENCE_S,
) -> TournamentPlan:
    """At least `games` matches: every deal is played in all arrangements. Without `players` there is one seat for each
    bot, if the game has that many, else as few as it allows.
    """
    if len({entrant.name for entrant in entrants}) < len(entrants):
        raise BadInput("--bots", "expected each bot once")
    if not entrants:
        raise BadInput("--bots", "expected at least one bot")
    if players is None:
        players = len(entrants) if len(entrants) in game.seats else game.seats[0]
    check_players(game, players)
    each = sum(1 for _ in _arranged(len(entrants), players, seats))
    given = read_options(game.options, options or {}, typed=False)
    return TournamentPlan(
        game=game.id,
        rules_version=game.rules_version,
        options=msgspec.to_builtins(given),
        players=players,
        entrants=tuple(entrants),
        seats=seats,
        deals=-(-games // each),
        seed=seed,
        patience_s=patience_s,
    )


def _arranged(entrants: int, players: int, seats: Seats) -> Iterator[tuple[int, ...]]:
    """Distinct bots where there are enough of them; else everybody, some at several seats."""
    if entrants >= players:
        companies: Iterator[tuple[int, ...]] = combinations(range(entrants), players)
    else:
        companies = (
            company
            for company in combinations_with_replacement(range(entrants), players)
            if len(set(company)) == entrants
        )
    for company in companies:
        yield from _orders(company, seats)


def _orders(company: tuple[int, ...], seats: Seats) -> list[tuple[int, ...]]:
    match seats:
        case "all":
            return sorted(set(permutations(company)))
        case "turn":
            return sorted({company[at:] + company[:at] for at in range(len(company))})
        case "fixed":
            return [company]
