"""The bodies of the HTTP API. What is sent to the server is decoded strictly: unknown fields are refused."""

from typing import Annotated, Any, Literal

import msgspec

from cartable.wire.down import NumberedEvent, TableInfo

Seconds = Annotated[float, msgspec.Meta(ge=0, le=3600)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=80, description="1 to 20 visible characters")]
Face = Annotated[
    str, msgspec.Meta(pattern=r"^[a-z]{0,16}$(?!\n)", description="the name of a face that the page draws")
]
LevelName = Literal["random", "easy", "fair", "strong", "expert"]
BotLevel = LevelName | Literal["match"]
"""`match`: as fast as the people at the table in a race, `fair` in turns."""
Pace = Annotated[float, msgspec.Meta(ge=0.25, le=3)]
HeadStart = Annotated[int, msgspec.Meta(ge=0, le=3000)]
HeadStartGame = Annotated[str, msgspec.Meta(max_length=40)]
HeadStartName = Annotated[str, msgspec.Meta(max_length=80)]
Secret = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]


class Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something sent to the server."""


class Settings(Body, frozen=True, kw_only=True):
    """What a table may set about people and time; what is left out stays as it is."""

    race_grace_s: Seconds | msgspec.UnsetType = msgspec.UNSET
    turn_grace_s: Seconds | msgspec.UnsetType = msgspec.UNSET
    auto_s: Annotated[float, msgspec.Meta(ge=0.5, le=600)] | msgspec.UnsetType = msgspec.UNSET
    turn_limit_s: Seconds | msgspec.UnsetType = msgspec.UNSET
    stand_in: LevelName | msgspec.UnsetType = msgspec.UNSET
    hints: bool | msgspec.UnsetType = msgspec.UNSET
    bot_pause_s: Annotated[float, msgspec.Meta(ge=0, le=10)] | msgspec.UnsetType = msgspec.UNSET
    odds: bool | msgspec.UnsetType = msgspec.UNSET
    paces: dict[Annotated[str, msgspec.Meta(max_length=40)], Pace] | msgspec.UnsetType = msgspec.UNSET
    """By game: how much longer than an easy bot the bots of level `match` take; a device keeps what a match led to."""

    handicap: Literal["off", "hand", "learnt"] | msgspec.UnsetType = msgspec.UNSET
    """Where head starts come from: nobody has one, the host chooses them, or they are learnt from the matches."""
    head_starts: dict[HeadStartGame, dict[HeadStartName, HeadStart]] | msgspec.UnsetType = msgspec.UNSET
    """By game and name, those that the host chooses: up to 3000 ms in Hexa, 1000 ms in Trio, 99 points in turns. All
    that was chosen before is replaced."""
    deal_number: Annotated[str, msgspec.Meta(max_length=20)] | msgspec.UnsetType = msgspec.UNSET
    """For the next match alone: a deal number, whose cards are played again; `new`: these cards get one; empty: none.
    Others are told whether a number was entered (`given`), not which."""


class NewTable(Body, frozen=True, kw_only=True):
    """A table to open. With a name, whoever opens it also takes the first place."""

    game: Annotated[str, msgspec.Meta(max_length=40)]
    options: dict[str, Any] = {}
    settings: Settings = Settings()
    public: bool = False
    name: Name | None = None
    face: Face = ""


class Change(Body, frozen=True, kw_only=True):
    """What the host may change between matches: the game, its options, the settings, whether the table is listed.

    Another game begins with its usual options, changed by those that are given."""

    game: Annotated[str, msgspec.Meta(max_length=40)] | msgspec.UnsetType = msgspec.UNSET
    options: dict[str, Any] | msgspec.UnsetType = msgspec.UNSET
    settings: Settings = Settings()
    public: bool | msgspec.UnsetType = msgspec.UNSET


class Sit(Body, frozen=True):
    """Take a place."""

    name: Name
    face: Face = ""


class AddBot(Body, frozen=True):
    """A bot for the table. Without a name it gets one, without a level it is of level `match`."""

    level: BotLevel | None = None
    name: Name | None = None
    places: int | None = None
    """How many places the host saw taken. Where another is taken meanwhile, the same was asked for twice: nothing is
    added."""


class Kick(Body, frozen=True):
    """Send somebody away, or remove a bot."""

    place: int


class Nudge(Body, frozen=True):
    """Ask somebody who is waited for to go on."""

    place: int


class Lock(Body, frozen=True):
    """Let nobody else sit down, or again everybody."""

    locked: bool


class Ready(Body, frozen=True):
    """Say that one is ready, or take it back."""

    ready: bool


class SeatOrder(Body, frozen=True):
    """All places in the order in which they are to sit; without them lots are drawn."""

    places: tuple[int, ...] | None = None


class Rejoin(Body, frozen=True):
    """The secret of a personal link, for the cookie."""

    key: Secret


class PlaceKey(msgspec.Struct, frozen=True):
    """A place that is one's own: `key` opens it (as a bearer token, or in a personal link's fragment)."""

    place: int
    key: str
    table: TableInfo


class Opened(msgspec.Struct, frozen=True, omit_defaults=True):
    """A new table, and the place at it if one was asked for."""

    table: TableInfo
    place: int | None = None
    key: str | None = None


class Invitation(msgspec.Struct, frozen=True):
    """The address under which other devices reach a table, or a match that is over."""

    link: str


class OwnPlace(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table and one's own place at it: without a place one has left, or was sent away."""

    table: TableInfo
    place: int | None = None
    to_act: bool = False
    """Is it one's turn?"""


