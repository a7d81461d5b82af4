"""What the server sends over the socket. Sentences are never sent: the client tells them from the catalogue."""

from typing import Any, Literal

import msgspec

Json = Any
"""A view, a preview or a patch: its shape is the game's own (see `games`)."""


class Down(msgspec.Struct, frozen=True, tag_field="t", omit_defaults=True):
    """A message from the server."""


class PlaceInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody at the table. `bars` is the quality of their connection, 0 (gone) to 4."""

    id: int
    name: str
    kind: Literal["human", "bot"]
    level: str = ""
    face: str = ""
    """The name of the face they chose; empty: the page gives them one."""
    ready: bool = False
    seat: int | None = None
    present: bool = True
    stood_in: bool = False
    bars: int = 4
    watches: bool = False
    """The game has no room for them: they keep their place, and watch."""
    head_start: int = 0
    """What they get in the next match: ms in a race, points in a game of turns."""


class EveningPlayerInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """How somebody has done at this table: a point for every player beaten, and first, second and third places."""

    name: str
    kind: Literal["human", "bot"] = "human"
    face: str = ""
    points: int = 0
    matches: int = 0
    medals: tuple[int, int, int] = (0, 0, 0)


class EveningMatchInfo(msgspec.Struct, frozen=True, array_like=True):
    """A match that was played to its end here, and who won it."""

    id: str
    game: str
    winners: tuple[str, ...]


class EveningInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """What this table has played: the tally, best first, and its matches, oldest first."""

    players: tuple[EveningPlayerInfo, ...] = ()
    matches: tuple[EveningMatchInfo, ...] = ()


class TableInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """The table as everybody may know it."""

    code: str
    game: str
    options: dict[str, Json]
    settings: dict[str, Json]
    public: bool
    locked: bool
    host: int | None
    places: tuple[PlaceInfo, ...]
    least: int
    most: int
    spectators: int
    lives_until: int
    """When the table will be forgotten unless somebody acts, in seconds since 1970."""
    phase: Literal["lobby", "dealing", "playing", "over"] = "lobby"
    paused: bool = False
    stopped: bool = False
    """What happens cannot be written down at the moment: nothing is accepted, and nothing that was told is lost."""
    players: tuple[str, ...] = ()
    """The names at the seats of the present match or the last one, also of those who have left since."""
    head_starts: tuple[int, ...] = ()
    """By seat, in the present match or the last one; empty: nobody has one."""
    calm: bool = False
    """The options make a race a calm game: everybody chooses in private, and speed changes nothing."""
    deal_number: str = ""
    """Of the last match, once it is over: with it the same cards can be played again; empty: it has none."""
    match: str | None = None
    commitment: str | None = None
    header: str | None = None
    """The hash of the present match's header: devices keep it to verify the deals later."""
    order: Literal["came", "host", "lots"] = "came"
    """Why the places are in their order: as people came, as the host put them, or drawn by lot."""
    evening: EveningInfo = EveningInfo()
    sent_away: tuple[str, ...] = ()
    """The names of those whom the host has sent away; `let-back` lets them sit down again."""


