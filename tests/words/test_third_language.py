"""A third language is a matter of files alone: one is made of the English, and every sentence of it can be told."""

import re
import tomllib
from pathlib import Path

import pytest

from cartable.words import LANGUAGES, Catalogue, catalogue, placeholders, tell
from cartable.words.template import PLACEHOLDER
from tests.words.pseudo import PSEUDO, lengthened, pseudo, toml, write
from tests.words.test_french import filled, sentences


def test_languages_are_found_by_their_files() -> None:
    assert set(LANGUAGES) >= {"en", "fr"}
    folder = Path(tell.__file__).parent
    assert sorted(LANGUAGES) == sorted(path.stem for path in folder.glob("*.toml"))


def test_every_sentence_of_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    third = pseudo()
    monkeypatch.setattr(tell, "catalogue", lambda language: third if language == PSEUDO else catalogue(language))
    told = dict(filled(third, PSEUDO))
    assert set(told) == {key for key, _ in sentences(catalogue("en"))}
    assert not [key for key, text in told.items() if re.search(r"[{}#|]|\bNone\b", text)]


def test_its_sentences_are_longer_and_ask_for_the_same() -> None:
    english, third = catalogue("en"), pseudo()
    bare = {key: len(PLACEHOLDER.sub("", sentence)) for key, sentence in sentences(english)}
    for key, sentence in sentences(third):
        assert {name for name, _ in placeholders(sentence)} == {name for name, _ in placeholders(english.sentence(key))}
    longer = sum(len(PLACEHOLDER.sub("", sentence)) for _, sentence in sentences(third))
    assert longer >= 1.35 * sum(bare.values())


def test_a_sentence_keeps_its_placeholders() -> None:
    assert lengthened("{seat:player} takes {n:# card|# cards}.") == "{seat:player} tàkés {n:# çàrd|# çàrds}~~~."


def test_its_files_are_read_again(tmp_path: Path) -> None:
    games = ("push", "quinto")
    write(tmp_path, games)
    again = tomllib.loads((tmp_path / "words" / f"{PSEUDO}.toml").read_text(encoding="utf-8"))
    again |= {
        game: tomllib.loads((tmp_path / "games" / game / "text" / f"words.{PSEUDO}.toml").read_text(encoding="utf-8"))
        for game in games
    }
    assert Catalogue(PSEUDO, again).tree == pseudo().tree
    assert tomllib.loads(toml({"a": "b", "c": {"d-e": 'f"\\'}})) == {"a": "b", "c": {"d-e": 'f"\\'}}
