"""What the person at the terminal is called: in their own language, whatever the log says."""

from pathlib import Path

import pytest

from cartable.matches.log.reading import open_log
from tests.cli.terminal import cartable


@pytest.mark.parametrize(("language", "person", "level"), [("en", "Player", "fair"), ("fr", "Joueur", "moyen")])
def test_a_person_has_a_name_of_their_own_language(language: str, person: str, level: str, tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    typed = {"en": "draw\nplace 1\nquit\n", "fr": "draw\nplace 1\nquitter\n"}[language]
    ran = cartable("play", "push", "--seed", "3", "--bot", "fair", "--log", path, "--lang", language, typed=typed)
    told = ran.out + cartable("replay", path, "--lang", language).out + cartable("hint", path, "--lang", language).out
    assert person in told
    assert f"({level})" in told
    assert language == "en" or not {"Player", "fair"} & set(told.replace(".", " ").replace(":", " ").split())
    with open_log(path) as log:
        assert log.header.seats[0].name == "Player", "the same cards in every language"


def test_the_french_puzzle_calls_the_person_by_no_english_word() -> None:
    told = cartable("puzzle", "push", "--number", "1", "--lang", "fr", typed="quitter\n")
    assert told.code == 0
    assert "Player" not in told.out
