"""Hexa at the terminal: six rows, the open card, and a key for each row."""

from collections.abc import Sequence
from typing import Final

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from cartable.cli.terminal.board import SPACE, Section, Situation, TerminalBoard
from cartable.games.hexa.acts import CALLS, TURN
from cartable.games.hexa.cards import HEXAGON
from cartable.games.hexa.events import (
    HexaCardTurned,
    HexaChoiceMade,
    HexaPilesDealt,
    HexaStartingCardLaid,
    HexaStartingCardReturned,
    HexaTurnAwaited,
)
from cartable.games.hexa.state import HexaPhase
from cartable.games.hexa.view import HexaPreview, HexaView, HexaWindow
from cartable.kernel import Act, Event, Seat

HexaSituation = Situation[HexaView, HexaPreview]

KEYS: Final = {str(row % 7): call for row, call in enumerate(CALLS, 1)}
"""1 to 6 for the rows, and 0 for impossible."""

QUIET: Final = (HexaStartingCardLaid, HexaStartingCardReturned, HexaPilesDealt, HexaTurnAwaited, HexaCardTurned)
"""What the table itself shows."""


class HexaBoard(TerminalBoard[HexaView, HexaPreview]):
    """The table of Hexa."""

    def tells(self, event: Event, reader: Seat) -> bool:
        own_choice = isinstance(event, HexaChoiceMade) and event.seat == reader  # told with what it is
        return not own_choice and not isinstance(event, QUIET)

    def sections(self, situation: HexaSituation, *, everything: bool) -> Sequence[Section]:
        view = situation.view
        sections = [
            Section("rows", view.rows, _rows(situation)),
            Section("players", (view.piles, view.chips, view.out, view.tied), _players(situation)),
        ]
        if view.calm is not None and view.phase is not HexaPhase.OVER:
            sections.append(Section("order", view.calm.order, _order(situation, view.calm)))
        if view.open or everything:
            sections.insert(0, Section("open", (view.turned, view.open), _open(situation)))
        return sections

    def question(self, situation: HexaSituation) -> str:
        view, teller, seat = situation.view, situation.teller, situation.seat
        if seat in view.out:
            return teller.own("ask.out")
        match view.phase:
            case HexaPhase.TURN if seat == view.turner:
                return teller.own("ask.turn", source=view.source)
            case HexaPhase.OPEN if view.calm is not None and seat in view.to_move:
                return teller.own("ask.choose", card=view.open)
            case HexaPhase.OPEN if view.calm is not None:
                return teller.own("ask.chosen", seats=view.to_move)
            case HexaPhase.OPEN if seat not in view.to_move:
                return teller.own("ask.wait-tied", card=view.open, seats=view.tied)
            case HexaPhase.OPEN:
                return teller.own("ask.tied" if view.tied else "ask.call", card=view.open)
            case HexaPhase.OVER:
                return teller.say("race.over")
            case _:
                return teller.own("ask.wait-turn", seat=view.turner, source=view.source)

    def keys(self, situation: HexaSituation) -> str:
        return situation.teller.own("terminal.keys")

    def press(self, keys: str, situation: HexaSituation) -> Act | str | None:
        if keys in SPACE:
            return TURN if situation.view.phase is HexaPhase.TURN else None
        return KEYS.get(keys)


def _card(card: str, situation: HexaSituation) -> Text:
    """A card in words, on its colour."""
    told = situation.teller.card(card)
    return Text(told) if situation.screen.plain else situation.screen.filled(f" {told} ", card.partition("-")[0])


def _rows(situation: HexaSituation) -> RenderableType:
    """The printed object begins each row."""
    table = Table.grid(padding=(0, 1))
    between = Text(", " if situation.screen.plain else " ")
    for row, cards in enumerate(situation.view.rows, 1):
        things = [_card(card, situation) for card in (HEXAGON[row - 1], *cards)]
        table.add_row(situation.screen.strong(f"{row}:"), between.join(things))
    return table


def _order(situation: HexaSituation, window: HexaWindow) -> RenderableType:
    """HEXA-C4: known before anybody chooses."""
    return situation.screen.faint(situation.teller.own("board.order", seats=window.order))


def _open(situation: HexaSituation) -> RenderableType:
    view = situation.view
    if not view.open:
        return situation.screen.faint(situation.teller.own("board.nothing-open"))
    return Text(">>> ").append_text(_card(view.open, situation)).append(" <<<")


def _players(situation: HexaSituation) -> RenderableType:
    """Everybody's cards and chips, in a line or two."""
    view, teller = situation.view, situation.teller
    told = []
    for seat, cards in enumerate(view.piles):
        standing = teller.own("board.standing", seat=seat, cards=cards, chips=view.chips[seat])
        marks = [
            teller.own(f"board.{mark}") for mark, seats in (("out", view.out), ("tied", view.tied)) if seat in seats
        ]
        told.append(f"{standing} ({', '.join(marks)})" if marks else standing)
    told.append(teller.own("board.neutral", count=len(view.neutral)))
    return Text(teller.say("between").join(told))


BOARD: Final = HexaBoard()
