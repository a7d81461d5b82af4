"""English as it is spoken at a table: every sentence and every rule, read for what nobody would say."""

import re

from cartable.words import catalogue
from tests.house.tree import ROOT
from tests.words.test_french import filled, sentences

UNSAID = re.compile(
    r"\b[Tt]he turn of\b|\b[Tt]he own\b|\bis to (?:play|move)\b|\bthe (?:pile|card|turn) of (?:you|[A-ZÉ])|"
    r"\b(?:anew|lest|thereof|wherein|whosever|seldom|for ever|hath|shall be)\b|’"
)
RULE = re.compile(r"\b(?:PUSH|QUIN|HEXA|TRIO)-(?:\d\d|C\d)\b")


def test_nothing_sounds_stiff() -> None:
    found = [f"{key}: {told}" for key, told in filled(catalogue("en"), "en") if UNSAID.search(told)]
    assert not found, "\n".join(found[:10])


def test_the_rules_sound_english_too() -> None:
    for path in sorted((ROOT / "src/cartable/games").glob("*/text/rules.en.md")):
        text = path.read_text(encoding="utf-8")
        found = UNSAID.search(text)
        assert found is None, f"{path}: {text[max(0, found.start() - 30) : found.end() + 30]!r}"


def test_sentences_give_reasons_and_not_the_numbers_of_rules() -> None:
    """A refusal names its rule by itself, where somebody may ask for it."""
    for language in ("en", "fr"):
        told = [(key, sentence) for key, sentence in sentences(catalogue(language)) if not key.endswith("-rule")]
        assert not [f"{key}: {sentence}" for key, sentence in told if RULE.search(sentence)]
