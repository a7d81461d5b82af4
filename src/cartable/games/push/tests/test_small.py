"""Push with few cards: solved as by brute force on the rules themselves; and what anybody can win against a player."""

from typing import Any

import pytest

from cartable.games.push import PUSH
from cartable.games.push.acts import PushDraw, PushProtect
from cartable.games.push.bots.endgame import CARDS, exact
from cartable.games.push.bots.expert import LIKELY, first_best, weigh, weigh_by_values
from cartable.games.push.cards import LETTERS
from cartable.games.push.small import Deck, PerfectPlayer, SmallPush
from cartable.games.push.small_duel import SmallDuel
from lab.bench.decks import experts
from lab.bench.decks.experts import SmallExpert, weighed_all
from lab.bench.decks.table import TableExpert
from lab.train.push.expert import TurnTables
from tests.bots.exact import Solver

ROUNDED = 0.005
"""So far apart may be what the package counts in whole numbers and what is counted here."""


def position(cards: list[str], **keys: Any) -> Any:
    return PUSH.from_position({"pile": cards, **keys}, PUSH.options(), 2, sorted).state


def solved(cards: list[str]) -> SmallPush:
    game = SmallPush(Deck.of(cards))
    game.turn(game.nothing, game.nothing, game.deck.pile)
    return game


@pytest.mark.parametrize("deck", ["G6", "D", "G1 G3 D", "G1 G1 G2 Y2", "G1 G2 G3 G4", "G2 Y2 D D"])
def test_the_solver_finds_what_brute_force_finds(deck: str) -> None:
    cards = deck.split()
    game = SmallPush(Deck.of(cards))
    found = game.turn(game.nothing, game.nothing, game.deck.pile)
    assert found == pytest.approx(Solver().value(position(cards)))


class FirstAct:
    """Always does the first thing that may be done."""

    def first(self, *_: Any, **__: Any) -> int:
        return 0

    begins = lays = goes_on = shares = first


@pytest.mark.parametrize("deck", ["G1 G1 G3 G5 D", "G1 G2 G3 Y1 D"])
def test_nobody_wins_more_against_perfect_play_and_nobody_less_by_a_best_response(deck: str) -> None:
    game = solved(deck.split())
    worth = game.turn(game.nothing, game.nothing, game.deck.pile)
    perfect = SmallDuel(game, PerfectPlayer(game))
    assert perfect.value(first=True) == pytest.approx(worth)
    assert perfect.value(first=False) == pytest.approx(1 - worth)
    for first in (True, False):
        best = SmallDuel(game, FirstAct()).value(first=first)
        played = SmallDuel(game, FirstAct(), PerfectPlayer(game)).value(first=first)
        assert best >= played - 1e-9
        assert played >= (worth if first else 1 - worth) - 1e-9
        assert SmallDuel(game, FirstAct(), FirstAct()).value(first=first) <= best + 1e-9


def test_the_expert_of_small_decks_is_the_expert(monkeypatch: pytest.MonkeyPatch) -> None:
    """How a turn begins, by the package and here: as it is, by values of a turn, and perfectly with few cards."""
    game = solved(["G1", "G1", "G3", "G5", "D"])
    monkeypatch.setattr(experts, "AT_ONCE", 256)
    known = weighed_all(game, TurnTables.of_package())
    looked_at = 0
    for mine, theirs, pile in game.turns:
        if any(part % 1000 > 1 for part in (*mine, *theirs)):
            continue  # a colour with several cards
        cards = [kind for kind, many in zip(game.deck.kinds, pile, strict=True) for _ in range(many)]
        zones = [
            {
                "shown": [f"{letter}{part // 1000}" for letter, part in zip(LETTERS, zone, strict=False) if part],
                "protected": [f"G{zone[-1] // 1000}"] if zone[-1] else [],
            }
            for zone in (mine, theirs)
        ]
        view = PUSH.view(position(cards, zones=zones), 0)
        legal = PUSH.legal(position(cards, zones=zones), 0)
        assert isinstance(legal[0], PushDraw)
        assert all(isinstance(act, PushProtect) for act in legal[1:])
        alone = SmallExpert(game, known, 0).begins(mine, theirs, pile)
        assert alone == first_best(weigh_by_values(view, 0, legal))
        worths = weigh(view, 0, legal)
        chosen = TableExpert(game, known, CARDS).begins(mine, theirs, pile)
        assert worths[chosen] >= max(worths) - ROUNDED
        sure = exact(view, 0, legal)
        if sure is not None:
            chosen = SmallExpert(game, known, CARDS).begins(mine, theirs, pile)
            assert sure[chosen] == pytest.approx(max(sure), abs=2 * LIKELY)
        looked_at += len(legal) > 1
    assert looked_at > 20
