"""Which head starts a table gives: none, those the host has chosen, or those it has learnt from the last matches.

What is learnt is an offset for each player, by game and name: after each match the offsets move so that everybody wins
their share. In races every contest counts; in games of turns the points do. A match keeps the head starts it began
with, so that everybody knows them beforehand.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple

import msgspec
from msgspec import UNSET

from cartable.games import registry
from cartable.kernel import AnyGame, BadInput, Refused, Seat, Tempo
from cartable.matches.head_starts import MOST, check_limit
from cartable.matches.log.header import MATCH_ME, Player, all_options
from cartable.matches.match import Match

HandicapWay = Literal["off", "hand", "learnt"]

GAIN: Final[Mapping[Tempo, float]] = MappingProxyType({Tempo.CALLS: 1000.0, Tempo.HANDS: 300.0})
"""How many ms an offset moves for each contest won too few, before that is divided by what is known of the player."""

STEADY: Final = 40
"""This many evenly won contests are assumed before the first real one: they dampen the first match."""

CONTESTS_KEPT: Final = 200
MATCHES_KEPT: Final = 8
"""The count of contests or matches stops here, so that an offset never becomes too stiff to follow a player."""

PLAYERS_KEPT: Final = 40
"""How many names are kept for each game: those who played last."""


class LearntOffset(msgspec.Struct, frozen=True, array_like=True):
    """How far behind the others somebody is, in ms or points, and from how many contests or matches that is known."""

    offset: float = 0.0
    seen: int = 0


Learnt = dict[str, dict[str, LearntOffset]]
"""By game, then by name in lower case: names are unique at a table."""

ByHand = dict[str, dict[str, int]]
"""The same for head starts that the host has chosen."""


def chosen_head_starts(given: Mapping[str, Mapping[str, int]]) -> ByHand:
    """What a host wants, with names as they are kept, and within the limits of each game."""
    chosen: ByHand = {}
    for game_id, by_name in given.items():
        game = registry.game(game_id)
        if len(by_name) > PLAYERS_KEPT:
            raise BadInput("head starts", f"expected at most {PLAYERS_KEPT} names for {game_id}, got {len(by_name)}")
        for name, start in by_name.items():
            check_limit(game, name, start, MOST[game.tempo])
        chosen[game_id] = {name.casefold(): start for name, start in by_name.items() if start}
    return chosen


class Contested(NamedTuple):
    """Something that several might have got, and who got it."""

    winner: Seat
    among: frozenset[Seat]


def head_starts(
    way: HandicapWay, game: AnyGame, players: Sequence[Player], by_hand: ByHand, learnt: Learnt
) -> tuple[int, ...]:
    """Those of the next match, by seat. Learnt ones are counted from whoever is best. Bots that follow the people's
    pace have none in a race: they would only be as much slower."""
    nobody = (0,) * len(players)
    if way == "off" or len(players) < 2 or game.calm:
        return nobody
    most = MOST[game.tempo]
    if way == "hand":
        chosen = by_hand.get(game.id, {})
        return tuple(
            0 if _follows(game, player) else min(most, chosen.get(player.name.casefold(), 0)) for player in players
        )
    known = learnt.get(game.id, {})
    offsets = {
        seat: known.get(player.name.casefold(), LearntOffset()).offset
        for seat, player in enumerate(players)
        if not _follows(game, player)
    }
    best = min(offsets.values(), default=0.0)
    return tuple(min(most, round(offsets.get(seat, best) - best)) for seat in range(len(players)))


def learn(learnt: Learnt, match: Match) -> Learnt:
    """What is known after a match that was played to its end."""
    game, seats = match.game, match.header.seats
    if game.calm:
        return learnt
    known = learnt.get(game.id, {})
    before = {seat: known.get(player.name.casefold(), LearntOffset()) for seat, player in enumerate(seats)}
    if game.tempo is Tempo.TURNS:
        moved = _moved_by_points(match, before)
    else:
        moved = moved_by_contests(game, contests(match), before)
    if not moved:
        return learnt
    now = {seats[seat].name.casefold(): offset for seat, offset in moved.items()}
    kept = {name: offset for name, offset in known.items() if name not in now}
    return {**learnt, game.id: dict([*kept.items(), *now.items()][-PLAYERS_KEPT:])}


def _follows(game: AnyGame, player: Player) -> bool:
    return player.level == MATCH_ME and game.tempo is not Tempo.TURNS


# --- games of turns ------------------------------------------------------------------------------------------------


def _moved_by_points(match: Match, before: Mapping[Seat, LearntOffset]) -> dict[Seat, LearntOffset]:
    """Each offset moves by a part of the gap between the player's sum and the mean: half of it after the first match,
    a tenth of it from the ninth on."""
    outcome = match.outcome
    played = _own_players(match)
    if outcome is None or outcome.scores is None or len(played) < 2:
        return {}
    sums = {seat: outcome.scores[seat] + match.header.seats[seat].head_start for seat in played}
    mean = sum(sums.values()) / len(sums)
    return {
        seat: _limited(match.game, before[seat].offset + (mean - sums[seat]) / (before[seat].seen + 2), seen)
        for seat in played
        for seen in [min(MATCHES_KEPT, before[seat].seen + 1)]
    }


# --- races ---------------------------------------------------------------------------------------------------------


def moved_by_contests(
    game: AnyGame, found: Iterable[Contested], before: Mapping[Seat, LearntOffset]
) -> dict[Seat, LearntOffset]:
    """A fair share of a contest among n is 1 / n. Each offset moves by GAIN times the contests that the player won too
    few, divided by the number of contests known of that player."""
    missed: dict[Seat, float] = {}
    count: dict[Seat, int] = {}
    for contest in found:
        for seat in contest.among:
            missed[seat] = missed.get(seat, 0.0) + 1 / len(contest.among) - (seat == contest.winner)
            count[seat] = count.get(seat, 0) + 1
    gain = GAIN[game.tempo]
    moved = {}
    for seat, times in count.items():
        step = gain * missed[seat] / (before[seat].seen + times + STEADY)
        moved[seat] = _limited(game, before[seat].offset + step, min(CONTESTS_KEPT, before[seat].seen + times))
    return moved


def contests(match: Match) -> Iterator[Contested]:
    """Yield who won against whom. Where everybody calls for one card: the cards that somebody won, each among all who
    could call. Where everybody plays at any time: the acts that the referee put in order, each among those who
    contended. Ties tell nothing."""
    own = frozenset(seat for seat in _own_players(match) if not _follows(match.game, match.header.seats[seat]))
    found = _won_cards(match, own) if match.game.tempo is Tempo.CALLS else _ordered_acts(match)
    for winner, among in found:
        if winner in own and len(among & own) > 1:
            yield Contested(winner, among & own)


def _won_cards(match: Match, own: frozenset[Seat]) -> Iterator[Contested]:
    game = match.game
    state: Any = game.start(all_options(game, match.header), match.header.players)
    for entry in match.entries:
        act = game.act(entry.text)
        if entry.seat >= 0 and game.stakes(state, entry.seat, act) and game.wins_stakes(state, entry.seat, act):
            yield Contested(entry.seat, own & game.actors(state))
        stepped = game.step(state, entry.seat, act)
        if isinstance(stepped, Refused):
            raise TypeError(f"a match has no refused acts: {entry.text}")
        state = stepped.state


def _ordered_acts(match: Match) -> Iterator[Contested]:
    for entry in match.entries:
        calls = entry.about.receipt["calls"] if entry.about.receipt is not UNSET else ()
        if calls and all(call["verdict"] != "tie" for call in calls):
            yield Contested(entry.seat, frozenset(call["seat"] for call in calls))


def _own_players(match: Match) -> frozenset[Seat]:
    """The seats whose own players did everything: what a stand-in wins or loses tells nothing about them."""
    stood_in = {entry.seat for entry in match.entries if entry.about.by == "stand-in"}
    return frozenset(entry.seat for entry in match.entries if entry.seat >= 0) - stood_in


def _limited(game: AnyGame, offset: float, seen: int) -> LearntOffset:
    most = MOST[game.tempo]
    return LearntOffset(round(max(-most, min(most, offset)), 2), seen)
