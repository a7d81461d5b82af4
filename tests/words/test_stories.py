"""What is told of a victory is true: every claim is counted again, from what happened in the match."""

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from cartable.games import registry
from cartable.games.hexa.events import HexaImpossibleRight, HexaPlayerEliminated, HexaRowRight
from cartable.games.push.cards import DICE, LETTER_OF
from cartable.games.push.events import PushCardsLost, PushColourProtected, PushColumnTaken, PushDieRolled
from cartable.games.push.state import Zone
from cartable.games.quinto.story import SOLO_RANKS
from cartable.games.quinto.story import story as quinto_story
from cartable.games.trio.events import TrioCardLaid, TrioFaultProved, TrioLastCardLaid, TrioRoundEnded
from cartable.kernel import AnyGame, Outcome
from cartable.matches.story import Story, story
from cartable.words import catalogue
from tests.kit.sample import Sampled, Setup
from tests.kit.setups import match_of, scenario_setups, spread

pytestmark = pytest.mark.every_game

PUSH, QUINTO, HEXA, TRIO = map(registry.game, ("push", "quinto", "hexa", "trio"))

Claims = tuple[str, dict[str, Any]]


@cache
def finished(game: AnyGame) -> tuple[Sampled, ...]:
    """Matches of every kind that came to an end, some of them from made-up positions on."""
    setups: list[Setup] = list(spread(game, 60))
    for policy in ("uniform", "first", "last"):
        setups += [setup for _, setup in scenario_setups(game, [policy])]
    return tuple(match for match in (match_of(game, setup) for setup in setups) if game.outcome(match.last) is not None)


def value(card: str) -> int:
    return int(card[1:]) if card != DICE else 0


def told_of_push(match: Sampled, outcome: Outcome) -> Claims:
    """By following every card into the zones and out of them."""
    zones = match.begin(PUSH).zones
    shown, safe = [list(zone.shown) for zone in zones], [list(zone.protected) for zone in zones]
    columns: list[list[int]] = [[] for _ in zones]
    rolls: dict[tuple[int, str], int] = {}
    for event in match.events:
        match event:
            case PushColumnTaken(seat=seat, cards=cards):
                shown[seat] += [card for card in cards if card != DICE]
                columns[seat].append(sum(map(value, cards)))
            case PushCardsLost(seat=seat, cards=cards):
                for card in cards:
                    shown[seat].remove(card)
            case PushColourProtected(seat=seat, colour=colour, cards=cards):
                safe[seat] += cards
                for card in cards:
                    shown[seat].remove(card)
                rolls[seat, colour] = 0  # all that lies safe in this colour outlasts the rolls from here on
            case PushDieRolled(seat=seat):
                rolls |= {key: count + 1 for key, count in rolls.items() if key[0] == seat}
    points = [sum(map(value, one + two)) for one, two in zip(shown, safe, strict=True)]
    best = max(points)
    lead = best - sorted(points)[-2]
    if len(outcome.winners) > 1:
        return "shared", {"points": best}
    winner = outcome.winners[0]
    assert points[winner] == best
    if not lead:
        size = len(shown[winner]) + len(safe[winner])
        level = [len(shown[seat]) + len(safe[seat]) for seat in match.seats if points[seat] == best and seat != winner]
        assert size > max(level), "the most cards decide"
        return "cards", {"points": best, "cards": size}
    colours = {colour: sum(value(c) for c in safe[winner] if c[0] == letter) for colour, letter in LETTER_OF.items()}
    colour, saved = max(colours.items(), key=lambda each: each[1])
    if saved < lead:
        return "column", {"lead": lead, "points": max(columns[winner], default=0), "columns": len(columns[winner])}
    survived = rolls.get((winner, colour), 0)
    claims = {"lead": lead, "colour": colour, "points": saved, "rolls": survived}
    return "protected-rolled" if survived else "protected", claims


