"""The tally of an evening: a point for every player beaten, in any game, whoever sits where."""

from hypothesis import given
from hypothesis import strategies as st

from cartable.kernel import ranks
from cartable.matches.evening import MATCHES_KEPT, PLAYERS_KEPT, Evening
from cartable.wire.down import EveningPlayerInfo

NAMES = ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay")


@st.composite
def evenings(draw: st.DrawFn) -> list[tuple[list[str], tuple[int, ...]]]:
    """Matches: who sat where, and their ranks."""
    seats = st.lists(st.sampled_from(NAMES), unique=True, min_size=1, max_size=6)
    return [
        (players, ranks(draw(st.lists(st.integers(0, 3), min_size=len(players), max_size=len(players)))))
        for players in draw(st.lists(seats, max_size=12))
    ]


def tally(played: list[tuple[list[str], tuple[int, ...]]]) -> Evening:
    evening = Evening()
    for number, (names, places) in enumerate(played):
        evening = evening.played(str(number), "push", [EveningPlayerInfo(name) for name in names], places)
    return evening


@given(evenings())
def test_every_pair_that_is_not_equal_gives_one_point(played: list[tuple[list[str], tuple[int, ...]]]) -> None:
    evening = tally(played)
    beaten = sum(one < other for _, places in played for one in places for other in places)
    assert sum(player.points for player in evening.players) == beaten
    assert sum(player.matches for player in evening.players) == sum(len(names) for names, _ in played)
    points = [player.points for player in evening.players]
    assert points == sorted(points, reverse=True)


@given(evenings())
def test_nobody_has_a_medal_for_a_match_in_which_they_beat_nobody(
    played: list[tuple[list[str], tuple[int, ...]]],
) -> None:
    expected = sum(rank <= 3 and rank < max(places) for _, places in played for rank in places)
    assert sum(sum(player.medals) for player in tally(played).players) == expected


def test_who_comes_back_under_their_name_goes_on_where_they_were() -> None:
    evening = tally([(["Ann", "Bob"], (1, 2)), (["ann", "Cid", "Dan"], (1, 2, 3))])
    assert evening.players[0] == EveningPlayerInfo("ann", points=3, matches=2, medals=(2, 0, 0))
    assert evening.matches[-1].winners == ("ann",)


def test_alone_nobody_wins() -> None:
    evening = tally([(["Ann"], (1,))])
    assert evening.matches[-1].winners == ()
    assert evening.players == (EveningPlayerInfo("Ann", matches=1),)


def test_a_long_life_of_a_table_is_not_kept_whole() -> None:
    evening = tally([([f"Ann {number}", "Bob"], (1, 2)) for number in range(100)])
    assert len(evening.matches) == MATCHES_KEPT
    assert evening.matches[-1].id == "99"
    assert len(evening.players) == PLAYERS_KEPT
