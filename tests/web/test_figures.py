"""The pictures beside the rules in the web client show what the rules say."""

import json
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from cartable.cli.rules import rule_ids
from cartable.games import registry
from cartable.games.hexa.calls import fits as fits_row
from cartable.games.hexa.cards import HEXAGON
from cartable.games.push.rules import fits as fits_column
from cartable.games.quinto.rules import lays
from cartable.games.trio.cards import fits as fits_pile
from cartable.kernel import AnyGame
from tests.house.tree import ROOT

Cards = list[str]


def path_of(game: AnyGame) -> Path:
    return ROOT / "web/src/games" / game.id / "figures.json"


def figures(game: AnyGame) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = json.loads(path_of(game).read_bytes())
    return found


def in_column(_rule: str, cards: Cards) -> bool:
    return all(fits_column(card, tuple(cards[:at])) for at, card in enumerate(cards))


def in_row(_rule: str, cards: Cards) -> bool:
    """The first is printed on the hexagon."""
    side = HEXAGON.index(cards[0])
    rows = [()] * len(HEXAGON)
    return all(
        fits_row(card, side + 1, (*rows[:side], tuple(cards[1:at]), *rows[side + 1 :]))
        for at, card in enumerate(cards)
        if at
    )


def on_pile(rule: str, cards: Cards) -> bool:
    pile = {"TRIO-09": "same", "TRIO-10": "step", "TRIO-11": "different"}[rule]
    return all(fits_pile(pile, card, top) for top, card in pairwise(cards))


def in_one_action(_rule: str, cards: Cards) -> bool:
    return any(len(lay.on) == len(cards) for lay in lays(tuple(cards)))


FITS: dict[str, Callable[[str, Cards], bool]] = {
    "push": in_column,
    "quinto": in_one_action,
    "hexa": in_row,
    "trio": on_pile,
}


PICTURED = [game for game in registry.games() if path_of(game).exists()]


@pytest.mark.parametrize("game", PICTURED, ids=lambda game: game.id)
def test_figures(game: AnyGame) -> None:
    known = game.vocabulary | (set(HEXAGON) if game.id == "hexa" else set())
    for rule, shown in figures(game).items():
        assert rule in rule_ids(game.id)
        for figure in shown:
            assert set(figure["cards"]) <= known, f"{rule}: {figure}"
            if "fits" in figure:
                assert FITS[game.id](rule, figure["cards"]) == figure["fits"], f"{rule}: {figure}"
