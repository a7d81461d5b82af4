"""French as it is written: every sentence, filled with names that begin with a vowel, and read for what sounds odd."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from cartable.games import registry
from cartable.games.hexa.events import HexaTimeUp
from cartable.games.trio.events import TrioCardsGiven, TrioFaultProved
from cartable.kernel import AnyGame
from cartable.words import LANGUAGES, Catalogue, Teller, catalogue, placeholders
from cartable.words.template import PLACEHOLDER
from tests.house.tree import ROOT
from tests.kit.games import TOLD
from tests.kit.setups import match_of, spread

pytestmark = pytest.mark.every_game

NAMES = ["Agathe", "Émile", "Yves", "Hélène"]
FIRM = "\N{NO-BREAK SPACE}"
LISTS = ("players", "cards", "cells", "places", "words")
COLOURS = "vert bleu violet gris"
FEMININE = re.compile(rf"\b(?:rangée|carte|case|colonne|fleur|balle|tasse|voiture)s? (?:{COLOURS.replace(' ', '|')})\b")
UNSAID = re.compile(
    r"\bde (?:[AEIOUÀÉÈ]\w|le \d|le dé)|\bà le \d|de couleur |la couleur (?:vert|violet|bleu|gris)|va ensemble|"
    r"valeur égale|couleur égale|pile personnelle|l'emporte|Attention aux dés|Le plus de points|se marque|"
    r"les plus chers|n'a rien coûté|il en va une|\bOù va \d|heurte|\d et \d visible\b|Le choix est fait|à son gré|"
    r"n'a pas envoyé|[Aa]u gré|\bvois [A-Z]|’"
)
FORMAL = re.compile(r"\b[Vv](?:ous|otre|os)\b|\b(?!assez\b|chez\b)\w+ez\b")
TO_SEVERAL = ("web.lobby.order-came", "web.offline.add-person-how", ".story.shared-you")
"""Sentences for more than one reader; everybody else is called `tu`."""
BREAKING = re.compile(r" (?=[;!?»](?:\W|$))| (?=:(?:\s|$))|« ")


def sentences(words: Catalogue) -> Iterator[tuple[str, str]]:
    """What people are told, by its key: not patterns, nor the grammar itself."""
    for key in words.keys():  # noqa: SIM118 - a catalogue is no mapping
        if not re.search(r"^grammar\.|\.card\.|\.cell\.|\.forms\.|\.log\.|\.pattern$", key):
            yield key, words.sentence(key)


def samples(game_id: str, words: Catalogue) -> dict[str, list[Any]]:
    """Values for each way of telling: a few cards, every word, all names."""
    game = next((each for each in TOLD if each.id == game_id), None)
    told: Any = words.find(f"{game_id}.word") or {"x": "x"}
    place: Any = words.find(f"{game_id}.place.names") or {"x": "x"}
    cards = sorted(game.vocabulary)[::5] if game else ["x"]
    colours = [word for word in told if word in "green yellow red blue purple orange grey"] or list(told)
    by_form = dict.fromkeys(words.find(f"{game_id}.forms") or {}, colours)
    return by_form | {
        "player": [0, 1, 2, 3],
        "card": cards,
        "the": cards,
        "cell": ["o5", "y9", "p1"],
        "place": list(place),
        "word": list(told),
    }


def fillings(words: Catalogue) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Every sentence: the game it is told at, its key, and every sample of each way it tells something."""
    for key, sentence in sentences(words):
        game = key.partition(".")[0]
        game_id = game if any(game == each.id for each in TOLD) else registry.games()[0].id
        given, ways = samples(game_id, words), dict(placeholders(sentence))
        for at in range(4):
            yield game_id, key, {name: value_of(how, given, at, sentence, name) for name, how in ways.items()}


def filled(words: Catalogue, language: str) -> Iterator[tuple[str, str]]:
    """Every sentence as it is told, with none, one and many."""
    tellers = {game.id: Teller(game.id, language, NAMES) for game in TOLD}
    for game_id, key, values in fillings(words):
        yield key, tellers[game_id].say(key, **values)


