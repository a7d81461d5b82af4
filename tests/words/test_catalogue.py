"""Nothing is left untold: every event, refusal, reason, option and card of every game, in every language."""

import itertools
import re
from collections.abc import Iterator

import pytest
from msgspec import inspect

from cartable.games import registry
from cartable.kernel import DEALER, AnyGame
from cartable.words import LANGUAGES, Catalogue, Teller, catalogue, placeholders
from cartable.words.catalogue import rulebook
from tests.kit.fired import fired
from tests.kit.games import TOLD
from tests.kit.setups import match_of, spread

every_game = pytest.mark.parametrize("game", TOLD, ids=lambda game: game.id)
every_language = pytest.mark.parametrize("language", LANGUAGES)


def fields(sentence: str) -> set[str]:
    return {name for name, _ in placeholders(sentence)}


def wanted(game: AnyGame, words: Catalogue) -> Iterator[str]:
    """Every sentence that a game needs. One that tells whose deed it was has another for the reader's own, and one that
    tells of somebody else, or who won, another for the reader: nobody says `carte de toi`."""
    yield from ("name", "idea")
    for event in game.events:
        yield f"event.{event.name()}"
        sentence = words.find(f"{game.id}.event.{event.name()}") or ""
        if "seat" in fields(sentence):
            yield f"event.{event.name()}-you"
        others = {name for name, how in placeholders(sentence) if how == "player"} - {"seat"}
        yield from (f"event.{event.name()}-{field}-you" for field in others | fields(sentence) & {"winners"})
        if words.find(f"{game.id}.event.{event.name()}-alone"):
            yield f"event.{event.name()}-alone"
    yield from (f"refusal.{code}" for code in game.refusals)
    yield from (f"reason.{reason}" for reason in game.reasons)
    info = inspect.type_info(game.options)
    assert isinstance(info, inspect.StructType)
    for option in info.fields:
        yield from (f"option.{option.name}.title", f"option.{option.name}.meaning")
        kind = option.type.type if isinstance(option.type, inspect.Metadata) else option.type
        if isinstance(kind, inspect.LiteralType):
            yield from (f"option.{option.name}.{value}" for value in kind.values)


def keys_of(words: Catalogue) -> list[str]:
    """Every key that leads to a sentence."""
    return list(words.keys())


def own_keys(words: Catalogue, game: AnyGame) -> set[str]:
    """The keys of a game, without its id."""
    return {key.removeprefix(f"{game.id}.") for key in keys_of(words) if key.startswith(f"{game.id}.")}


@every_language
@every_game
def test_nothing_is_left_untold(game: AnyGame, language: str) -> None:
    words = catalogue(language)
    missing = [key for key in wanted(game, words) if key not in own_keys(words, game)]
    assert not missing, f"missing in {game.id}/text/words.{language}.toml: {', '.join(missing)}"


@every_language
@every_game
def test_nothing_is_told_that_never_happens(game: AnyGame, language: str) -> None:
    kinds = ("event.", "refusal.", "reason.", "option.")
    words = catalogue(language)
    told = {key for key in own_keys(words, game) if key.startswith(kinds)}
    assert told - set(wanted(game, words)) == set()


@every_language
@every_game
def test_sentences_ask_for_what_there_is(game: AnyGame, language: str) -> None:
    """Of an event its fields; of a refusal what every such refusal tells about itself."""
    words = catalogue(language)
    for event in game.events:
        own = f"{game.id}.event.{event.name()}"
        for key in [key for key in keys_of(words) if key == own or re.fullmatch(rf"{own}(-[a-z]+)?-(you|alone)", key)]:
            sentence = words.sentence(key)
            assert fields(sentence) <= set(event.__struct_fields__), f"{key}: {sentence}"
    for code, about in fired(game).refused:
        sentence = words.sentence(f"{game.id}.refusal.{code}")
        assert fields(sentence) <= set(about), f"{code} is refused with {about or 'nothing'}: {sentence}"
    for key in own_keys(words, game):
        if key.startswith(("reason.", "option.")):
            assert not fields(words.sentence(f"{game.id}.{key}")), f"{key} cannot be filled in"


