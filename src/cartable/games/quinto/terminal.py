"""Quinto at the terminal: the grid and the hand, the sheets, and what every choice would give."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from cartable.cli.terminal.board import Section, Situation, TerminalBoard
from cartable.cli.terminal.screen import GLYPHS, Screen
from cartable.games.quinto import events as e
from cartable.games.quinto.acts import QuintoLay
from cartable.games.quinto.cards import COLOURS, LETTERS, PLACES
from cartable.games.quinto.sheet import AT, BONUS, COLOUR_OF, MISSES
from cartable.games.quinto.state import QuintoPhase
from cartable.games.quinto.view import LayPreview, QuintoPreview, QuintoView, WritePreview
from cartable.kernel import Act, Event, Seat, TurnStarted
from cartable.words import Teller

QuintoSituation = Situation[QuintoView, QuintoPreview]

SHAPES: Final = {"orange": "square", "yellow": "circle", "purple": "diamond", "grey": "ring"}
LETTER_OF: Final = {colour: letter for letter, colour in LETTERS.items()}
COLUMNS: Final = range(1, 13)
LABEL: Final = 9
CELL: Final = 3  # and a space: a whole sheet fits into 60 characters


class QuintoBoard(TerminalBoard[QuintoView, QuintoPreview]):
    """The table of Quinto."""

    def tells(self, event: Event, reader: Seat) -> bool:
        """Choices are told when they show, draws to their owner, and what was dealt out lies there to be seen."""
        if isinstance(
            event, e.QuintoGridDealt | e.QuintoChoiceMade | e.QuintoCellChosen | e.QuintoPassChosen | e.QuintoCardDrawn
        ):
            return False
        return not (isinstance(event, TurnStarted) and event.seat == reader)

    def sections(self, situation: QuintoSituation, *, everything: bool) -> Sequence[Section]:
        view = situation.view
        mine = tuple(offer.cell for offer in situation.preview.writes)
        others = [seat for seat in range(len(view.sheets)) if seat != situation.seat]
        drawn = [_sheet(situation, seat, ()) for seat in others] if everything else [_briefly(situation, others)]
        shown = Section("others", (view.sheets, view.misses), Group(*drawn))
        return [
            *([shown] if others else []),
            Section("table", (view.grid, view.hand, view.phase), _table(situation)),
            Section(
                "sheet",
                (view.sheets[situation.seat], view.misses[situation.seat], mine),
                _sheet(situation, situation.seat, mine),
            ),
        ]

    def question(self, situation: QuintoSituation) -> str:
        offer = situation.view.announced
        if situation.view.phase is not QuintoPhase.WRITE or offer is None:
            return situation.teller.own("ask.lay")
        key = "ask.write" if situation.preview.writes else "ask.nothing"
        return situation.teller.own(key, sum=offer.sum, colours=offer.colours)

    def offers(self, situation: QuintoSituation) -> RenderableType:
        if situation.preview.lays:
            return _lays(situation.legal, situation.preview.lays, situation.screen, situation.teller)
        return _writes(
            situation.legal,
            situation.preview.writes,
            situation.view.active == situation.seat,
            situation.screen,
            situation.teller,
        )


def _table(situation: QuintoSituation) -> RenderableType:
    """The grid, and beside it the hand and the pile."""
    view, screen, teller = situation.view, situation.screen, situation.teller
    hand = Text("  ").join(_card_line(card, screen) for card in view.hand)
    beside: list[RenderableType] = [screen.strong(teller.own("board.hand")), hand, ""]
    beside.append(screen.faint(teller.own("board.pile", pile=view.pile)))
    table = Table.grid(padding=(0, 4))
    table.add_row(_grid(view.grid, screen), Group(*beside))
    return table


def _sheet(situation: QuintoSituation, seat: Seat, open_cells: tuple[str, ...]) -> RenderableType:
    drawn = _drawn_sheet(situation.view, seat, open_cells, situation.screen, situation.teller)
    if not open_cells:
        return drawn
    legend = situation.teller.own("board.legend", pentagon=_pentagon(situation.screen))
    return Group(drawn, situation.screen.faint(legend))


def _briefly(situation: QuintoSituation, seats: list[Seat]) -> RenderableType:
    """The other sheets in a line each."""
    view, teller = situation.view, situation.teller
    table = Table.grid(padding=(0, 2))
    for seat in seats:
        tally = view.tallies[seat]
        rows = dict(zip(("orange", "yellow", "purple"), tally.rows, strict=True))
        told = teller.own("board.tally", **rows, bonus=sum(tally.bonuses), misses=tally.misses)
        table.add_row(teller.own("board.sheet", seat=seat, points=view.scores[seat]), situation.screen.faint(told))
    return table


# --- cards -----------------------------------------------------------------------------------------------------------


def _card_line(card: str, screen: Screen) -> Text:
    """A card in one line."""
    colour = LETTERS[card[0]]
    return screen.card(card, colour=colour, shape=SHAPES[colour], label=card[1:])


def _marks(colours: Iterable[str], screen: Screen) -> Text:
    """The colours of a turn, each in one character."""
    return Text("").join(screen.mark(LETTER_OF[colour], colour, SHAPES[colour]) for colour in colours)


def _grid(cards: dict[str, str], screen: Screen) -> Table:
    """The four cards as they lie, `a b` above `c d`."""
    table = Table.grid(padding=(0, 2 if screen.plain else 1))
    places = list(cards)
    for row in (places[:2], places[2:]):
        table.add_row(*(part for place in row for part in (place, _lying(cards[place], screen))))
        if row[0] == places[0] and not screen.plain:
            table.add_row()
    return table


def _lying(card: str, screen: Screen) -> Text | Group:
    """A card on the table: three lines tall where it can be filled with its colour."""
    if screen.plain:
        return _card_line(card, screen)
    colour = LETTERS[card[0]]
    face = f"{GLYPHS[SHAPES[colour]]} {card[1:]}"
    return Group(*(screen.filled(line.center(9), colour) for line in ("", face, "")))


# --- what a player may do --------------------------------------------------------------------------------------------


def _lays(acts: Sequence[Act], previews: Sequence[LayPreview], screen: Screen, teller: Teller) -> RenderableType:
    """One card: a row for each, a column for each place. Two cards: listed below."""
    foreseen = {preview.act: preview for preview in previews}
    single = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="")
    for head in ("", *PLACES):
        single.add_column(head and Text(f"    {head}"))
    rows: dict[str, list[Text]] = {}
    pairs: list[Text] = []
    for number, act in enumerate(acts, 1):
        if not isinstance(act, QuintoLay):
            raise TypeError(f"expected a lay, got {act}")
        offer = _offer(number, foreseen[str(act)], screen)
        (card, _), *second = act.on
        if second:
            pairs.append(offer.append("  ").append_text(screen.faint(str(act))))
        else:
            rows.setdefault(card, []).append(offer)
    for card, offers in rows.items():
        single.add_row(_card_line(card, screen), *offers)
    drawings: list[RenderableType] = [screen.faint(teller.own("board.sums")), single]
    if pairs:
        drawings += [screen.faint(teller.own("board.two")), _in_columns(pairs, screen.width)]
    return Group(*drawings)


def _offer(number: int, preview: LayPreview, screen: Screen) -> Text:
    """`12 sum 10 ■● (5)`: the number to type, the sum, its colours, the cells that could take it."""
    text = screen.strong(f"{number:>2}")
    text.append(f" {preview.sum:>3} ", style="not bold")
    text.append_text(_marks(preview.colours, screen))
    return text.append(f" ({preview.cells})", style="not bold")


def _writes(
    acts: Sequence[Act], previews: Sequence[WritePreview], costs_a_miss: bool, screen: Screen, teller: Teller
) -> RenderableType:
    """The cells by row, each with what it would bring if that is more than a point; and writing nothing."""
    table = Table.grid(padding=(0, 2))
    rows: dict[str, list[Text]] = {}
    for number, offer in enumerate(previews, 1):
        gain = "" if offer.points == 1 else f" {offer.points:+}"
        entry = screen.strong(str(number)).append(f" {offer.cell}{gain}", style="not bold")
        rows.setdefault(COLOUR_OF[AT[offer.cell]], []).append(entry)
    for colour, entries in rows.items():
        table.add_row(_marks([colour], screen), Text("   ").join(entries))
    told = teller.own("act.pass-miss" if costs_a_miss else "act.pass")
    nothing = screen.strong(str(len(acts))).append(f" {told}  ", style="not bold").append_text(screen.faint("pass"))
    return Group(table, nothing) if rows else nothing


def _in_columns(entries: Sequence[Text], width: int) -> Table:
    """Entries one below the other, in as many columns as fit."""
    widest = max(entry.cell_len for entry in entries) + 3
    count = max(1, width // widest)
    height = -(-len(entries) // count)
    table = Table.grid(padding=(0, 3, 0, 0))
    for row in range(height):
        table.add_row(*entries[row::height])
    return table


# --- a sheet (QUIN-03, QUIN-04) --------------------------------------------------------------------------------------


def _pentagon(screen: Screen) -> str:
    """The sign of a bonus cell."""
    return "*" if screen.plain else GLYPHS["pentagon"]


def _drawn_sheet(view: QuintoView, seat: Seat, open_cells: Collection[str], screen: Screen, teller: Teller) -> Group:
    """A player's sheet; cells in `open_cells` can take the sum."""
    numbers, tally = view.sheets[seat], view.tallies[seat]
    said = teller.own("board.sheet", seat=seat, points=view.scores[seat])
    title = screen.strong(said[0].upper() + said[1:])
    misses = view.misses[seat]
    boxes = "".join("[x]" if screen.plain else "☒ " for _ in range(misses))
    boxes += "".join("[ ]" if screen.plain else "☐ " for _ in range(MISSES - misses))
    title.append(f"   {teller.own('board.misses')} {boxes.strip()} {tally.misses or ''}", style="not bold")
    lines = [title, screen.faint(_line("", (str(column).center(CELL) for column in COLUMNS)))]
    for row, colour in enumerate(COLOURS):
        mark = LETTER_OF[colour] if screen.plain else GLYPHS[SHAPES[colour]]
        line = Text(f"{mark} {teller.word(colour)}".ljust(LABEL))
        for column in COLUMNS:
            cell = f"{colour[0]}{column}"
            line.append_text(_cell(cell, numbers.get(cell, 0), cell in open_cells, colour, screen)).append(" ")
        lines.append(line.append(str(tally.rows[row]).rjust(2)))
    bonuses = dict(zip(BONUS, tally.bonuses, strict=True))
    under = ((str(bonuses[str(n)] or "-") if str(n) in bonuses else "").center(CELL) for n in COLUMNS)
    lines.append(screen.faint(_line(teller.own("board.bonus"), under) + str(sum(tally.bonuses)).rjust(2)))
    return Group(*lines)


def _line(label: str, cells: Iterator[str]) -> str:
    return label.ljust(LABEL) + "".join(f"{cell} " for cell in cells)


def _cell(cell: str, number: int, is_open: bool, colour: str, screen: Screen) -> Text:
    """One cell: a number, a place for one, or nothing where the row has a gap."""
    if cell not in AT:
        return Text(" " * CELL)
    bonus = _pentagon(screen) if BONUS.get(cell[1:]) == cell else " "
    if number:
        return screen.filled(f"{bonus}{number:>2}", colour)
    if is_open:
        return screen.filled(f"{bonus}+ ", "white")
    return screen.filled(f"{bonus}{'.' if screen.plain else '·'} ", colour)


BOARD: Final = QuintoBoard()