class Shown(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a seat sees of the match and may do: all that a board is drawn from."""

    view: Json
    legal: tuple[str, ...] = ()
    preview: Json = None


class NumberedEvent(msgspec.Struct, frozen=True, array_like=True):
    """An event and its number."""

    n: int
    index: int
    event: Json


class ReceiptInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """One contested call: the accepted time, how sure it is, and the verdict."""

    seat: int
    call: str
    time: float
    give: float
    verdict: Literal["first", "tie", "later"]
    gap: float = 0.0
    head_start: int = 0
    """Taken off the time before it was compared."""


class Welcome(Down, frozen=True, tag="welcome"):
    """The answer to `hello`: the table, and which place the client has at it (none: a spectator)."""

    v: int
    table: TableInfo
    place: int | None = None
    k: int = -1
    """The last act number the server has of this seat: the next one is `k + 1`."""


class Snapshot(Down, frozen=True, tag="snapshot"):
    """The whole match, up to event `at`. Sent at the start, and to clients that missed too much."""

    match: str
    n: int
    """The last act it shows."""
    at: tuple[int, int]
    """The number of the last event: what to name in `since` later."""
    shown: Shown
    log: tuple[NumberedEvent, ...] = ()
    """All events since the one that `hello` named, when `resumed`; else the last few, so that the log is not empty."""
    resumed: bool = False
    outcome: Json = None
    stood_in: tuple[int, ...] = ()
    """The acts in `log` that a bot did for somebody who was away or took too long."""
    time_left: int | None = None
    """How many ms after the arrival of this the time ends that the rules give everybody for what is to be done now."""


class Update(Down, frozen=True, tag="update"):
    """What happened, and what has changed in what the seat sees.

    `patch` changes the view that was last sent: see `wire.patch`. `legal` and `preview` are whole, and left out when
    they are as before.
    """

    n: int
    events: tuple[NumberedEvent, ...] = ()
    patch: Json = None
    legal: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    preview: Json | msgspec.UnsetType = msgspec.UNSET
    receipts: tuple[ReceiptInfo, ...] = ()
    outcome: Json = None
    stood_in: bool = False
    """A bot did this for somebody who was away or took too long."""
    race: bool = False
    """A raced card: answer `seen` with this `n` at its paint, and time the act from there."""


class Answer(Down, frozen=True, tag="answer"):
    """The answer to act `k`: one of four, always. `about` are the details of a refusal for its sentence."""

    k: int
    answer: Literal["accepted", "refused", "already-judged", "late"]
    n: int | None = None
    code: str = ""
    rule: str = ""
    about: dict[str, str | int] = {}


class Opinion(Down, frozen=True, tag="opinion"):
    """The answer to `ask`: without a code it would be accepted."""

    q: int
    code: str = ""
    rule: str = ""
    about: dict[str, str | int] = {}


class Ping(Down, frozen=True, tag="ping"):
    """Answer at once with `pong`."""

    p: int


class Tail(Down, frozen=True, tag=""):
    """A trailing frame after a raced card; nothing to do."""


class TableChanged(Down, frozen=True, tag="table"):
    """The table as it is now: somebody came, went, got ready; the match began or ended."""

    table: TableInfo


class DealBegins(Down, frozen=True, tag="deal"):
    """A deal is being prepared: send `nonce-hash` for it. `restarts` counts those broken off by a withheld nonce."""

    deal: int
    commitment: str
    restarts: int = 0
    withheld: tuple[int, ...] = ()


class DealHeader(Down, frozen=True, tag="header"):
    """All hashes are in: here is the header they stand in; keep its hash, then send `nonce`."""

    deal: int
    line: str
    hash: str


class MatchStarts(Down, frozen=True, tag="starts"):
    """The cards are dealt: the match starts `after` ms from the arrival of this, by what is known of the connection. So
    all count down to one and the same moment."""

    after: int


class WaitInfo(msgspec.Struct, frozen=True):
    """Until when the table waits for somebody, in ms from the arrival of this, and how long it waits in all.

    `absent`: they are not connected, then a bot stands in; `slow`: a bot makes this one decision."""

    seat: int
    why: Literal["absent", "slow"]
    after: int
    whole: int


class Waiting(Down, frozen=True, tag="waiting"):
    """For whom the table waits, and how long; empty: for nobody in particular."""

    waits: tuple[WaitInfo, ...] = ()


class Reacted(Down, frozen=True, tag="reacted"):
    """Somebody at the table shows how they feel. `what` is one of `up.Reaction`."""

    place: int
    what: str


class Nudged(Down, frozen=True, tag="nudged"):
    """Somebody asks this player to go on."""

    by: int


Why = Literal[
    "newer",
    "reload",
    "kicked",
    "closed",
    "stopping",
    "silent",
    "bad-message",
    "too-many",
    "too-many-sockets",
    "too-many-spectators",
    "too-many-guesses",
]
"""Why the server closes a connection."""


class Goodbye(Down, frozen=True, tag="bye"):
    """The server closes the connection. `newer`: the seat was opened elsewhere; `reload`: the page is too old;
    `too-many`: messages; `too-many-sockets`: of one address; `too-many-guesses`: no more codes may be tried from there,
    and the key opens no place."""

    why: Why
    about: str = ""


DownMessage = (
    Welcome
    | Snapshot
    | Update
    | Answer
    | Opinion
    | Ping
    | Tail
    | TableChanged
    | DealBegins
    | DealHeader
    | MatchStarts
    | Waiting
    | Reacted
    | Nudged
    | Goodbye
)
