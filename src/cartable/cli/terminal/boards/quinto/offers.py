"""Quinto at the terminal: the sum each card would give, and the cells a sum can go to, each with its number."""

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from cartable.cli.terminal.boards.quinto.cards import card_line, marks
from cartable.cli.terminal.screen import Screen
from cartable.games.quinto.acts import QuintoLay
from cartable.games.quinto.cards import PLACES
from cartable.games.quinto.sheet import AT, COLOUR_OF
from cartable.games.quinto.view import LayPreview, WritePreview
from cartable.kernel import Act
from cartable.words import Teller


def lays(acts: Sequence[Act], previews: Sequence[LayPreview], screen: Screen, teller: Teller) -> RenderableType:
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
        single.add_row(card_line(card, screen), *offers)
    drawings: list[RenderableType] = [screen.faint(teller.own("board.sums")), single]
    if pairs:
        drawings += [screen.faint(teller.own("board.two")), in_columns(pairs, screen.width)]
    return Group(*drawings)


def _offer(number: int, preview: LayPreview, screen: Screen) -> Text:
    """`12 sum 10 ■● (5)`: the number to type, the sum, its colours, the cells that could take it."""
    text = screen.strong(f"{number:>2}")
    text.append(f" {preview.sum:>3} ", style="not bold")
    text.append_text(marks(preview.colours, screen))
    return text.append(f" ({preview.cells})", style="not bold")


def writes(
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
        table.add_row(marks([colour], screen), Text("   ").join(entries))
    told = teller.own("act.pass-miss" if costs_a_miss else "act.pass")
    nothing = screen.strong(str(len(acts))).append(f" {told}  ", style="not bold").append_text(screen.faint("pass"))
    return Group(table, nothing) if rows else nothing


def in_columns(entries: Sequence[Text], width: int) -> Table:
    """Entries one below the other, in as many columns as fit."""
    widest = max(entry.cell_len for entry in entries) + 3
    count = max(1, width // widest)
    height = -(-len(entries) // count)
    table = Table.grid(padding=(0, 3, 0, 0))
    for row in range(height):
        table.add_row(*entries[row::height])
    return table
