"""When the rules change, logs of the old ones still replay, and a match begun under them is finished under them."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import msgspec
import pytest

from cartable.games import registry
from cartable.games._template import PACKAGE, TEMPLATE
from cartable.games._template.acts import TemplateAct, TemplateDrop
from cartable.games._template.state import TemplateState
from cartable.games.package import GamePackage
from cartable.kernel import BadInput, Refused, Seat
from cartable.matches.deal.dealers import FairDealer
from cartable.matches.log.replay import Unreplayable, replay
from cartable.matches.log.verify import Verified, verify
from cartable.matches.match import Match, Played
from tests.matches.played import NONCES, SECRET, export, fresh, reading


def legal(state: TemplateState, seat: Seat) -> tuple[TemplateAct, ...]:
    return tuple(act for act in TEMPLATE.legal(state, seat) if not isinstance(act, TemplateDrop))


def refusal(state: TemplateState, seat: Seat, act: TemplateAct) -> Refused | None:
    refused = TEMPLATE.refusal(state, seat, act)
    return TEMPLATE.refusals["no-drop-left"] if refused is None and isinstance(act, TemplateDrop) else refused


FIRST = TEMPLATE
SECOND = replace(TEMPLATE, rules_version=2, legal=legal, refusal=refusal)
"""The same toy under its next rules: nothing may be dropped any more."""


@pytest.fixture
def changed() -> Iterator[None]:
    """The registry after the rules have changed."""
    with known_as(GamePackage(game=SECOND, folder=PACKAGE.folder, past=(FIRST,))):
        yield


@contextmanager
def known_as(package: GamePackage) -> Iterator[None]:
    registry.add(package)
    try:
        yield
    finally:
        registry.add(PACKAGE)


def running() -> Match:
    """A match under the first rules in which somebody has dropped a card, and somebody still could."""
    match = fresh(FIRST, 2)
    match.start()
    for seat in (0, 1, 0, 1):
        do(match, seat, "draw")
    do(match, 0, "drop 1")
    return match


def finished() -> Match:
    match = running()
    do(match, 1, "stop")
    do(match, 0, "stop")
    assert match.outcome is not None
    return match


def do(match: Match, seat: Seat, text: str) -> None:
    answer = match.act(seat, match.game.act(text), 0)
    assert isinstance(answer, Played), answer


def as_version(lines: list[bytes], version: int) -> list[bytes]:
    header = msgspec.json.decode(lines[0]) | {"rules_version": version}
    return [msgspec.json.encode(header) + b"\n", *lines[1:]]


@pytest.mark.usefixtures("changed")
def test_the_present_rules_are_the_last() -> None:
    assert registry.game(FIRST.id) is SECOND
    assert registry.game(FIRST.id, 2) is SECOND
    assert registry.game(FIRST.id, 1) is FIRST


@pytest.mark.usefixtures("changed")
def test_a_log_of_the_past_replays_and_verifies() -> None:
    match = finished()
    log = reading(export(match))
    assert log.game is FIRST
    moments = list(replay(log))
    assert moments[-1].state == match.state
    assert isinstance(verify(reading(export(match))), Verified)


@pytest.mark.usefixtures("changed")
def test_a_match_is_finished_under_its_own_rules() -> None:
    log = reading(list(running().lines()))
    match = Match.resume(log, FairDealer(SECRET, log.header_line, NONCES))
    assert match.game is FIRST
    do(match, 1, "drop 1")
    assert match.header.rules_version == 1


@pytest.mark.usefixtures("changed")
def test_the_rules_have_changed_indeed() -> None:
    log = reading(as_version(export(finished()), 2))
    with pytest.raises(Unreplayable, match="`drop 1` of seat 0, is refused: no-drop-left"):
        list(replay(log))


@pytest.mark.usefixtures("changed")
def test_a_version_nobody_knows_is_named() -> None:
    with pytest.raises(BadInput, match="line 1: rules version 3 of _template: expected one of: 2, 1"):
        reading(as_version(export(finished()), 3))


def test_past_rules_that_were_thrown_away_are_missed() -> None:
    log = export(finished())
    with (
        known_as(GamePackage(game=SECOND, folder=PACKAGE.folder)),
        pytest.raises(BadInput, match="rules version 1 of _template: expected one of: 2"),
    ):
        reading(log)


@pytest.mark.every_game
def test_every_game_keeps_the_rules_of_its_past() -> None:
    """Whoever raises a rules_version leaves the version before in `past` of its package."""
    for game in registry.games():
        for version in range(1, game.rules_version + 1):
            assert registry.game(game.id, version).rules_version == version
