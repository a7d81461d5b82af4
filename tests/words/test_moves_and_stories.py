"""Acts and endings are told in words: nobody has to read notation, and everybody learns why a match was won."""

import re
from importlib.util import find_spec

import pytest

from cartable.games.quinto.events import QuintoMatchEnded, QuintoSumAnnounced
from cartable.games.quinto.story import SOLO_RANKS
from cartable.kernel import AnyGame
from cartable.matches.story import story
from cartable.words import LANGUAGES, Teller
from tests.kit.games import TOLD
from tests.kit.setups import match_of, spread

every_game = pytest.mark.parametrize("game", TOLD, ids=lambda game: game.id)
every_language = pytest.mark.parametrize("language", LANGUAGES)
UNTOLD = re.compile(r"[{}#|]|\bNone\b|^\s|\s$|^$")


@every_language
@every_game
def test_every_act_of_a_player_has_words(game: AnyGame, language: str) -> None:
    teller = Teller(game.id, language, [])
    acts = {
        str(act)
        for setup in spread(game, 4)
        for turn in match_of(game, setup).turns[:60]
        for seat in range(setup.seats)
        for act in game.legal(turn.state, seat)
    }
    for act in acts:
        told = teller.move(act)
        assert not UNTOLD.search(told), f"{act}: {told!r}"
    assert len({teller.move(act) for act in acts}) >= len({act.partition(" on ")[0] for act in acts}), "told alike"
    # What has no sentence of its own is told as it is written: that may be an English verb, never a code.
    assert not [act for act in acts if " " in act and teller.move(act) == act], "told by their notation"


@every_language
@every_game
def test_why_a_match_was_won_is_told(game: AnyGame, language: str) -> None:
    """To the winner, to the others, to spectators: one sentence, for every way a sampled match ended."""
    seen = set()
    for setup in spread(game, 16):
        match = match_of(game, setup)
        found = story(game, match.last, list(match.events))
        outcome = game.outcome(match.last)
        if outcome is None:
            continue
        assert found is not None
        if not found.why:
            continue
        seen.add(found.why)
        teller = Teller(game.id, language, [f"<{seat}>" for seat in match.seats])
        for key in (found.why, f"{found.why}-you"):
            told = teller.own(f"story.{key}", **found.about)
            assert not UNTOLD.search(told), f"{key}: {told!r}"
            assert re.search(r"[.!]$", told)
            assert len(told) <= 120, told
    assert seen or find_spec(f"cartable.games.{game.id}.story") is None


@every_language
def test_alone_nobody_wins_but_every_score_has_a_rank(language: str) -> None:
    teller = Teller("quinto", language, ["Zoé"], 0)
    ranks = [f"rank-{number}" for number in range(len(SOLO_RANKS) + 1)]
    told = {teller.own("story.alone-you", rank=rank, colour="purple", row=12) for rank in ranks}
    assert len(told) == len(ranks)
    assert not [sentence for sentence in told if "rank" in sentence]
    ended = QuintoMatchEnded(reason="two-rows", winners=(0,), scores=(62,))
    assert teller.event(ended) == teller.own("event.match-ended-alone")
    assert Teller("quinto", language, ["Zoé", "Max"]).event(ended) != teller.event(ended)


def test_numbers_below_zero_have_a_minus_sign() -> None:
    teller = Teller("quinto", "en", [])
    assert teller.card("X-2") == "grey −2"
    assert teller.own("board.sum").isalpha()
    assert "−5" in teller.own("story.misses", lead=3, own=-5, other=-10)


def test_places_and_cells_are_told_not_coded() -> None:
    english, french = Teller("quinto", "en", []), Teller("quinto", "fr", [])
    assert english.move("write y9") == "writing in yellow, column 9"
    assert english.move("lay O5 d") == "orange 5 at the bottom right"
    assert french.move("lay O5 d") == "le 5 orange en bas à droite"
    assert french.move("write y9") == "inscrire en jaune, colonne 9"


@pytest.mark.parametrize(
    ("language", "why"), [("en", "Nothing to write: it takes"), ("fr", "Rien à inscrire\N{NO-BREAK SPACE}: il faut")]
)
def test_why_nothing_can_be_written_stands_in_the_line_of_the_sum(language: str, why: str) -> None:
    """QUIN-19: nobody is asked, so everybody is told; at the terminal by this line alone."""
    teller = Teller("quinto", language, ["Ann", "Bob"])
    assert why in teller.event(QuintoSumAnnounced(seat=0, sum=4, colours=(), writable=False))
    assert why not in teller.event(QuintoSumAnnounced(seat=0, sum=4, colours=("orange",), writable=True))
