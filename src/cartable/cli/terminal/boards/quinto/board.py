"""Quinto at the terminal: the grid and the hand, the sheets, and what every choice would give."""

from collections.abc import Sequence
from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from cartable.cli.terminal.board import Board, Section, Sight
from cartable.cli.terminal.boards.quinto.cards import card_line, grid
from cartable.cli.terminal.boards.quinto.offers import lays, writes
from cartable.cli.terminal.boards.quinto.sheet import pentagon, sheet
from cartable.games.quinto import events as e
from cartable.games.quinto.state import QuintoPhase
from cartable.games.quinto.view import QuintoPreview, QuintoView
from cartable.kernel import Event, Seat, TurnStarted

QuintoSight = Sight[QuintoView, QuintoPreview]


class QuintoBoard(Board[QuintoView, QuintoPreview]):
    """The table of Quinto."""

    def tells(self, event: Event, reader: Seat) -> bool:
        """Choices are told when they show, draws to their owner, and what was dealt out lies there to be seen."""
        if isinstance(
            event, e.QuintoGridDealt | e.QuintoChoiceMade | e.QuintoCellChosen | e.QuintoPassChosen | e.QuintoCardDrawn
        ):
            return False
        return not (isinstance(event, TurnStarted) and event.seat == reader)

    def sections(self, sight: QuintoSight, *, everything: bool) -> Sequence[Section]:
        view = sight.view
        mine = tuple(offer.cell for offer in sight.preview.writes)
        others = [seat for seat in range(len(view.sheets)) if seat != sight.seat]
        drawn = [_sheet(sight, seat, ()) for seat in others] if everything else [_briefly(sight, others)]
        shown = Section("others", (view.sheets, view.misses), Group(*drawn))
        return [
            *([shown] if others else []),
            Section("table", (view.grid, view.hand, view.phase), _table(sight)),
            Section("sheet", (view.sheets[sight.seat], view.misses[sight.seat], mine), _sheet(sight, sight.seat, mine)),
        ]

    def question(self, sight: QuintoSight) -> str:
        offer = sight.view.announced
        if sight.view.phase is not QuintoPhase.WRITE or offer is None:
            return sight.teller.own("ask.lay")
        key = "ask.write" if sight.preview.writes else "ask.nothing"
        return sight.teller.own(key, sum=offer.sum, colours=offer.colours)

    def offers(self, sight: QuintoSight) -> RenderableType:
        if sight.preview.lays:
            return lays(sight.legal, sight.preview.lays, sight.screen, sight.teller)
        return writes(sight.legal, sight.preview.writes, sight.view.active == sight.seat, sight.screen, sight.teller)


def _table(sight: QuintoSight) -> RenderableType:
    """The grid, and beside it the hand and the pile."""
    view, screen, teller = sight.view, sight.screen, sight.teller
    hand = Text("  ").join(card_line(card, screen) for card in view.hand)
    beside: list[RenderableType] = [screen.strong(teller.own("board.hand")), hand, ""]
    beside.append(screen.faint(teller.own("board.pile", pile=view.pile)))
    table = Table.grid(padding=(0, 4))
    table.add_row(grid(view.grid, screen), Group(*beside))
    return table


def _sheet(sight: QuintoSight, seat: Seat, open_cells: tuple[str, ...]) -> RenderableType:
    drawn = sheet(sight.view, seat, open_cells, sight.screen, sight.teller)
    if not open_cells:
        return drawn
    legend = sight.teller.own("board.legend", pentagon=pentagon(sight.screen))
    return Group(drawn, sight.screen.faint(legend))


def _briefly(sight: QuintoSight, seats: list[Seat]) -> RenderableType:
    """The other sheets in a line each."""
    view, teller = sight.view, sight.teller
    table = Table.grid(padding=(0, 2))
    for seat in seats:
        tally = view.tallies[seat]
        rows = dict(zip(("orange", "yellow", "purple"), tally.rows, strict=True))
        told = teller.own("board.tally", **rows, bonus=sum(tally.bonuses), misses=tally.misses)
        table.add_row(teller.own("board.sheet", seat=seat, points=view.scores[seat]), sight.screen.faint(told))
    return table


BOARD: Final = QuintoBoard()
