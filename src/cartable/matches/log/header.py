"""The first line of a match log: what was agreed before the first card."""

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, Final, Literal

import msgspec

from cartable.kernel import AnyGame, BadInput, Options, Tempo, options_in_every_log, read_options
from cartable.matches.deal.deal_number import DealNumberKind

FORMAT: Final = 1
"""The log format this code writes and reads."""

MATCH_ME: Final = "match"
MATCHED_LEVEL: Final = "easy"
"""`MATCH_ME` stands in place of a level where bots are as fast as the people at the table: in all but speed, they are
bots of `MATCHED_LEVEL`."""

DEFAULT_LEVEL: Final = "fair"
"""What `MATCH_ME` means in turns."""

Hash = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}$(?!\n)", description="a SHA-256 in lower-case hex")]


class Player(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Who plays a seat: a person, or a bot of a level."""

    name: str
    kind: Literal["human", "bot"]
    level: str = ""
    pace: float = 1.0
    """Of a bot whose level is `MATCH_ME`: how much longer than an easy bot it took at the beginning of the match."""
    head_start: int = 0
    """What this seat was given before the match: milliseconds in a race, points in a game of turns."""


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a match is. `options` names every option, so that a later default changes nothing.

    `commitment` is the hash of the dealer's secret, `nonces` are the hashes of what the players' devices will add.
    """

    cartable: int
    game: str
    rules_version: int
    options: dict[str, Any]
    players: int
    seats: tuple[Player, ...]
    commitment: Hash
    nonces: tuple[Hash, ...]
    deal_number: DealNumberKind = "none"

    def line(self) -> bytes:
        """The header as it is written, without a line end. Its hash is what devices keep."""
        return msgspec.json.encode(self)


def header_for(
    game: AnyGame,
    options: Options,
    seats: Sequence[Player],
    commitment: str,
    nonces: Iterable[str] = (),
    *,
    deal_number: DealNumberKind = "none",
) -> Header:
    """The header of a new match under the game's present rules."""
    check_players(game, len(seats))
    return Header(
        cartable=FORMAT,
        game=game.id,
        rules_version=game.rules_version,
        options=msgspec.to_builtins(options),
        players=len(seats),
        seats=tuple(seats),
        commitment=commitment,
        nonces=tuple(nonces),
        deal_number=deal_number,
    )


def level_in(game: AnyGame, level: str) -> str:
    """What a bot's level means in a game: in turns nobody is fast, so there is nobody to follow."""
    return DEFAULT_LEVEL if level == MATCH_ME and game.tempo is Tempo.TURNS else level


def check_players(game: AnyGame, players: int) -> None:
    """A game can be played by this number of players, or it is `BadInput`."""
    if players not in game.seats:
        raise BadInput("players", f"expected {game.seats[0]} to {game.seats[-1]} for {game.id}, got {players}")


def all_options(game: AnyGame, header: Header) -> Options:
    """The options a header names: each of them, since defaults may change, but for those that came later."""
    options: Options = read_options(game.options, header.options)
    missing = [name for name in options_in_every_log(game.options) if name not in header.options]
    if missing:
        raise BadInput("options", f"expected every option of {game.id}, missing: {', '.join(missing)}")
    return options