def value_of(how: str | None, given: dict[str, list[Any]], at: int, sentence: str, name: str) -> Any:
    if how is not None:
        how = how[:1].lower() + how[1:]
    both = {told for field, told in placeholders(sentence) if field == name}
    lists = [told for told in both if told in LISTS]
    if lists:
        some = given[lists[0].removesuffix("s")]
        return [some[(at + more) % len(some)] for more in range(1 + at % 3)]
    if how is not None and "|" in how:
        return at
    if how is None:
        return NAMES[at]
    some = given[how]
    return some[at % len(some)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_can_be_filled(language: str) -> None:
    for key, told in filled(catalogue(language), language):
        assert not re.search(r"[{}#|]|\bNone\b", told), f"{key}: {told}"


def test_nothing_sounds_translated() -> None:
    found = [f"{key}: {told}" for key, told in filled(catalogue("fr"), "fr") if UNSAID.search(told)]
    assert not found, "\n".join(found[:10])


def test_everybody_is_called_tu() -> None:
    told = [(key, sentence) for key, sentence in sentences(catalogue("fr")) if not key.endswith(TO_SEVERAL)]
    found = [f"{key}: {sentence}" for key, sentence in told if FORMAL.search(sentence)]
    assert not found, "\n".join(found[:10])


TO_THE_READER = re.compile(r"\b(?:de|par) toi\b|\bà toi\b(?! de\b)|\s: toi\b(?! et\b)|\btoi (?!et\b|de\b)[a-z]")


@pytest.mark.parametrize("game", TOLD, ids=lambda game: game.id)
def test_what_happens_to_the_reader_is_told_to_them(game: AnyGame) -> None:
    """`Agathe te donne 2 cartes`, not `donne 2 cartes à toi`; `ta carte`, not `la carte de toi`."""
    for setup in spread(game, 6):
        match = match_of(game, setup)
        for reader in match.seats:
            teller = Teller(game.id, "fr", NAMES * 2, reader)
            for event in match.events:
                told = teller.event(event)
                assert not TO_THE_READER.search(told), told


def test_cards_that_the_reader_gets_and_laid() -> None:
    teller = Teller("trio", "fr", NAMES, 1)
    assert teller.event(TrioCardsGiven(seat=0, receiver=1, count=2)) == "Agathe te donne 2 cartes."
    proved = teller.event(TrioFaultProved(seat=0, pile="step", card="5-red-moon", culprit=1))
    assert proved.endswith("ta carte, le 5 rouge à la lune, n'avait rien à y faire.")
    late = Teller("hexa", "fr", NAMES, 1).event(HexaTimeUp(seats=(1,)))
    assert late == f"Temps écoulé pour toi{FIRM}: on passe."


def test_colours_agree() -> None:
    found = [f"{key}: {told}" for key, told in filled(catalogue("fr"), "fr") if FEMININE.search(told)]
    assert not found, "\n".join(found[:10])


def test_the_rules_sound_french_too() -> None:
    for path in sorted((ROOT / "src/cartable/games").glob("*/text/rules.fr.md")):
        text = path.read_text(encoding="utf-8")
        for found in (UNSAID.search(text), FEMININE.search(text), BREAKING.search(text), FORMAL.search(text)):
            assert found is None, f"{path}: {text[max(0, found.start() - 30) : found.end() + 30]!r}"


COUNTED = re.compile(
    r"\{\w+\} (?:cartes|points|joueurs|places|manches|coups|cases|rangées|colonnes|jetons|appareils|jours|tirages|"
    r"essais|cards|players|rounds|moves|cells|rows|columns|chips|devices|days|draws|tries)\b"
)
ALWAYS_MANY = re.compile(r"\.hint\.|^web\.home\.(?:players|seats)$|\.story\.cards|\.fault-which$|\.odds-long$")
"""Averages, which are no whole numbers; and what is two or more by the rules, or counts something else."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_counted_may_be_one(language: str) -> None:
    told = [(key, sentence) for key, sentence in sentences(catalogue(language)) if not ALWAYS_MANY.search(key)]
    assert not [f"{key}: {sentence}" for key, sentence in told if COUNTED.search(sentence)]


def test_no_line_is_broken_before_a_sign() -> None:
    found = [f"{key}: {told}" for key, told in filled(catalogue("fr"), "fr") if BREAKING.search(told)]
    assert not found, "\n".join(found[:10])


@pytest.mark.parametrize(
    ("name", "told"),
    [("Agathe", "d'Agathe"), ("Émile", "d'Émile"), ("Yves", "d'Yves"), ("Yann", "de Yann"), ("Zoé", "de Zoé")],
)
def test_names_are_elided(name: str, told: str) -> None:
    teller = Teller("trio", "fr", [name])
    returned = teller.own("event.card-returned", seat=0, card="5-red-moon", pile="step")
    assert returned.endswith(f"repasse sous la pile {told}.")


def test_cards_have_their_article() -> None:
    assert Teller("push", "fr", []).own("ask.place", card="Y2") == f"Où places-tu le 2 jaune{FIRM}?"
    assert Teller("push", "fr", []).own("ask.place", card="D") == f"Où places-tu la carte Dé{FIRM}?"
    assert Teller("hexa", "fr", []).the("green-flower") == "la fleur verte"
    assert Teller("hexa", "fr", []).the(["green-die", "green-cup"]) == "le dé vert et la tasse verte"
    assert (
        Teller("quinto", "fr", ["A"]).own("event.row-filled", seat=0, colour="purple", points=9).count("violette") == 1
    )


def test_placeholders_are_those_of_the_language() -> None:
    """A way that no game tells with would only be seen when the sentence is told."""
    known = {"player", "players", "card", "cards", "the", "cell", "cells", "place", "places", "word", "words"}
    for language in LANGUAGES:
        words = catalogue(language)
        for key, sentence in sentences(words):
            forms = set(words.find(f"{key.partition('.')[0]}.forms") or {})
            ways = {match[2] for match in PLACEHOLDER.finditer(sentence) if match[2] and "|" not in match[2]}
            assert {way[0].lower() + way[1:] for way in ways} <= known | forms, f"{key}: {sentence}"
