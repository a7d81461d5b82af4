"""Telling a reader what happened, why not, and what things are called."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import msgspec

from cartable.kernel import Event, Refused, Seat
from cartable.words.catalogue import catalogue
from cartable.words.template import MINUS, Grammar, fill


class Teller:
    """One reader's voice for one match: a game, a language, the players' names, and which of them the reader is."""

    def __init__(self, game_id: str, language: str, names: Sequence[str], reader: Seat | None = None) -> None:
        self._game = game_id
        self._catalogue = catalogue(language)
        self._names = names
        self._reader = reader
        self._grammar = Grammar.read(self._catalogue.find("grammar") or {})
        self._ways: dict[str, Callable[[Any], str]] = {
            form: partial(self._form, form) for form in self._catalogue.find(f"{game_id}.forms") or {}
        } | {
            "player": self.player,
            "players": lambda seats: self._joined([self.player(seat) for seat in seats]),
            "card": self.card,
            "cards": lambda cards: self._joined([self.card(card) for card in cards]),
            "the": self.the,
            "cell": lambda cell: self._named("cell", cell),
            "cells": lambda cells: self._joined([self._named("cell", cell) for cell in cells]),
            "place": lambda place: self._named("place", place),
            "places": lambda places: self._joined([self._named("place", place) for place in places]),
            "word": self.word,
            "words": lambda words: self._joined([self.word(word) for word in words], "none"),
        }

    # --- sentences -------------------------------------------------------------------------------------------

    def event(self, event: Event) -> str:
        """What happened. The reader's own deeds have sentences of their own, `You take ...`, and so has what happens to
        the reader alone, `... gives you ...`; a table of one may too."""
        values = msgspec.structs.asdict(event)
        key = f"{self._game}.event.{event.name()}"
        variants = [
            *(["-you"] if values.get("seat") == self._reader is not None else []),
            *(["-alone"] if len(self._names) == 1 else []),
            *(f"-{field}-you" for field, value in values.items() if self._is_reader(value)),
        ]
        return self.say(key + next((each for each in variants if self._catalogue.find(key + each)), ""), **values)

    def _is_reader(self, who: Any) -> bool:
        """Is it the reader's seat, or a list of it alone?"""
        seats = who if isinstance(who, list | tuple) else (who,)
        return self._reader is not None and list(seats) == [self._reader]

    def refusal(self, refused: Refused) -> str:
        """Why not, and by which rule."""
        reason = self.say(f"{self._game}.refusal.{refused.code}", **dict(refused.about))
        return self.say("refused", reason=reason, rule=refused.rule)

    def say(self, key: str, **values: Any) -> str:
        """Any sentence of the catalogue, its placeholders filled."""
        return fill(self._catalogue.sentence(key), values, self._ways, self._grammar)

    @property
    def language(self) -> str:
        """Return the reader's language."""
        return self._catalogue.language

    @property
    def names(self) -> Sequence[str]:
        """The players' names, by seat."""
        return self._names

    def own_or(self, key: str, otherwise: str) -> str:
        """A sentence of this game that it need not have, or this instead."""
        return self.own(key) if self.has(key) else otherwise

    def has(self, key: str) -> bool:
        """Has this game such a sentence?"""
        return isinstance(self._catalogue.find(f"{self._game}.{key}"), str)

    def own(self, key: str, **values: Any) -> str:
        """A sentence of this game: `own("option.risk.meaning")`."""
        return self.say(f"{self._game}.{key}", **values)

    def told(self, what: str, how: str) -> str:
        """What something is: `{what}: {how}`, with the colon as the language writes it."""
        return self.say("told", what=what, how=how)

    # --- names -----------------------------------------------------------------------------------------------

    def player(self, seat: Seat) -> str:
        """A player's name; the reader is told as such."""
        return self.say("you") if seat == self._reader else self._names[seat]

    def card(self, card: str) -> str:
        """What a card is called."""
        return self._named("card", card)

    def the(self, cards: str | Sequence[str]) -> str:
        """A card, or several, with the article where the language has one: `le 2 jaune`."""
        if isinstance(cards, str):
            return self._named("card", cards, "the")
        return self._joined([self._named("card", card, "the") for card in cards])

    def move(self, act: str) -> str:
        """An act in words: the first `move` of the game whose pattern is that of the written act."""
        moves: Mapping[str, Mapping[str, str]] = self._catalogue.find(f"{self._game}.move") or {}
        for move in moves.values():
            parts = re.fullmatch(move["pattern"], act)
            if parts is not None:
                return fill(move["form"], parts.groupdict(), self._ways, self._grammar)
        return act

    def _named(self, kind: str, code: str, form: str = "form") -> str:
        """What a card, a cell or a place is called: by a name of its own, or by the parts of its notation.

        Another form than the plain one, `the`, has its names in `names-the`; without them the plain ones hold.
        """
        table: Mapping[str, Any] = self._catalogue.find(f"{self._game}.{kind}") or {}
        name = table.get(f"names-{form}", {}).get(code, table.get("names", {}).get(code))
        if name is not None:
            return str(name)
        parts = re.fullmatch(table.get("pattern", "(?!)"), code)
        if parts is None:
            return code
        told = {part: table.get(part, {}).get(value, _number(value)) for part, value in parts.groupdict().items()}
        return fill(table.get(form, table["form"]), told, {}, self._grammar)

    def word(self, word: str) -> str:
        """A colour, a face of the die, a pile: a word of the game in the reader's language."""
        found = self._catalogue.find(f"{self._game}.word.{word}")
        return str(found) if found is not None else word

    def _form(self, form: str, words: str | Sequence[str]) -> str:
        """Words as a sentence needs them, by gender and number; one without such a form is told as it is."""
        forms: Mapping[str, str] = self._catalogue.find(f"{self._game}.forms.{form}") or {}
        if isinstance(words, str):
            return forms.get(words, self.word(words))
        return self._joined([forms.get(word, self.word(word)) for word in words], "none")

    def _joined(self, parts: list[str], empty: str = "nothing") -> str:
        if len(parts) < 2:
            return "".join(parts) or self.say(empty)
        return self.say("and", first=", ".join(parts[:-1]), last=parts[-1])


def _number(text: str) -> str:
    """A part of a notation as it is read: `-2` with a minus sign."""
    return re.sub(r"^-(?=\d)", MINUS, text)
