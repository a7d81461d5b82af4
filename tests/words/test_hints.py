"""Hints tell the truth: whatever a sentence claims is so by the numbers that it tells, in every language."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from cartable.bots.hints import HintedAct, hint
from cartable.cli.hint import hint_text
from cartable.games import registry
from cartable.games.push.acts import PushDraw, PushPlace, PushProtect, PushTake
from cartable.games.push.bots.advice import weigh
from cartable.games.push.bots.column_values import ColumnValues, summary_of
from cartable.games.push.state import COLUMNS, PushPhase
from cartable.games.push.view import PushView, preview_of
from cartable.games.quinto.acts import QuintoLay, QuintoPass, QuintoWrite
from cartable.games.quinto.cards import announced, lay
from cartable.games.quinto.sheet import AT, COLOUR_OF, ROWS, out_of_order, sheet_of, twice_in_column, write
from cartable.games.quinto.view import QuintoView
from cartable.kernel import Act, Seat
from cartable.words import LANGUAGES, Teller, catalogue
from tests.arena.test_hints import choices

PLURALS = {
    "en": re.compile(r"(?<![\d−])−?1 (points|numbers|cards)\b|(?<!\d)−?(?!1 )\d+ (point|number|card)\b"),
    "fr": re.compile(r"(?<![\d−])−?[01] (points|nombres|cartes)\b|(?<!\d)−?(?![01] )\d+ (point|nombre|carte)\b"),
}
BUT = {"en": re.compile(r"\bbut comes to\b"), "fr": re.compile(r"\bmais tu peux espérer\b")}
NO_RISK = re.compile(r"(?<!\d)0\N{NO-BREAK SPACE}?%")


def told(game: str, why: str, about: dict[str, Any], language: str) -> str:
    return hint_text(HintedAct(Act(), why, about), Teller(game, language, ()))


@pytest.mark.parametrize("game", ["push", "quinto"])
def test_every_hint_is_true(game: str) -> None:
    check = CHECKS[game]
    for view, seat, legal in choices(registry.game(game)):
        given = hint(game, view, seat, legal)
        assert given is not None
        assert all(type(value) is not float for value in given.about.values()), "numbers are told rounded"
        check(view, seat, given, legal)
        for language in LANGUAGES:
            sentence = told(game, given.why, given.about, language)
            assert not PLURALS[language].search(sentence), sentence
            assert not NO_RISK.search(sentence), sentence
            assert not BUT[language].search(sentence) or given.about["percent"] > 0, sentence


def bust(view: PushView) -> int:
    """How likely the next card busts, in percent."""
    bad, cards = preview_of(view).bust
    return round(100 * bad / cards)


def check_push(view: PushView, me: Seat, given: HintedAct, legal: tuple[Act, ...]) -> None:
    """Every claim, by the odds on the board and by points counted once more."""
    about = given.about
    match given.act:
        case PushDraw() | PushTake() if given.why.endswith(("-close", "-wins")) and given.why != "share-wins":
            check_chances(view, me, given, legal)
        case PushDraw():
            check_draw(view, me, given)
        case PushTake():
            check_take(view, me, given, legal)
        case PushPlace():
            assert (given.why == "place") == (about.get("percent", 0) > 0)
        case PushProtect(colour):
            shown = [int(card[1]) for card in view.zones[me].shown if card[0] == colour[0].upper()]
            assert about["points"] == sum(shown) > 0
            assert 0 < about["lost"] <= about["points"] if given.why == "protect" else "lost" not in about
        case _:
            raise AssertionError(f"not a player's act: {given.act}")


def gains_of(view: PushView, me: Seat) -> dict[int, int]:
    """What each column that is there would bring, in whole points."""
    own = ColumnValues(view, me, envy=0.0)
    return {at: round(own.gain(me, summary_of(column))) for at, column in enumerate(view.columns, 1) if column}


def drawn(view: PushView, me: Seat) -> int:
    """What drawing one more card comes to, in whole points."""
    return round(ColumnValues(view, me, envy=0.0).draw(view.columns))


def check_draw(view: PushView, me: Seat, given: HintedAct) -> None:
    about = given.about
    if given.why == "draw-first":
        assert len(view.columns) < COLUMNS
        assert bust(view) == 0
        return
    now, more = max(gains_of(view, me).values()), drawn(view, me)
    if given.why == "draw-others":
        assert about == {}
        assert more <= now
        assert better_counting_rivals(view, me)
    elif given.why == "draw":
        assert about == {"percent": bust(view), "now": now, "more": more}
        assert more > now
    else:
        assert (given.why, about) == ("draw-safe", {"more": more - now})
        assert more > now
        assert bust(view) == 0


def check_take(view: PushView, me: Seat, given: HintedAct, legal: tuple[Act, ...]) -> None:
    about, gains = given.about, gains_of(view, me)
    now = about["now"]
    assert now == gains[about["column"]]
    if view.phase is PushPhase.SHARE or not view.pile:
        assert given.why == ("share" if now == max(gains.values()) else "share-wins")
        chances = dict(zip(legal, weigh(view, me, legal), strict=True))  # type: ignore[arg-type]
        assert given.why == "share" or chances[given.act] > max(chances.values()) - 0.005
        return
    more = drawn(view, me)
    if given.why == "take":
        assert about == {**about, "more": more, "percent": bust(view)}
        assert more < now
        assert about["percent"] > 0
    elif given.why == "take-others":
        assert about["more"] == more - now > 0
        assert not better_counting_rivals(view, me)
    else:
        assert given.why == "take-even"
        assert more == now or (more < now and bust(view) == 0)


def check_chances(view: PushView, me: Seat, given: HintedAct, legal: tuple[Act, ...]) -> None:
    """Points say otherwise: it is the better act, or nearly as good."""
    assert better_counting_rivals(view, me) == isinstance(given.act, PushTake)
    chances = {act: 100 * chance for act, chance in zip(legal, weigh(view, me, legal), strict=True)}  # type: ignore[arg-type]
    other = max(chances[act] for act in legal if isinstance(act, PushDraw) != isinstance(given.act, PushDraw))
    if given.why.endswith("-wins"):
        assert given.about["chance"] == round(chances[given.act]) > round(other) == given.about["other"]
    else:
        assert abs(chances[given.act] - other) < 2


def better_counting_rivals(view: PushView, me: Seat) -> bool:
    """Whether drawing is better than stopping when what the others gain is counted off."""
    both = ColumnValues(view, me, envy=1 / (len(view.zones) - 1))
    return both.draw(view.columns) > both.stop([summary_of(column) for column in view.columns])


def check_quinto(view: QuintoView, me: Seat, given: HintedAct, legal: tuple[Act, ...]) -> None:
    about, sheet = given.about, sheet_of(view.sheets[me])

    def fits(on: tuple[int, ...], number: int, at: int) -> bool:
        return not on[at] and not out_of_order(on, at, number) and not twice_in_column(on, at, number)

    match given.act:
        case QuintoLay(on):
            offer = announced(lay(tuple(view.grid.values()), on)[0], on[-1][1])
            assert about["sum"] == offer.sum
            assert [*zip(about["cards"], about["places"], strict=True)] == [*on]
            assert (given.why == "lay") == ("cell" in about)
            if given.why == "lay":
                at = AT[about["cell"]]
                assert COLOUR_OF[at] in offer.colours
                assert fits(sheet, offer.sum, at)
        case QuintoWrite(cell):
            after, row = write(sheet, AT[cell], about["sum"]), ROWS[COLOUR_OF[AT[cell]]]
            numbers = {number for number in range(1, 19) if any(fits(after, number, at) for at in row)}
            assert about.get("open", 0) == len(numbers)
            assert given.why == ("write" if numbers else "write-full" if all(after[at] for at in row) else "write-last")
        case QuintoPass():
            assert (given.why == "pass-none") == (len(legal) == 1)
            assert given.why == "pass-none" or (given.why == "pass-miss") == (view.active == me)
        case _:
            raise AssertionError(f"not a player's act: {given.act}")


CHECKS: dict[str, Callable[[Any, Seat, HintedAct, tuple[Act, ...]], None]] = {
    "push": check_push,
    "quinto": check_quinto,
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("points", [-12, -1, 0, 1, 2, 21])
def test_singular_and_plural_agree_with_any_number(language: str, points: int) -> None:
    about = {"column": 2, "now": points, "more": points, "points": points, "open": points, "sum": 4, "cell": "o3"}
    about |= {"percent": 7, "chance": 50, "other": 49, "colour": "red", "lost": 3, "cards": ["O-2"], "places": ["a"]}
    for game in ("push", "quinto"):
        for why in catalogue(language).find(f"{game}.hint"):
            sentence = told(game, why, about, language)
            assert not PLURALS[language].search(sentence), sentence
            assert not re.search(r"\d[.,]\d", sentence), sentence
