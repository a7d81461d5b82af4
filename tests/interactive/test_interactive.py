"""`import cartable`: a match driven from Python, for every installed game."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

import cartable
from cartable.bots import bot
from cartable.games import registry
from cartable.games.trio.cards import PILES, fits
from cartable.kernel import DEALER, AnyGame, BadInput
from cartable.matches.log.reading import open_log
from cartable.matches.log.verify import Verified, verify

EVERY_GAME = pytest.mark.parametrize("game", registry.games(), ids=lambda game: game.id)


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


RACES = [
    ("hexa", {}),
    ("hexa", {"patience_s": 5}),
    ("hexa", {"calm": True, "window_s": 10}),
    ("trio", {}),
    ("trio", {"referee": True}),
    ("trio", {"calm": True, "window_s": 10}),
]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("game", "options"), RACES, ids=str)
def test_a_race_is_played_to_its_end_by_hand(game: str, options: dict[str, Any], seed: int, tmp_path: Path) -> None:
    """By random acts, and by waiting where nobody can act or nobody wants to. The log is verified."""
    match = cartable.match(game, seats=2, seed=seed, **options)
    random, waits = Random(seed), 0
    while match.outcome is None:
        able = [seat for seat in match.to_move if match.legal(seat)]
        if match.seconds_left is not None and (not able or random.random() < 0.2):
            assert match.wait()
            waits += 1
        else:
            seat = random.choice(able)
            assert match.act(random.choice(match.legal(seat)), seat)
    with open_log(match.save(tmp_path / "match.jsonl")) as log:
        assert isinstance(verify(log), Verified)
    with open_log(tmp_path / "match.jsonl") as log:
        times = [line.entry.at_ms for line in log]
    assert times == sorted(times)
    assert (times[-1] > 0) == (waits > 0), "time passes while nobody acts, and only then"


def test_careful_players_of_trio_wait_where_nobody_can_lay_and_after_the_last_card() -> None:
    """TRIO-24: the piles are laid out again. TRIO-22: nobody accuses the last card."""
    match = cartable.match("trio", seats=2, seed=2)
    assert match.act("go")
    waits = []
    while match.outcome is None:
        if match.seconds_left is not None:
            waits.append((str(match.game.deadlines(match.state)[0].act), match.seconds_left))
            assert match.wait()
        else:
            seat, lay = next(
                (seat, f"lay {card} {pile}")
                for seat in match.to_move
                for card in match.state.hands[seat]
                for at, pile in enumerate(PILES)
                if fits(pile, card, match.state.top(at))
            )
            assert match.act(lay, seat)
    assert dict(waits) == {"relief": 4.0, "settle": 3.0}
    assert waits[-1][0] == "settle"
    assert match.seconds_left is None


def test_a_card_of_hexa_that_nobody_calls_is_put_back() -> None:
    """HEXA-20."""
    match = cartable.match("hexa", seats=2, seed=3)
    assert match.act("turn")
    assert match.seconds_left == 45
    answer = match.wait()
    assert [event.name() for event in answer.events] == ["nobody-called", "turn-awaited"]
    assert match._match.entries[-1].at_ms == 45_000


def test_waiting_without_a_time_limit_is_a_mistake() -> None:
    match = cartable.match("push", seats=2, seed=1)
    assert match.seconds_left is None
    with pytest.raises(BadInput, match="time limit"):
        match.wait()
    played(match, 10_000)
    with pytest.raises(BadInput, match="time limit"):
        match.wait()


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


@pytest.mark.parametrize("game", ["push", "hexa"])
def test_a_match_that_was_given_up_is_over(game: str, tmp_path: Path) -> None:
    """Nobody is to move in it, and whatever is tried is refused or said to be a mistake."""
    match = cartable.match(game, seats=2, seed=1)
    match.act(match.legal()[0])
    match._match.give_up()
    loaded = cartable.load(match.save(tmp_path / "match.jsonl"))
    assert (loaded.outcome, loaded.to_move, loaded.legal(), loaded.legal(0)) == (None, (), [], [])
    answer = loaded.act("draw" if game == "push" else "turn")
    assert answer.refused is not None
    assert answer.refused.code == "given-up"
    assert repr(answer) == "refused: The match was abandoned."
    assert repr(loaded) == f"<{game}, 2 players, given up>"
    assert loaded.seconds_left is None
    with pytest.raises(BadInput, match="given up"):
        loaded.play()


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
