"""How a game is shown at the terminal. This board serves any game; a game that has one of its own refines it."""

import re
from collections.abc import Sequence
from typing import Any, Final, Generic, TypeVar

import msgspec
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from cartable.cli.terminal.screen import Screen
from cartable.kernel import Act, Event, Seat
from cartable.words import Teller

SPACE: Final = (" ", "\n", "\r")
"""The keys that everybody finds."""

V = TypeVar("V", bound=msgspec.Struct)
P = TypeVar("P", bound=msgspec.Struct)


class Situation(msgspec.Struct, Generic[V, P], frozen=True):
    """All that a player has before the eyes: a board draws from this alone."""

    seat: Seat
    view: V
    preview: P
    legal: tuple[Act, ...]
    teller: Teller
    screen: Screen


class Section(msgspec.Struct, frozen=True):
    """A part of the table. It is drawn again when `shows`, which is what it tells, has changed."""

    name: str
    shows: Any
    drawing: RenderableType


class Board(Generic[V, P]):
    """Prints the fields of the view, and offers the legal acts in their notation."""

    def tells(self, event: Event, reader: Seat) -> bool:  # noqa: ARG002 - boards that show it elsewhere look
        """Is this event worth a sentence here? Not when the board shows it anyway."""
        return True

    def sections(self, situation: Situation[V, P], *, everything: bool) -> Sequence[Section]:  # noqa: ARG002 - it has no more
        """The table from top to bottom; `everything` when somebody wants to look closely."""
        fields = msgspec.to_builtins(situation.view)
        table = Table.grid(padding=(0, 2))
        for name, value in fields.items():
            table.add_row(situation.screen.strong(name), Text(msgspec.json.encode(value).decode(), overflow="fold"))
        return [Section("view", fields, table)]

    def question(self, situation: Situation[V, P]) -> str:
        """One sentence: what the player may do."""
        return situation.teller.say("play.your-turn")

    def offer(self, act: Act, situation: Situation[V, P]) -> str:  # noqa: ARG002 - boards that say it in words look
        """An act in the player's words; nothing when its notation says it all."""
        return ""

    def offers(self, situation: Situation[V, P]) -> RenderableType:
        """The legal acts with the numbers by which they are chosen."""
        table = Table.grid(padding=(0, 2))
        table.add_column(justify="right")
        for number, act in enumerate(situation.legal, 1):
            told = self.offer(act, situation)
            notation = Text(str(act)) if not told else situation.screen.faint(str(act))
            table.add_row(situation.screen.strong(str(number)), told or notation, notation if told else "")
        return table

    # --- in a race -------------------------------------------------------------------------------------------

    def arranged(self, view: V, before: V | None) -> V:  # noqa: ARG002 - boards on which cards keep their places look
        """The view as the player holds it in hand; `before` is how it was last."""
        return view

    def keys(self, situation: Situation[V, P]) -> str:
        """One line: which keys do what."""
        return situation.teller.say("race.numbers")

    def press(self, keys: str, situation: Situation[V, P]) -> Act | str | None:
        """What these keys mean: an act; themselves, when more have to follow; or nothing.

        Here digits are the numbers of the first nine acts, and Space or Enter the only act.
        """
        if keys in SPACE and len(situation.legal) == 1:
            return situation.legal[0]
        chosen = int(keys) if re.fullmatch("[1-9]", keys) else 0
        return situation.legal[chosen - 1] if 1 <= chosen <= len(situation.legal) else None
