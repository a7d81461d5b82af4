"""`import cartable`: a match driven from Python, for every game of the registry."""

from pathlib import Path
from random import Random

import pytest

import cartable
from cartable.bots import bot
from cartable.games import registry
from cartable.kernel import DEALER, AnyGame, BadInput
from cartable.table.reading import open_log
from cartable.table.verify import Verified, verify

EVERY_GAME = pytest.mark.parametrize("game", registry.ALL, ids=lambda game: game.id)


def played(match: cartable.InteractiveMatch, acts: int, seed: int = 1) -> cartable.InteractiveMatch:
    """The match after so many random acts of players, or at its end."""
    random = Random(seed)
    for _ in range(acts):
        able = [seat for seat in match.to_move if match.legal(seat)]
        if not able:
            break
        seat = random.choice(able)
        assert match.act(random.choice(match.legal(seat)), seat)
    return match


@EVERY_GAME
def test_the_dealer_deals_by_itself(game: AnyGame) -> None:
    match = played(cartable.match(game.id, seed=3), 12)
    assert DEALER not in game.actors(match.state)
    assert match.events


@EVERY_GAME
def test_the_same_seed_is_the_same_match(game: AnyGame) -> None:
    one, again, other = (played(cartable.match(game.id, seed=seed), 12) for seed in (3, 3, 4))
    assert one.state == again.state
    assert one.events == again.events
    assert one.state != other.state


@EVERY_GAME
def test_a_match_is_saved_and_loaded(game: AnyGame, tmp_path: Path) -> None:
    match = played(cartable.match(game.id, seed=5), 9)
    loaded = cartable.load(match.save(tmp_path / "match.jsonl"))
    assert loaded.state == match.state
    assert loaded.events == match.events
    assert played(loaded, 5).state == played(match, 5).state, "it goes on as it would have"


@EVERY_GAME
def test_a_match_can_be_looked_at(game: AnyGame) -> None:
    match = played(cartable.match(game.id, seed=7), 6)
    assert game.id in repr(match)
    assert len(str(match).splitlines()) > 2
    assert match._repr_svg_().startswith("<svg")


@EVERY_GAME
def test_bots_play_on_to_the_end(game: AnyGame, tmp_path: Path) -> None:
    """From where the match stands. What they do is logged, verified and repeatable."""
    one, again = (played(cartable.match(game.id, seed=3), 5) for _ in range(2))
    outcome = one.play("random", seed=9)
    assert one.outcome == outcome
    assert one.to_move == ()
    assert again.play("random", seed=9) == outcome
    assert one.state == again.state
    assert one.play() == outcome, "a match that is over stays as it is"
    with open_log(one.save(tmp_path / "match.jsonl")) as log:
        assert isinstance(verify(log), Verified)


def test_bots_of_ones_own_play_too() -> None:
    outcome = cartable.match("push", seats=2, seed=1).play(["easy", bot("push", "strong", 1, 1)])
    assert outcome.scores is not None
    with pytest.raises(BadInput, match="2 of them"):
        cartable.match("push", seats=2).play(["easy"])
    with pytest.raises(BadInput, match="level"):
        cartable.match("push", seats=2).play("brilliant")


def test_a_finished_match_is_saved_with_its_secret(tmp_path: Path) -> None:
    match = played(cartable.match("push", seats=2, seed=1), 10_000)
    assert match.outcome is not None
    assert match.to_move == ()
    assert match.legal() == []
    path = match.save(tmp_path / "match.jsonl")
    assert [file.name for file in tmp_path.iterdir()] == ["match.jsonl"]
    assert cartable.load(path).outcome == match.outcome
    with open_log(path) as log:
        assert isinstance(verify(log), Verified)


def test_a_refusal_changes_nothing_and_says_why() -> None:
    match = cartable.match("push", seats=2, seed=1)
    state, events = match.state, list(match.events)
    answer = match.act("take 1")
    assert not answer
    assert answer.refused is not None
    assert (answer.refused.code, answer.refused.rule) == ("no-column-yet", "PUSH-15")
    assert match.state is state
    assert match.events == events
    assert repr(answer).startswith("refused: ")


def test_who_is_meant_must_be_plain() -> None:
    match = cartable.match("quinto", seats=2, seed=1)
    lay = next(act for act in match.legal() if act.startswith("lay"))
    assert match.act(lay)
    if len(match.to_move) > 1:
        with pytest.raises(BadInput, match="seat"):
            match.legal()
    assert match.legal(1)
    with pytest.raises(BadInput, match="from 0 to 1"):
        match.view(2)


def test_options_and_names() -> None:
    match = cartable.match("push", names=["Ada", "Bob", "Cleo"], risk=True)
    assert match.seats == 3
    assert match.view().risk
    assert "Ada" in match.act("draw").text


@pytest.mark.parametrize(
    ("wrong", "expected"),
    [
        ({"game": "poker"}, "push"),
        ({"game": "push", "seats": 9}, "2 to 6"),
        ({"game": "push", "names": ["Ada"], "seats": 2}, "2 names"),
        ({"game": "push", "colour": "red"}, "risk"),
    ],
)
def test_what_cannot_be_is_said(wrong: dict[str, object], expected: str) -> None:
    with pytest.raises(BadInput, match=expected):
        cartable.match(**wrong)  # type: ignore[arg-type]  # on purpose


def test_a_match_that_goes_on_needs_its_secret(tmp_path: Path) -> None:
    path = cartable.match("push", seed=1).save(tmp_path / "match.jsonl")
    (tmp_path / "match.jsonl.secret").unlink()
    with pytest.raises(BadInput, match="secret"):
        cartable.load(path)
    with pytest.raises(BadInput, match="cannot be written"):
        cartable.match("push", seed=1).save(tmp_path / "nowhere" / "match.jsonl")
