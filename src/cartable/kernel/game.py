"""The contract of a game: one value that holds its facts and its functions, for turn games and races alike."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from functools import cache
from typing import Any, Generic, TypeVar

import msgspec

from cartable.kernel.act import Act
from cartable.kernel.chance import CardSource, NextReveal, Shuffle
from cartable.kernel.input import BadInput, Options
from cartable.kernel.position import Position
from cartable.kernel.seats import ONLY_DEALER, Seat
from cartable.kernel.step import Event, Outcome, Refusals, Refused, Stepped

Phase = TypeVar("Phase", bound=str)


class View(msgspec.Struct, Generic[Phase], frozen=True):
    """What every view shows, whatever the game: whose view it is (None: a spectator's), what is awaited, and the
    players who may act now, sorted. A game adds all that a seat may know."""

    seat: Seat | None
    phase: Phase
    to_move: tuple[Seat, ...]


S = TypeVar("S", bound=msgspec.Struct)
A = TypeVar("A", bound=Act)
V = TypeVar("V", bound=View[Any])
P = TypeVar("P", bound=msgspec.Struct)
O = TypeVar("O", bound=Options)  # noqa: E741 - the customary letter; there is no zero near it


class Deadline(msgspec.Struct, Generic[A], frozen=True):
    """What CLOCK does by itself when nothing else happens for this long. Another `act` or `key` restarts the wait."""

    act: A
    after_s: float
    key: str = ""
    courtesy: bool = True
    """True: only a pause for people's sake, which tables in tests skip. False: time that players need to act."""
    announced: bool = False
    """Whether players may be told when it ends. Not where that it runs at all is a secret."""


class Tempo(StrEnum):
    """How a game moves, which is all that a table needs to know to run it fairly."""

    TURNS = "turns"  # players take their time, one after the other or all together
    CALLS = "calls"  # a card is shown, and the first to call counts; calls too close to tell apart are tied
    HANDS = "hands"  # everybody acts at any time; acts that contend for one thing are put in order


class OpenRace(msgspec.Struct, Generic[A], frozen=True):
    """A card is open that everybody answers at the same moment. `key` differs from one such card to the next.

    `void` is what CLOCK does when the race was cut (a restart, a pause) and cannot be judged.
    """

    key: str
    void: A


def _no_deadlines(_state: Any) -> tuple[Deadline[Any], ...]:
    return ()


def _no_race(_state: Any) -> OpenRace[Any] | None:
    return None


def _no_stakes(_state: Any, _seat: Seat, _act: Act) -> frozenset[str]:
    return frozenset()


def _always_wins(_state: Any, _seat: Seat, _act: Act) -> bool:
    return True


def _no_ties(state: Any, calls: Mapping[Seat, Act]) -> Any:
    raise TypeError(f"this game has no ties: {sorted(calls)} at {state!r}")


def _never(_options: Any) -> bool:
    return False


def _nothing_left_open(_state: Any, act: Any) -> Any:
    return act


@dataclass(frozen=True, eq=False, kw_only=True, slots=True, repr=False)
class Game(Generic[S, A, V, P, O]):
    """Pure rules: no clock, no randomness, no users. One value per game and rules version. Its types are those of the
    state, the acts, the view, the preview and the options.

    A game hands in its functions; `refusal` is the only judge, and `step` asks it. `legal` lists what it lets
    through, in a stable order that depends on the state alone.
    """

    id: str
    rules_version: int
    seats: range
    """The numbers of players it can be played with."""

    options: type[O]
    acts: tuple[A, ...]
    """Every act that a player can ever do, each once, as `legal` writes it. Research numbers actions by this list."""

    forms: tuple[str, ...]
    """How acts are written, for error messages: `place N`."""

    vocabulary: frozenset[str]
    """Every word that can stand in a position: the cards, and whatever else has a name there."""

    refusals: Refusals
    events: tuple[type[Event], ...]
    """Every kind of event, so that the catalogue of sentences can be checked for completeness."""

    reasons: tuple[str, ...]
    """Every `Outcome.reason`."""

    reveals: Mapping[str, Mapping[str, A]]
    """DEALER's acts, made once: for each verb of a `NextReveal`, the act that shows each card."""

    tempo: Tempo = Tempo.TURNS
    same_for_all: bool = False
    """Everybody sees the same, spectators too: views differ in `seat` alone, previews not at all, and every event is
    for everybody. Whoever shows the game to many then makes each of them once."""

    is_calm_with: Callable[[O], bool] = _never
    """Do these options make a race a calm game? Then everybody chooses in private, and speed changes nothing."""

    calm: bool = False
    """This is the calm form of a race: it moves in turns, and choices are hidden. Only `under` sets it."""

    # --- playing ---------------------------------------------------------------------------------------------

    start: Callable[[O, int], S]
    """`start(options, seats)`: the state before anything was dealt. `seats` is one of `self.seats`."""

    actors: Callable[[S], frozenset[Seat]]
    """Who may act now: any players, with or without CLOCK; or DEALER, always alone; nobody when it is over."""

    legal: Callable[[S, Seat], tuple[A, ...]]
    """What a seat may do now, in a stable order. Empty for DEALER, whose acts are `chances`.

    CLOCK's list holds what it may do by itself; findings of the referee are too many to list.
    """

    next_reveal: Callable[[S], NextReveal]
    """Which place in which shuffle DEALER has to show now. Only asked while DEALER is to act."""

    refusal: Callable[[S, Seat, A], Refused | None]
    """Why the act is not allowed now, or None. Holds all legality, DEALER's and CLOCK's acts included."""

    apply: Callable[[S, Seat, A], Stepped[S]]
    """The state after an act that `refusal` lets through. Called by `step` alone."""

    outcome: Callable[[S], Outcome | None]
    """How the match ended, or None while it goes on."""

    # --- racing: only games of tempo CALLS and HANDS hand these in; the referee sits at the table, not in the rules

    deadlines: Callable[[S], tuple[Deadline[A], ...]] = _no_deadlines
    """What CLOCK is waiting to do. The rules never ask what time it is."""

    open_race: Callable[[S], OpenRace[A] | None] = _no_race
    """The race that is on (CALLS)."""

    stakes: Callable[[S, Seat, A], frozenset[str]] = _no_stakes
    """What an act contends for. Acts of several seats with a stake in common are put in order by the referee.

    Empty: judged as it arrives.
    """

    wins_stakes: Callable[[S, Seat, A], bool] = _always_wins
    """Does an act with stakes, if it is first, get its player what it contends for? A wrong call does not."""

    tie: Callable[[S, Mapping[Seat, A]], A] = _no_ties
    """CLOCK's act when these calls cannot be told apart (CALLS)."""

    # --- showing ---------------------------------------------------------------------------------------------

    view: Callable[[S, Seat | None], V]
    """All that a seat may know, built up field by field; None is a spectator."""

    preview: Callable[[V], P]
    """What a board shows beside the view to help a player decide. Computed from the view alone: it cannot leak."""

    # --- notation --------------------------------------------------------------------------------------------

    read: Callable[[str], A | None]
    """The act a text writes, or None when it is of no known form. `str(act)` is the inverse."""

    with_defaults: Callable[[S, A], A] = _nothing_left_open
    """The act with all that a log holds of it: what its text may leave out is filled in from the state."""

    # --- positions (scenarios, tutorials, studies) -----------------------------------------------------------

    from_position: Callable[[Mapping[str, Any], O, int, Shuffle], Position[S]]
    """`from_position(keys, options, seats, shuffle)`: the position these keys describe. What they leave out is as at
    the start of a game dealt by `shuffle`."""

    to_position: Callable[[S, CardSource], dict[str, Any]]
    """The keys of a position, all of them. The `CardSource` shows face-down cards."""

    unordered: frozenset[str] = frozenset()
    """Keys whose cards lie in no order: they are compared as multisets. `announced.colours` names a key inside one."""

    whole: frozenset[str] = frozenset()
    """Keys whose mappings grow: to name one is to name all that is in it. Of other mappings a part may be named."""

    # --- what follows from the above -------------------------------------------------------------------------

    def __repr__(self) -> str:
        return f"<Game {self.id}, rules version {self.rules_version}>"

    def under(self, options: O) -> "Game[S, A, V, P, O]":
        """The game as it is played with these options: a race that they make calm is none. Ask this one for `tempo`
        and `same_for_all`; the rules themselves follow the options that are in the state."""
        return _calm_form(self) if self.is_calm_with(options) and not self.calm else self

    def step(self, state: S, seat: Seat, act: A) -> Stepped[S] | Refused:
        """Judge an act. Player input never raises."""
        refused = self.refusal(state, seat, act)
        return self.apply(state, seat, act) if refused is None else refused

    def chances(self, state: S) -> tuple[tuple[A, Fraction], ...]:
        """What DEALER may do now, with exact probabilities that sum to one; empty when it is not DEALER's turn."""
        if self.actors(state) != ONLY_DEALER:
            return ()
        reveal = self.next_reveal(state)
        acts = self.reveals[reveal.verb]
        return tuple([(acts[card], chance) for card, chance in reveal.left.chances()])

    def reveal_act(self, reveal: NextReveal, card: str) -> A:
        """DEALER's act that shows this card at that place."""
        return self.reveals[reveal.verb][card]

    def act(self, text: str) -> A:
        """The act a text writes; BadInput names the known forms when there is none."""
        act = self.read(text)
        if act is None:
            raise BadInput(repr(text), f"expected one of: {' · '.join(self.forms)}")
        return act


AnyGame = Game[Any, Any, Any, Any, Any]


@cache
def _calm_form(game: AnyGame) -> AnyGame:
    return replace(game, tempo=Tempo.TURNS, same_for_all=False, calm=True)
