"""Every game still counts, orders, plays and replays as it was frozen. After a change that is meant: `make golden`."""

from pathlib import Path

import pytest

from cartable.games import registry
from cartable.games._template import TEMPLATE
from cartable.kernel import AnyGame
from cartable.matches.log.verify import Verified, verify
from tests.golden.counting import counts_text, wrong_counts
from tests.golden.logs import log_path, reader
from tests.golden.ordering import order_text
from tests.golden.plan import KEPT, Whole, folder_of, plan
from tests.golden.playing import acts_in, first_difference, game_text
from tests.golden.write import write

MEANT = "if that is meant, run `make golden` and read the diff"
LARGEST = 600_000

every_game = pytest.mark.parametrize("game", KEPT, ids=lambda game: game.id)
MATCHES = [
    pytest.param(game, whole, id=f"{game.id} {whole.file}")
    for game in KEPT
    if (folder_of(game) / "golden.toml").is_file()
    for whole in plan(game).game
]
LOGS = [
    pytest.param(game, version, id=f"{game.id} {version}")
    for game in KEPT
    for version in range(1, game.rules_version + 1)
]


def kept(game: AnyGame, name: str) -> str:
    path = folder_of(game) / name
    assert path.is_file(), f"tests/golden/{game.id}/{name} is missing: run `make golden`"
    return path.read_text(encoding="utf-8")


# --- what is kept still holds --------------------------------------------------------------------------------------


@every_game
def test_the_tree_has_as_many_branches(game: AnyGame) -> None:
    was, is_ = kept(game, "counts.txt"), counts_text(game)
    wrong = wrong_counts(was, is_)
    assert not wrong, f"{game.id}, {wrong}\n{MEANT}"
    assert was == is_, f"only the comment has changed: run `make golden`\n{first_difference(was, is_)}"


@every_game
def test_acts_are_offered_in_the_same_order(game: AnyGame) -> None:
    different = first_difference(kept(game, "order.txt"), order_text(game))
    assert not different, f"{game.id}/order.txt, {different}\n{MEANT}"


@pytest.mark.parametrize(("game", "whole"), MATCHES)
def test_a_match_goes_as_it_went(game: AnyGame, whole: Whole) -> None:
    name = f"{whole.file}.game"
    was = kept(game, name)
    different = first_difference(was, game_text(game, whole, acts_in(game, was)))
    assert not different, f"{game.id}/{name}, {different}\n{MEANT}"
    assert "\nthe end: {" in was, "the match has no end"


@pytest.mark.parametrize(("game", "version"), LOGS)
def test_a_log_is_good_forever(game: AnyGame, version: int) -> None:
    """There is no `make golden` out of this: logs like it are out in the world (see registry.past_games())."""
    path = log_path(game, version)
    assert path.is_file(), f"the log of version {version} of {game.id} is missing"
    log = reader(path)
    assert (log.header.game, log.header.rules_version) == (game.id, version)
    verdict = verify(log)
    assert isinstance(verdict, Verified), verdict
    assert verdict.draws > 0
    assert log.ending is not None


# --- everything is there -------------------------------------------------------------------------------------------


@every_game
def test_every_number_of_players_has_a_match(game: AnyGame) -> None:
    assert {whole.players for whole in plan(game).game} == set(game.seats)


@every_game
def test_nothing_else_lies_about(game: AnyGame) -> None:
    wanted = {"golden.toml", "counts.toml", "counts.txt", "order.txt"}
    wanted |= {f"{whole.file}.game" for whole in plan(game).game}
    wanted |= {log_path(game, version).name for version in range(1, game.rules_version + 1)}
    assert {path.name for path in folder_of(game).iterdir()} == wanted


def test_every_game_is_frozen() -> None:
    assert set(registry.games()) < set(KEPT)


def test_all_of_it_is_small() -> None:
    assert sum(path.stat().st_size for game in KEPT for path in folder_of(game).iterdir()) < LARGEST


# --- what went wrong is told where it went wrong -------------------------------------------------------------------


COUNTS = """\
# a comment: with a colon
depth 1: chance 0, decision 2, end 0
  seat 0: draw: chance 0, decision 1, end 0
  seat 0: stop: chance 0, decision 1, end 0
depth 2: chance 1, decision 1, end 1
  seat 0: draw: chance 1, decision 0, end 0
  seat 0: stop: chance 0, decision 1, end 1
"""


def test_a_wrong_count_is_told_for_each_first_act() -> None:
    wrong = COUNTS.replace("chance 1, decision 1, end 1", "chance 1, decision 1, end 2")
    wrong = wrong.replace("chance 0, decision 1, end 1", "chance 0, decision 1, end 2")
    assert wrong_counts(COUNTS, COUNTS) == ""
    assert wrong_counts(COUNTS, wrong).splitlines() == [
        "depth 2, kept -> found:",
        "  all: chance 1, decision 1, end 1  ->  chance 1, decision 1, end 2",
        "  seat 0: draw: chance 1, decision 0, end 0",
        "  seat 0: stop: chance 0, decision 1, end 1  ->  chance 0, decision 1, end 2",
    ]


def test_an_act_that_is_new_or_gone_is_told() -> None:
    assert wrong_counts(COUNTS, COUNTS.replace("stop", "halt")).splitlines() == [
        "depth 1, kept -> found:",
        "  all: chance 0, decision 2, end 0",
        "  seat 0: draw: chance 0, decision 1, end 0",
        "  seat 0: stop: chance 0, decision 1, end 0  ->  gone",
        "  seat 0: halt: not there  ->  chance 0, decision 1, end 0",
    ]


def test_an_act_that_is_no_longer_allowed_is_told_with_its_rule() -> None:
    whole = plan(TEMPLATE).game[0]
    was = kept(TEMPLATE, f"{whole.file}.game")
    acts = acts_in(TEMPLATE, was)
    different = first_difference(was, game_text(TEMPLATE, whole, [*acts[:2], (1, TEMPLATE.act("draw"))]))
    assert different.endswith("found: 2 seat 1: draw")
    text = game_text(TEMPLATE, whole, [*acts[:2], (1, TEMPLATE.act("draw"))])
    assert text.endswith("2 seat 1: draw\n  refused: not-your-turn (TMPL-04)\n")


def test_the_first_difference_is_told_with_what_came_before() -> None:
    assert first_difference("a\nb\n", "a\nb\n") == ""
    assert first_difference("a\nb\nc\n", "a\nb\nd\n") == "line 3:\na\nb\nkept:  c\nfound: d"
    assert first_difference("a\n", "a\nb\n") == "line 2:\na\nkept:  (the end)\nfound: b"
    assert first_difference("a\n", "a") != ""


# --- writing -------------------------------------------------------------------------------------------------------


@every_game
def test_writing_is_deterministic(game: AnyGame, tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        assert list(write(game, tmp_path / name))
        assert not list(write(game, tmp_path / name)), "what is right is not written again"
    one, two = ({path.name: path.read_bytes() for path in (tmp_path / name).iterdir()} for name in ("one", "two"))
    assert one == two


def test_a_log_is_never_written_again_and_old_matches_go(tmp_path: Path) -> None:
    log, match = tmp_path / "v1.jsonl", tmp_path / "9-players.game"
    log.write_text("as it was")
    match.write_text("no longer planned")
    written = set(write(TEMPLATE, tmp_path))
    assert log.read_text() == "as it was"
    assert log not in written
    assert match in written
    assert not match.exists()
