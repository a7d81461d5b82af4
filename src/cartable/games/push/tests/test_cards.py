"""Push: the deck, the die and their shapes."""

from collections import Counter

from cartable.games.push.cards import COLOURS, DECK, DICE, DIE, FACES, SHAPES, SMALL_DECK, STAR, SWITCH


def test_push_01_the_deck() -> None:
    assert len(DECK) == 120
    kinds = Counter(DECK)
    assert (kinds.pop(DICE), kinds.pop(SWITCH)) == (18, 12)
    assert set(kinds) == {f"{letter}{value}" for letter in "GYRBP" for value in range(1, 7)}
    assert set(kinds.values()) == {3}


def test_push_02_the_die() -> None:
    assert sorted(DIE) == sorted(["green", "yellow", "red", "blue", "purple", "star"])


def test_push_03_every_colour_has_a_shape_of_its_own() -> None:
    assert SHAPES == {
        "green": "triangle",
        "yellow": "circle",
        "red": "heart",
        "blue": "square",
        "purple": "diamond",
    }
    assert tuple(SHAPES) == COLOURS
    assert len(set(SHAPES.values())) == len(SHAPES)
    assert set(FACES) - SHAPES.keys() == {STAR}


def test_push_07_two_players_may_set_the_switch_cards_aside() -> None:
    assert len(SMALL_DECK) == 108
    assert Counter(DECK) - Counter(SMALL_DECK) == {SWITCH: 12}
