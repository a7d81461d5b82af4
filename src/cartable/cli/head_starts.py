"""Head starts at the terminal: what `--handicap` says, how they are told, and what was learnt, kept in a file."""

from collections.abc import Iterator, Sequence
from statistics import fmean
from typing import Final

import msgspec
from msgspec.structs import replace

from cartable.cli.data_folder import data_folder
from cartable.cli.language import names_of
from cartable.kernel import AnyGame, BadInput, Outcome, Seat, Tempo
from cartable.matches.head_starts import MOST, UNIT, check_head_starts
from cartable.matches.learned_head_starts import Learnt, LearntOffset, head_starts, learn
from cartable.matches.log.header import MATCH_ME, Header, Player
from cartable.matches.match import Match
from cartable.words import Teller

FILE: Final = "head-starts.json"
PERSON: Final = "person"


def with_head_starts(
    game: AnyGame, seats: Sequence[Player], way: str | None, *, habit: bool = True
) -> tuple[Player, ...]:
    """The seats of a match with the head starts that `--handicap` asks for. Without `habit` nothing that was learnt."""
    if way in (None, "off"):
        return tuple(seats)
    if way == "learnt":
        known = _known_by(seats, _read() if habit else {})
        starts = head_starts("learnt", game, seats, {}, known)
    else:
        starts = _numbers(game, way or "", len(seats))
        if game.tempo is not Tempo.TURNS and any(
            start for start, seat in zip(starts, seats, strict=True) if seat.level == MATCH_ME
        ):
            raise BadInput(
                "--handicap", "expected 0 for bots at your pace: they would only be as much slower; name a --bot LEVEL"
            )
    found = tuple(replace(seat, head_start=start) for seat, start in zip(seats, starts, strict=True))
    check_head_starts(game, found)
    return found


def _numbers(game: AnyGame, text: str, seats: int) -> tuple[int, ...]:
    try:
        starts = tuple(int(part) for part in text.split(","))
    except ValueError:
        starts = ()
    if not starts or len(starts) > seats:
        wanted = f"expected off, learnt, or 1 to {seats} numbers from 0 to {MOST[game.tempo]} {UNIT[game.tempo]}"
        raise BadInput("--handicap", f"{wanted}, yours first: 350,0; got {text!r}")
    return (*starts, *(0,) * (seats - len(starts)))


# --- telling -------------------------------------------------------------------------------------------------------


def told_start(teller: Teller, game: AnyGame, start: int) -> str:
    """`head start +350 ms`."""
    short = teller.say("web.handicap.points" if game.tempo is Tempo.TURNS else "web.handicap.ms", start=start)
    return teller.say("web.handicap.has", start=short)


def told_points(header: Header, outcome: Outcome, seat: Seat) -> str:
    """`41 + 8`: what was played, and the head start."""
    points = outcome.scores[seat] if outcome.scores else 0
    start = header.seats[seat].head_start
    return f"{points} + {start}" if start else str(points)


def head_start_lines(teller: Teller, game: AnyGame, header: Header) -> Iterator[str]:
    """Who has one, before the match."""
    for name, seat in zip(names_of(header, teller.language), header.seats, strict=True):
        if seat.head_start:
            yield teller.told(name, told_start(teller, game, seat.head_start))


# --- what was learnt -----------------------------------------------------------------------------------------------


def keep_learnt(match: Match) -> None:
    """After a match. The person is kept as such, a bot by its level: its name is another one each time."""
    kept = _read()
    seats = match.header.seats
    learnt = learn(_known_by(seats, kept), match).get(match.game.id, {})
    found: dict[str, list[LearntOffset]] = {}
    for seat in seats:
        if seat.name.casefold() in learnt:
            found.setdefault(_habit(seat), []).append(learnt[seat.name.casefold()])
    by_habit = {habit: _mean(offsets) for habit, offsets in found.items()}
    try:
        path = data_folder() / FILE
        written = path.with_suffix(".new")
        written.write_bytes(msgspec.json.encode({**kept, match.game.id: {**kept.get(match.game.id, {}), **by_habit}}))
        written.replace(path)
    except (OSError, BadInput):
        return  # a folder that cannot be written costs no match


def _known_by(seats: Sequence[Player], kept: Learnt) -> Learnt:
    """What is kept, under the names of this match."""
    return {
        game: {seat.name.casefold(): by_habit.get(_habit(seat), LearntOffset()) for seat in seats}
        for game, by_habit in kept.items()
    }


def _mean(offsets: Sequence[LearntOffset]) -> LearntOffset:
    """Of several bots of one level."""
    return LearntOffset(round(fmean(each.offset for each in offsets), 2), offsets[0].seen)


def _habit(seat: Player) -> str:
    return PERSON if seat.kind == "human" else seat.level


def _read() -> Learnt:
    try:
        return msgspec.json.decode((data_folder() / FILE).read_bytes(), type=Learnt)
    except (OSError, BadInput, msgspec.DecodeError, UnicodeDecodeError):
        return {}
