"""How a game is shown at the terminal. This board serves any game; a game that has one of its own refines it."""

import re
from collections.abc import Sequence
from typing import Any, Final, Generic, TypeVar

import msgspec
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from cartable.cli.terminal.plain import of_seats, on_the_table
from cartable.cli.terminal.screen import Screen
from cartable.kernel import Act, Event, Seat, View
from cartable.words import Teller

SPACE: Final = (" ", "\n", "\r")
"""The keys that everybody finds."""

V = TypeVar("V", bound=View[Any])
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


class TerminalBoard(Generic[V, P]):
    """Tells what lies on the table and what each player has, field by field, and offers the legal acts in words."""

    def tells(self, event: Event, reader: Seat) -> bool:  # noqa: ARG002 - boards that show it elsewhere look
        """Is this event worth a sentence here? Not when the board shows it anyway."""
        return True

    def sections(self, situation: Situation[V, P], *, everything: bool) -> Sequence[Section]:  # noqa: ARG002 - it has no more
        """The table from top to bottom; `everything` when somebody wants to look closely."""
        teller = situation.teller
        common = list(on_the_table(situation.view, situation.preview, teller))
        owned = list(of_seats(situation.view, teller))
        sections = [Section("table", common, _grid(situation.screen, common))]
        for seat in range(len(teller.names) if owned else 0):
            rows = [(name, values[seat]) for name, values in owned]
            moves = seat in situation.view.to_move
            head = Text("* " if moves else "  ") + situation.screen.strong(teller.player(seat))
            drawing = Group(head, Padding(_grid(situation.screen, rows), (0, 0, 0, 4)))
            sections.append(Section(f"seat {seat}", (moves, rows), drawing))
        return sections

    def question(self, situation: Situation[V, P]) -> str:
        """One sentence: what the player may do."""
        return situation.teller.say("play.your-turn")

    def offer(self, act: Act, situation: Situation[V, P]) -> str:
        """An act in the player's words; nothing when its notation says it all."""
        told = situation.teller.move(str(act))
        return "" if told == str(act) else told

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


def _grid(screen: Screen, rows: list[tuple[str, str]]) -> Table:
    """Names beside values, folded where they are long."""
    table = Table.grid(padding=(0, 2))
    for name, value in rows:
        table.add_row(screen.strong(name), Text(value, overflow="fold"))
    return table