def told_of_quinto(match: Sampled, outcome: Outcome) -> Claims:
    """By counting the sheets up once more (QUIN-24 to 28)."""
    view = QUINTO.view(match.last, None)
    columns = {"orange": (3, 13, 6, "o"), "yellow": (2, 12, 7, "y"), "purple": (1, 11, 5, "p")}
    rows, bonuses = [], []
    for sheet in view.sheets:
        cells = {
            colour: [sheet.get(f"{letter}{at}", 0) for at in range(low, high) if at != gap]
            for colour, (low, high, gap, letter) in columns.items()
        }
        rows.append({name: row[-1] if all(row) else sum(map(bool, row)) for name, row in cells.items()})
        full = {"3": "p3", "4": "o4", "8": "o8", "9": "y9", "10": "p10"}
        bonuses.append(sum(sheet[cell] for at, cell in full.items() if all(sheet.get(row + at) for row in "oyp")))
    misses = [-5 * count for count in view.misses]
    points = [sum(row.values()) + bonus + miss for row, bonus, miss in zip(rows, bonuses, misses, strict=True)]
    winner = outcome.winners[0]
    own = rows[winner]
    colour = max(own, key=own.__getitem__)
    if len(points) == 1:
        rank = sum(points[0] >= least for least in SOLO_RANKS)
        return "alone", {"rank": f"rank-{rank}", "colour": colour, "row": own[colour]}
    if len(outcome.winners) > 1:
        return "shared", {"points": max(points)}
    second = max((seat for seat in match.seats if seat != winner), key=points.__getitem__)
    lead = points[winner] - points[second]
    assert lead > 0
    ahead = {
        "row": own[colour] - rows[second][colour],
        "bonuses": bonuses[winner] - bonuses[second],
        "misses": misses[winner] - misses[second],
    }
    claims: dict[str, dict[str, Any]] = {
        "row": {"lead": lead, "colour": colour, "points": own[colour]},
        "bonuses": {"lead": lead, "points": bonuses[winner]},
        "misses": {"lead": lead, "own": misses[winner], "other": misses[second]},
    }
    why = max(ahead, key=ahead.__getitem__)
    return why, claims[why]


def told_of_hexa(match: Sampled, outcome: Outcome) -> Claims:
    (winner,) = outcome.winners
    start, right = match.begin(HEXA), 0
    out = set(start.out)
    for event in match.events:
        right += isinstance(event, HexaRowRight | HexaImpossibleRight) and event.seat == winner
        if isinstance(event, HexaPlayerEliminated):
            out.add(event.seat)
    if outcome.reason == "last-player":
        assert len(out) == len(match.seats) - 1
        return "last-player", {"right": right, "out": len(out)}
    left = [len(match.last.piles[seat]) for seat in match.seats if seat != winner and seat not in out]
    return "last-card", {"right": right, "left": min(left)}


def told_of_trio(match: Sampled, outcome: Outcome) -> Claims:
    winner = outcome.winners[0]
    left = [len(match.last.hands[seat]) + len(match.last.stacks[seat]) for seat in match.seats]
    events = list(match.events)
    if len(outcome.winners) > 1:
        assert {left[seat] for seat in outcome.winners} == {left[winner]} or outcome.reason == "rounds"
        return "shared", {"left": left[winner]}
    if outcome.reason == "rounds":
        ends = [event for event in events if isinstance(event, TrioRoundEnded)]
        *_, second, first = sorted(ends[-1].totals)
        begun = match.begin(TRIO).round - 1
        won = sum(winner in end.winners for end in ends)
        return "rounds", {"lead": first - second, "won": won, "rounds": begun + len(ends)}
    laid = [type(event) for event in events if getattr(event, "seat", None) == winner]
    cards = laid.count(TrioCardLaid) + laid.count(TrioLastCardLaid)
    next_left = min(left[seat] for seat in match.seats if seat != winner)
    faults = laid.count(TrioFaultProved)
    claims = {"laid": cards, "left": next_left}
    return ("faults", {**claims, "faults": faults}) if faults else ("last-card", claims)


