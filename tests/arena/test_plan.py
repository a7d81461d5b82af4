"""Arrangements: everybody sits everywhere, on the same cards."""

import tempfile
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cartable.arena.entrants import Entrant, bot_for, read_entrant
from cartable.arena.plan import Seats, plan
from cartable.games.push import PUSH
from cartable.games.quinto import QUINTO
from cartable.kernel import BadInput


def named(count: int) -> list[Entrant]:
    return [Entrant(f"bot {number}", level="easy") for number in range(count)]


@given(bots=st.integers(1, 5), players=st.integers(2, 5), seats=st.sampled_from(["all", "turn"]))
def test_everybody_sits_at_every_seat_equally_often(bots: int, players: int, seats: Seats) -> None:
    arrangements = plan(PUSH, named(bots), games=1, players=players, seats=seats).arrangements()
    assert len(set(arrangements)) == len(arrangements)
    counts = Counter((seat, bot) for company in arrangements for seat, bot in enumerate(company))
    assert len(set(counts.values())) == 1
    assert len(counts) == bots * players


@given(bots=st.integers(2, 5), players=st.integers(2, 4))
def test_nobody_meets_oneself_where_there_are_others(bots: int, players: int) -> None:
    for company in plan(PUSH, named(bots), games=1, players=players).arrangements():
        assert len(set(company)) == min(bots, players)


def test_two_bots_play_every_deal_twice() -> None:
    assert plan(PUSH, named(2), games=2).arrangements() == ((0, 1), (1, 0))


def test_fixed_seats_are_one_order() -> None:
    assert plan(PUSH, named(3), games=2, seats="fixed").arrangements() == ((0, 1, 2),)


@pytest.mark.parametrize(("bots", "players"), [(2, 2), (4, 4), (7, 2), (1, 2)])
def test_left_out_there_is_a_seat_for_everybody_if_the_game_has_so_many(bots: int, players: int) -> None:
    assert plan(PUSH, named(bots), games=1).players == players


def test_alone_where_one_can_be() -> None:
    assert plan(QUINTO, named(1), games=5).arrangements() == ((0,),)


@given(games=st.integers(1, 500), bots=st.integers(2, 4))
def test_at_least_as_many_matches_as_asked_for(games: int, bots: int) -> None:
    settled = plan(PUSH, named(bots), games=games, players=2)
    each = len(settled.arrangements())
    assert games <= settled.matches < games + each


def test_deals_of_different_seeds_differ() -> None:
    seeds = [plan(PUSH, named(2), games=2000, seed=seed) for seed in range(5)]
    dealt = [settled.deal_seed(deal) for settled in seeds for deal in range(settled.deals)]
    assert len(set(dealt)) == len(dealt)


def test_a_bot_comes_once() -> None:
    with pytest.raises(BadInput, match="each bot once"):
        plan(PUSH, [*named(1), *named(1)], games=2)


def test_options_are_read_as_a_command_line_writes_them() -> None:
    assert plan(PUSH, named(2), games=2, options={"risk": "true"}).read_options == PUSH.options(risk=True)
    with pytest.raises(BadInput, match="option risky"):
        plan(PUSH, named(2), games=2, options={"risky": "true"})


@pytest.mark.parametrize("name", ["genius", "", "bot.py", "bot.py:", "bot.py:not a name", "line:"])
def test_a_bot_that_is_none_is_refused(name: str) -> None:
    with pytest.raises(BadInput, match=r"expected a level \(random, easy.*FILE\.py:NAME"):
        read_entrant(name)


def test_a_file_must_be_there_and_hold_the_bot() -> None:
    with pytest.raises(BadInput, match="cannot be read"):
        read_entrant("tests/arena/nowhere.py:Bot")
    with pytest.raises(BadInput, match="expected Nobody in that file"):
        read_entrant("tests/arena/entrants.py:Nobody")


def test_a_bot_must_be_one_and_be_made_from_seed_and_seat() -> None:
    with pytest.raises(BadInput, match=r"expected Clumsy to make a cartable\.bots\.Bot, got Clumsy"):
        read_entrant("tests/arena/entrants.py:Clumsy")
    with pytest.raises(BadInput, match=r"expected Choosy\(seed, seat\) to make a bot: TypeError"):
        read_entrant("tests/arena/entrants.py:Choosy")


def test_a_file_finds_what_lies_beside_it(tmp_path: Path) -> None:
    (tmp_path / "beside_the_bot.py").write_text("from cartable.bots.random_bot import RandomBot\n", encoding="utf-8")
    code = "import random\nfrom beside_the_bot import RandomBot\n\ndef make(seed, seat):\n"
    (tmp_path / "bot.py").write_text(code + "    return RandomBot(random.Random(seed))\n", encoding="utf-8")
    assert read_entrant(f"{tmp_path}/bot.py:make").maker == "make"


def test_a_file_that_fails_is_told(tmp_path: object) -> None:
    path = f"{tmp_path}/broken.py"
    with open(path, "w", encoding="utf-8") as file:  # noqa: PTH123 - a text is all that is wanted
        file.write("1 / 0\n")
    with pytest.raises(BadInput, match="fails as it is read: ZeroDivisionError"):
        read_entrant(f"{path}:Bot")


def test_a_bot_that_travels_as_text_touches_no_shared_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On another machine the file is not there. Its text is loaded from memory: a file that somebody else put into the
    temporary folder is neither read nor written.
    """
    shared = tmp_path / "shared"
    shared.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(shared))
    code = "from random import Random\nfrom cartable.bots.random_bot import RandomBot\n\n"
    code += "def make(seed, seat):\n    return RandomBot(Random(seed))\n"
    entrant = Entrant(f"{tmp_path}/elsewhere/bot.py:make", code=code, maker="make")
    made = bot_for(entrant, PUSH, 2, seat=0, seed=1, patience_s=1.0)
    assert made is not None
    assert list(shared.iterdir()) == []
