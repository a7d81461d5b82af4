"""Whole matches of any game, played to be looked at: every act with the state before it and what the judge said.

Nothing is asserted here. A match in which something went wrong stops there, and the laws say what it was.
"""

from collections.abc import Iterator
from random import Random
from typing import Any, Final

import msgspec

from cartable.arena import simulation
from cartable.bots import Level, bot
from cartable.kernel import CLOCK, DEALER, Act, AnyGame, CardSource, Event, Refused, Seat, Stepped
from cartable.matches.deal.dealers import ScriptedDealer, SeededDealer, next_deal
from tests.kit.policies import POLICIES, Policy, slow

LONGEST: Final = 20_000
"""More acts than any match needs: one that goes on for longer is held to be endless."""

STUBBORN: Final = 1_000
"""For so many acts a policy is kept. Then anything is done: in a race, the same mistakes could be made forever."""

CLOCK_ACTS: Final = 0.04
"""How often time runs out, or the referee finds a tie, before a player acts."""

SLOW: Final = 0.8
"""The same, where players are slow."""

BOTS: Final = tuple(f"bots {level}" for level in (Level.EASY, Level.FAIR))


class Turn(msgspec.Struct, frozen=True):
    """One act: the state before it, who did what, and the judge's answer."""

    state: Any
    seat: Seat
    act: Act
    answer: Stepped[Any] | Refused


class Setup(msgspec.Struct, frozen=True):
    """All that a sampled match depends on. `policy` is one of `POLICIES`, or bots of a level (`BOTS`).

    `given` are the keys of a made-up position in JSON, where the match does not begin at the start.
    """

    seats: int
    options: Any
    policy: str
    seed: int
    given: bytes = b""

    def begin(self, game: AnyGame) -> tuple[Any, CardSource]:
        """The first state, and who deals from there."""
        if not self.given:
            return game.start(self.options, self.seats), SeededDealer(self.seed)
        keys = msgspec.json.decode(self.given)
        position = game.from_position(keys, self.options, self.seats, SeededDealer(self.seed).shuffle)
        return position.state, ScriptedDealer(position.script, self.seed)


class Sampled(msgspec.Struct, frozen=True):
    """A match as it was played. `dealer` may look at what still lies face down."""

    setup: Setup
    turns: tuple[Turn, ...]
    last: Any
    dealer: CardSource

    @property
    def seats(self) -> range:
        """The players."""
        return range(self.setup.seats)

    @property
    def states(self) -> list[Any]:
        """Every state, from the start to the last."""
        return [*(turn.state for turn in self.turns), self.last]

    @property
    def events(self) -> Iterator[Event]:
        """Everything that happened, in order."""
        for turn in self.turns:
            if isinstance(turn.answer, Stepped):
                yield from turn.answer.events

    def begin(self, game: AnyGame) -> Any:
        """The first state once more, made again."""
        return self.setup.begin(game)[0]

    def some(self, count: int) -> list[Any]:
        """This many states at most, spread over the match, the first and the last among them."""
        states = self.states
        if len(states) <= count:
            return states
        rng = Random(self.setup.seed)
        among = sorted(rng.sample(range(1, len(states) - 1), count - 2))
        return [states[0], *(states[at] for at in among), states[-1]]


def sampled(game: AnyGame, setup: Setup) -> Sampled:
    """The match that follows from this set-up."""
    if setup.policy in BOTS:
        return _by_bots(game, setup)
    rng = Random(f"{setup.seed} {setup.policy}")
    policy = POLICIES[setup.policy](rng)
    state, dealer = setup.begin(game)
    turns = []
    clock = SLOW if setup.policy == slow.__name__ else CLOCK_ACTS
    for turn in play(game, state, Table(policy, dealer, rng, clock)):
        turns.append(turn)
        if isinstance(turn.answer, Stepped):
            state = turn.answer.state
    return Sampled(setup, tuple(turns), state, dealer)


class Table(msgspec.Struct, frozen=True):
    """Who plays, who deals, with what luck, and how often CLOCK is first."""

    policy: Policy
    dealer: CardSource
    rng: Random
    clock: float


def play(game: AnyGame, state: Any, table: Table) -> Iterator[Turn]:
    """Act after act until nobody can act, an act is refused that was offered, or it takes too long."""
    for number in range(LONGEST):
        if number == STUBBORN:
            table = msgspec.structs.replace(table, policy=table.rng.choice)
        chosen = _next(game, state, table)
        if chosen is None:
            return
        seat, act = chosen[0], game.with_defaults(state, chosen[1])
        answer = game.step(state, seat, act)
        yield Turn(state, seat, act, answer)
        if isinstance(answer, Refused):
            return
        state = answer.state


def _next(game: AnyGame, state: Any, table: Table) -> tuple[Seat, Act] | None:
    actors = game.actors(state)
    if DEALER in actors:
        return DEALER, next_deal(game, state, table.dealer)
    offers = {seat: game.legal(state, seat) for seat in sorted(actors) if seat >= 0}
    offers = {seat: legal for seat, legal in offers.items() if legal}
    if CLOCK in actors and (not offers or table.rng.random() < table.clock):
        act = _of_clock(game, state, offers, table.rng)
        if act is not None:
            return CLOCK, act
    if not offers:
        return None
    seat = table.rng.choice(list(offers))
    return seat, table.policy(offers[seat])


def _of_clock(game: AnyGame, state: Any, offers: dict[Seat, tuple[Act, ...]], rng: Random) -> Act | None:
    """What CLOCK may do by itself, or a tie between some of those who could call."""
    if game.open_race(state) is not None and len(offers) > 1 and rng.random() < 0.5:
        tied = rng.sample(list(offers), rng.randint(2, len(offers)))
        return tie_of(game, state, {seat: rng.choice(offers[seat]) for seat in tied})
    alone = game.legal(state, CLOCK)
    return rng.choice(alone) if alone else None


def tie_of(game: AnyGame, state: Any, calls: dict[Seat, Act]) -> Act:
    """What the referee finds when these calls cannot be told apart."""
    tie: Act = game.tie(state, calls)
    return tie


def _by_bots(game: AnyGame, setup: Setup) -> Sampled:
    """A match of bots in simulated time, looked at once more act by act."""
    level = setup.policy.removeprefix("bots ")
    bots = [bot(game.id, level, setup.seed, seat) for seat in range(setup.seats)]
    done = simulation.play(game, bots, setup.seed, setup.options).done
    state, dealer = setup.begin(game)
    turns = []
    for each in done:
        act = game.with_defaults(state, each.act)
        turn = Turn(state, each.seat, act, game.step(state, each.seat, act))
        turns.append(turn)
        if isinstance(turn.answer, Stepped):
            state = turn.answer.state
    return Sampled(setup, tuple(turns), state, dealer)