class TableLine(msgspec.Struct, frozen=True):
    """A table in the public list."""

    code: str
    game: str
    phase: Literal["lobby", "dealing", "playing", "over"]
    players: int
    most: int
    locked: bool


class OptionInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """One option of a game: the rule that explains it and what it can be."""

    name: str
    default: Any
    rule: str
    values: tuple[Any, ...] | None = None
    least: float | None = None
    most: float | None = None


class GameInfo(msgspec.Struct, frozen=True):
    """A game one can play here."""

    id: str
    rules_version: int
    least: int
    most: int
    tempo: Literal["turns", "calls", "hands"]
    options: tuple[OptionInfo, ...]
    levels: tuple[str, ...]
    hints: bool
    """Can one ask for a hint, and afterwards for an analysis of the match?"""
    puzzles: int
    """How many puzzles there are."""


class Shuffled(msgspec.Struct, frozen=True):
    """What went into one shuffle, sorted: with the key of the match anybody can make the same shuffle."""

    verb: str
    shuffle: int
    among: tuple[str, ...]


class Drawn(msgspec.Struct, frozen=True, array_like=True):
    """Which place of which shuffle the dealer had to show."""

    verb: str
    shuffle: int
    slot: int


class ReplayFrame(msgspec.Struct, frozen=True, omit_defaults=True):
    """One act of a match that is over; `patch` and `preview` change the view and the preview before it."""

    n: int
    seat: int
    act: str
    at_ms: int
    events: tuple[NumberedEvent, ...] = ()
    patch: Any = None
    preview: Any = None
    by: str = ""
    receipt: Any = None
    due: Drawn | None = None
    """For the dealer's acts alone: what follows from the rules, to verify the draw with."""


class Replay(msgspec.Struct, frozen=True):
    """A match that is over: the view before the first act, as seen by one seat or by a spectator, then act by act.

    `line` is the header as it was agreed on, to the byte, and `hash` its hash.
    """

    id: str
    header: Any
    line: str
    hash: str
    view: Any
    preview: Any
    frames: tuple[ReplayFrame, ...]
    shuffles: tuple[Shuffled, ...]
    outcome: Any
    reveal: Any


class Hint(msgspec.Struct, frozen=True):
    """What an expert would do now, and why: the sentence `hint.<why>` of the game, filled with `about`."""

    act: str
    why: str
    about: dict[str, str | float | tuple[str, ...]]


class PosedPuzzle(msgspec.Struct, frozen=True):
    """A position in which one act is clearly best, as the seat to move sees it.

    `acts` are the legal ones, the best first, and `worths` the chance to win after each. The match was played on `of`
    times after the best act and after the second best: `won` counts the victories of each.
    """

    game: str
    number: int
    count: int
    seats: int
    seat: int
    options: Any
    view: Any
    preview: Any
    acts: tuple[str, ...]
    worths: tuple[float, ...]
    won: tuple[int, int]
    of: int


class WinStory(msgspec.Struct, frozen=True):
    """Why a match was won: the sentence `story.<why>` of the game, filled with `about`; empty: nothing to add."""

    why: str
    about: dict[str, str | int]


class Decision(msgspec.Struct, frozen=True):
    """A choice somebody had in act `n`: what it was worth, and the best there was."""

    n: int
    seat: int
    act: str
    worth: float
    best: str
    best_worth: float
    sure: bool


class Standing(msgspec.Struct, frozen=True):
    """How everybody stood after act `n`, by seat."""

    n: int
    standing: tuple[float, ...]


class Analysis(msgspec.Struct, frozen=True):
    """Luck and skill in a match that is over: `chance` counts shares of the victory, `points` a match alone.

    By seat: the first standing, less what was `lost`, plus what was `gained` by what the others lost, plus `luck`, is
    the last one.
    """

    unit: Literal["chance", "points"]
    decisions: tuple[Decision, ...]
    moments: tuple[Standing, ...]
    lost: tuple[float, ...]
    gained: tuple[float, ...]
    luck: tuple[float, ...]


class Imported(msgspec.Struct, frozen=True, omit_defaults=True):
    """A match log that was taken in. Not verified: `why`."""

    id: str
    verified: bool
    why: str = ""


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """The one shape of every error. `code` has a sentence in the catalogue; `expected` is for developers."""

    code: str
    rule: str = ""
    about: dict[str, str | int] = {}
    expected: str = ""