@every_language
@every_game
def test_all_that_happens_can_be_told(game: AnyGame, language: str) -> None:
    """To players, each as themselves, and to spectators; every word of it is in the catalogue."""
    words = catalogue(language)
    for setup in spread(game, 6):
        match = match_of(game, setup)
        names = [f"<{seat}>" for seat in match.seats]
        tellers = [Teller(game.id, language, names, reader) for reader in (*match.seats, None)]
        for event in match.events:
            for teller in tellers:
                told = teller.event(event)
                assert not re.search(r"[{}#|]|\bNone\b|^\s|\s$|^$", told), f"{event}: {told!r}"
            for name, how in placeholders(words.sentence(f"{game.id}.event.{event.name()}")):
                if how in ("word", "words"):
                    value = getattr(event, name)
                    for word in value if how == "words" else [value]:
                        assert isinstance(words.find(f"{game.id}.word.{word}"), str), f"no word for {word}"


@every_language
@every_game
def test_all_refusals_can_be_told(game: AnyGame, language: str) -> None:
    teller = Teller(game.id, language, ["Ann", "Ben"])
    for refused in fired(game).refused.values():
        told = teller.refusal(refused)
        assert refused.rule in told
        assert not re.search(r"[{}#|]|\bNone\b", told), told


@every_language
@every_game
def test_every_card_has_a_name(game: AnyGame, language: str) -> None:
    """Not only its notation, and no two cards the same."""
    match = match_of(game, next(spread(game, 1)))
    dues = [game.next_reveal(turn.state) for turn in match.turns if turn.seat == DEALER]
    cards = {card for due in dues if due.verb == "deal" for card in due.among}
    teller = Teller(game.id, language, [])
    names = {card: teller.card(card) for card in cards}
    assert cards
    assert not [card for card, name in names.items() if name == card], "told by their notation"
    assert len(set(names.values())) == len(cards), "two cards of one name"


def shared_keys(language: str) -> set[str]:
    """All but how cards are named, words are inflected and sentences joined: each language has its own grammar."""
    return {key for key in keys_of(catalogue(language)) if not re.search(r"^grammar\.|\.(card|forms)\.", key)}


def test_languages_have_the_same_keys() -> None:
    assert shared_keys("en") ^ shared_keys("fr") == set()


def test_languages_fill_in_the_same() -> None:
    english, french = catalogue("en"), catalogue("fr")
    for key in shared_keys("en"):
        ours, theirs = fields(english.sentence(key)), fields(french.sentence(key))
        assert ours == theirs, f"{key}: {ours} in English, {theirs} in French"


@every_language
def test_events_are_sentences(language: str) -> None:
    words = catalogue(language)
    for key in keys_of(words):
        if ".event." in key or ".reason." in key or key.endswith(".idea"):
            assert re.search(r"[.!?]$", words.sentence(key)), f"{key}: {words.sentence(key)}"
        if ".refusal." in key:
            assert not re.search(r"[.!?]$", words.sentence(key)), f"{key}: the rule follows, and then the full stop"


@every_game
def test_the_rule_about_who_begins_is_one_of_the_game(game: AnyGame) -> None:
    """The lobby links to it: the same in every language."""
    named = {catalogue(language).find(f"{game.id}.begins-rule") for language in LANGUAGES} - {None}
    assert len(named) <= 1
    for language, rule in itertools.product(LANGUAGES, named):
        assert f"**{rule}**" in rulebook(game.id, language)


def test_french_has_its_spaces() -> None:
    words = catalogue("fr")
    for key in keys_of(words):
        if isinstance(words.find(key), str) and not key.endswith(".pattern"):
            bare = re.sub(r"\{\w+(?::[^{}]*)?\}|`[^`]*`", "x", words.sentence(key))
            assert not re.search(r"[^\s…][!?;:](?!\S)", bare), f"{key}: {bare}"


@every_language
@pytest.mark.parametrize("game", registry.games(), ids=lambda game: game.id)
def test_every_refusal_names_a_rule_of_the_book(game: AnyGame, language: str) -> None:
    rules = rulebook(game.id, language)
    assert not [refused for refused in game.refusals.values() if f"**{refused.rule}**" not in rules]
