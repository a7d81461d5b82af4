"""The contract that every game fulfils, turn game and race alike."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from cartable.kernel.act import Act
from cartable.kernel.chance import CardSource, NextReveal, Shuffle
from cartable.kernel.errors import BadInput
from cartable.kernel.event import Event
from cartable.kernel.options import Options
from cartable.kernel.outcome import Outcome
from cartable.kernel.position import Position
from cartable.kernel.seats import Seat
from cartable.kernel.step import Refusals, Refused, Stepped

S = TypeVar("S", bound=msgspec.Struct)
A = TypeVar("A", bound=Act)
V = TypeVar("V", bound=msgspec.Struct)
O = TypeVar("O", bound=Options)  # noqa: E741 - the customary letter; there is no zero near it


class Deadline(msgspec.Struct, Generic[A], frozen=True):
    """What CLOCK does by itself when nothing else happens for so long. A change of `act` or `key` starts it afresh."""

    act: A
    after_s: float
    key: str = ""
    courtesy: bool = True
    """A mere pause for people's sake, which a table at test pace skips; False: time that players need to act."""


class Tempo(StrEnum):
    """How a game moves, which is all that a table needs to know to run it fairly."""

    TURNS = "turns"  # players take their time, one after the other or all together
    CALLS = "calls"  # a card is shown, and the first to call counts; who cannot be told apart is tied
    HANDS = "hands"  # everybody acts at any time; acts that contend for one thing are put in order


class OpenRace(msgspec.Struct, Generic[A], frozen=True):
    """A card is open that everybody answers at the same moment. `key` is another one for each such card.

    `void` is what CLOCK does when the race was cut (a restart, a pause) and cannot be judged.
    """

    key: str
    void: A