TOLD: dict[str, Callable[[Sampled, Outcome], Claims]] = {
    "push": told_of_push,
    "quinto": told_of_quinto,
    "hexa": told_of_hexa,
    "trio": told_of_trio,
}
NEVER_SAMPLED = {"trio": {"blocked"}}
"""What the sampled matches never end with; made-up ones below do."""


@pytest.mark.parametrize(
    "game", [each.game for each in registry.packages() if each.story is not None], ids=lambda game: game.id
)
def test_every_claim_is_true(game: AnyGame) -> None:
    """And each sentence of the catalogue is told at some time."""
    seen = set()
    for match in finished(game):
        outcome = game.outcome(match.last)
        found = story(game, match.last, list(match.events))
        assert found is not None
        assert outcome is not None
        assert (found.why, found.about) == TOLD[game.id](match, outcome), match.setup
        seen.add(found.why)
    sentences = {key.removesuffix("-you") for key in catalogue("en").find(f"{game.id}.story")}
    assert sentences - seen == NEVER_SAMPLED.get(game.id, set())


def last_of(game: AnyGame, why: str) -> Any:
    """A finished state with this story."""
    found = ((match.last, story(game, match.last, list(match.events))) for match in finished(game))
    return next(state for state, told in found if told is not None and told.why == why)


def test_two_rolls_before_the_last_cards_were_protected_are_not_survived_by_these() -> None:
    """Points of Push that were protected later have outlasted the later rolls only."""
    state = last_of(PUSH, "protected-rolled")
    zones = (Zone((), ("G4", "G5")), *(Zone((), ()) for _ in state.zones[1:]))
    state = replace(state, zones=zones)
    first, second = (PushColourProtected(seat=0, colour="green", cards=(card,)) for card in ("G4", "G5"))
    roll, other = PushDieRolled(seat=0, face="red"), PushDieRolled(seat=1, face="red")
    told = story(PUSH, state, [first, roll, roll, second, other, roll])
    assert told == Story("protected-rolled", {"lead": 9, "colour": "green", "points": 9, "rolls": 1})
    told = story(PUSH, state, [first, roll, second])
    assert told is not None
    assert told.why == "protected"


def test_a_lead_may_rest_on_protected_cards_just_as_large() -> None:
    state = last_of(PUSH, "protected-rolled")
    others = [Zone((), ()) for _ in state.zones[1:]]
    even = replace(state, zones=(Zone(("R2",), ("G4",)), Zone(("R2",), ()), *others[1:]))
    assert story(PUSH, even, []) == Story("protected", {"lead": 4, "colour": "green", "points": 4, "rolls": 0})
    more = replace(state, zones=(Zone(("R2", "R1"), ("G4",)), Zone(("R2",), ()), *others[1:]))
    assert story(PUSH, more, []) == Story("column", {"lead": 5, "points": 0, "columns": 0})


@pytest.mark.parametrize(
    ("points", "rank"), [(-20, 0), (24, 0), (25, 1), (44, 1), (45, 2), (64, 2), (65, 3), (89, 3), (90, 4), (101, 5)]
)
def test_a_score_alone_has_its_rank(points: int, rank: int) -> None:
    view = QUINTO.view(last_of(QUINTO, "alone"), None)
    tally = replace(view.tallies[0], total=points)
    told = quinto_story(replace(view, tallies=(tally,)), Outcome("cards-laid", (1,), (points,)), ())
    assert told[1]["rank"] == f"rank-{rank}"


def test_whoever_has_fewest_cards_where_nobody_can_play() -> None:
    """TRIO-24."""
    state = replace(last_of(TRIO, "shared"), seats=2, winners=(1,), blocked_end=True, hands=(("1-red-sun",), ()))
    state = replace(state, stacks=((1, 2), (3, 4)), options=replace(state.options, rounds=0))
    assert story(TRIO, state, []) == Story("blocked", {"left": 2})


def test_with_head_starts_in_points_or_before_the_end_nothing_is_told() -> None:
    state = last_of(PUSH, "column")
    assert story(PUSH, state, [], (3, 0)) == Story("", {})
    assert story(PUSH, PUSH.start(PUSH.options(), 2), []) is None