class Game(ABC, Generic[S, A, V, O]):
    """Pure rules: no clock, no randomness, no users. One instance per game and rules version, without state of its own.

    `step` is the only judge. `legal` lists what it lets through, in a stable order that depends on the state alone.
    """

    id: ClassVar[str]
    rules_version: ClassVar[int]
    seats: ClassVar[range]
    tempo: ClassVar[Tempo] = Tempo.TURNS
    forms: ClassVar[tuple[str, ...]]
    """How acts are written, for error messages: `place N`."""

    vocabulary: ClassVar[frozenset[str]]
    """Every word that can stand in a position: the cards, and whatever else has a name there."""

    options: type[O]
    refusals: Refusals
    events: tuple[type[Event], ...]
    """Every kind of event, so that the catalogue of sentences can be checked for completeness."""

    reasons: tuple[str, ...]
    """Every `Outcome.reason`."""

    reveals: Mapping[str, Mapping[str, A]]
    """DEALER's acts, made once: for each verb of a `NextReveal`, the act that shows each card."""

    same_for_all: ClassVar[bool] = False
    """Everybody sees the same, spectators too: views differ in `seat` alone, and previews not at all. Whoever shows
    the game to many then makes both once."""

    # How the keys of a position compare (see `to_position`).
    unordered: ClassVar[frozenset[str]] = frozenset({"hands", "zones", "discard", "covered", "announced.colours"})
    """Keys whose cards lie in no order."""

    whole: ClassVar[frozenset[str]] = frozenset({"sheets"})
    """Keys whose mappings grow: to name one is to name all that is in it. Of other mappings a part may be named."""

    # --- playing ---------------------------------------------------------------------------------------------

    @abstractmethod
    def start(self, options: O, seats: int) -> S:
        """The state before anything was dealt. `seats` is one of `self.seats`."""

    @abstractmethod
    def actors(self, state: S) -> frozenset[Seat]:
        """Who may act now: any players, with or without CLOCK; or DEALER, always alone; nobody when it is over."""

    @abstractmethod
    def legal(self, state: S, seat: Seat) -> tuple[A, ...]:
        """What a seat may do now, in a stable order. Empty for DEALER, whose acts are `chances`.

        CLOCK's list holds what it may do by itself; findings of the referee are too many to list.
        """

    @abstractmethod
    def chances(self, state: S) -> tuple[tuple[A, Fraction], ...]:
        """What DEALER may do now, with exact probabilities that sum to one; empty when it is not DEALER's turn."""

    @abstractmethod
    def next_reveal(self, state: S) -> NextReveal:
        """Which place in which shuffle DEALER has to show now. Only asked while DEALER is to act."""

    def reveal_act(self, reveal: NextReveal, card: str) -> A:
        """DEALER's act that shows this card at that place."""
        return self.reveals[reveal.verb][card]

    @abstractmethod
    def refusal(self, state: S, seat: Seat, act: A) -> Refused | None:
        """Why the act is not allowed now, or None. Holds all legality, DEALER's and CLOCK's acts included."""

    @abstractmethod
    def apply(self, state: S, seat: Seat, act: A) -> Stepped[S]:
        """The state after an act that `refusal` lets through. Called by `step` alone."""

    def step(self, state: S, seat: Seat, act: A) -> Stepped[S] | Refused:
        """Judge an act. Player input never raises."""
        refused = self.refusal(state, seat, act)
        return self.apply(state, seat, act) if refused is None else refused

    def deadlines(self, state: S) -> tuple[Deadline[A], ...]:  # noqa: ARG002 - races override it and look
        """What CLOCK is waiting to do. Turn games wait for nothing. The rules never ask what time it is."""
        return ()

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """How the match ended, or None while it goes on."""

    # --- racing ----------------------------------------------------------------------------------------------
    # Only games of tempo CALLS and HANDS have something to say here; the referee sits at the table, not in the rules.

    def open_race(self, state: S) -> OpenRace[A] | None:  # noqa: ARG002 - races override it and look
        """The race that is on (CALLS)."""
        return None

    def stakes(self, state: S, seat: Seat, act: A) -> frozenset[str]:  # noqa: ARG002 - races override it and look
        """What an act contends for. Acts of several seats with a stake in common are put in order by the referee.

        Empty: judged as it arrives.
        """
        return frozenset()

    def tie(self, state: S, calls: Mapping[Seat, A]) -> A:
        """CLOCK's act when these calls cannot be told apart (CALLS)."""
        raise TypeError(f"{self.id} knows no ties: {sorted(calls)} at {state!r}")

    # --- showing ---------------------------------------------------------------------------------------------

    @abstractmethod
    def view(self, state: S, seat: Seat | None) -> V:
        """All that a seat may know, built up field by field; None is a spectator."""

    @abstractmethod
    def preview(self, view: V) -> msgspec.Struct:
        """What a board shows beside the view to help a player decide. Computed from the view alone: it cannot leak."""

    # --- notation --------------------------------------------------------------------------------------------

    @abstractmethod
    def read(self, text: str) -> A | None:
        """The act a text writes, or None when it is of no known form. `str(act)` is the inverse."""

    def with_defaults(self, state: S, act: A) -> A:  # noqa: ARG002 - games whose players may leave something unsaid look
        """The act with all that a log holds of it: what its text may leave open is filled in from the state."""
        return act

    def act(self, text: str) -> A:
        """The act a text writes; BadInput names the known forms when there is none."""
        act = self.read(text)
        if act is None:
            raise BadInput(repr(text), f"expected one of: {' · '.join(self.forms)}")
        return act

    # --- positions (scenarios, tutorials, studies) -----------------------------------------------------------

    @abstractmethod
    def from_position(self, given: Mapping[str, Any], options: O, seats: int, shuffle: Shuffle) -> Position[S]:
        """The position these keys describe. What they leave out is as at the start of a game dealt by `shuffle`."""

    @abstractmethod
    def to_position(self, state: S, peek: CardSource) -> dict[str, Any]:
        """The keys of a position, all of them. `peek` shows face-down cards."""


AnyGame = Game[Any, Any, Any, Any]
