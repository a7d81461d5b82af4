"""Push at the terminal: three columns side by side, the zones below, and the odds."""

from collections.abc import Sequence
from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from cartable.cli.terminal.board import Section, Situation, TerminalBoard
from cartable.cli.terminal.screen import GLYPHS, Screen
from cartable.games.push.acts import PushDraw, PushPlace, PushProtect, PushTake
from cartable.games.push.cards import COLOURS, DICE, LETTER_OF, LETTERS, SHAPES, value
from cartable.games.push.events import PushCardTurned
from cartable.games.push.state import COLUMNS, PushPhase, Zone, choosers
from cartable.games.push.view import ColumnPreview, PushPreview, PushView
from cartable.kernel import Act, Event, Seat, TurnStarted
from cartable.words import Teller

CARD: Final = 9
WIDE: Final = 17
ROOMY: Final = 72  # from here on the colours can be written out above the zones

PushSituation = Situation[PushView, PushPreview]


class PushBoard(TerminalBoard[PushView, PushPreview]):
    """The table of Push."""

    def tells(self, event: Event, reader: Seat) -> bool:
        """A turned card is told when it is placed; the question tells me that it is my turn."""
        return not isinstance(event, PushCardTurned) and not (isinstance(event, TurnStarted) and event.seat == reader)

    def sections(self, situation: PushSituation, *, everything: bool) -> Sequence[Section]:  # noqa: ARG002 - all of it is always in sight
        view = situation.view
        sections = [Section("zones", view.zones, _zones(situation))]
        if view.phase is not PushPhase.OVER:
            sections.append(Section("pile", (view.pile, view.columns, view.switches, view.phase), _pile(situation)))
        if view.columns or view.drawn:
            sections.append(Section("columns", (view.columns, view.drawn), _columns(situation)))
        return sections

    def question(self, situation: PushSituation) -> str:
        view = situation.view
        match view.phase:
            case PushPhase.PLACE:
                return situation.teller.own("ask.place", card=view.drawn)
            case PushPhase.SHARE:
                return situation.teller.own("ask.share")
            case _ if not view.pile:
                return situation.teller.own("ask.stop")
            case _:
                return situation.teller.own("ask.go-on" if view.columns else "ask.turn")

    def offer(self, act: Act, situation: PushSituation) -> str:
        match act:
            case PushDraw():
                return situation.teller.own("act.draw")
            case PushPlace(column):
                new = column > len(situation.view.columns)
                return situation.teller.own("act.place-new" if new else "act.place", column=column)
            case PushTake(column):
                worth = _worth(situation.preview.columns[column - 1], situation.teller)
                return situation.teller.told(situation.teller.own("act.take", column=column), worth)
            case PushProtect(colour):
                letter = LETTER_OF[colour]
                shown = [card for card in situation.view.zones[situation.seat].shown if card[0] == letter]
                points = situation.teller.say("points", points=sum(map(value, shown)))
                return situation.teller.told(situation.teller.own("act.protect", colour=colour), points)
            case _:
                return super().offer(act, situation)


def _worth(column: ColumnPreview, teller: Teller) -> str:
    points = teller.say("points", points=column.worth)
    return teller.own("board.with-die", points=points) if column.die else points


def _pile(situation: PushSituation) -> RenderableType:
    """The pile, the chance of a bust, and who chooses first when Switch cards were turned."""
    view, teller = situation.view, situation.teller
    bad, cards = situation.preview.bust
    told = teller.own("board.pile", pile=view.pile)
    if cards and view.phase is PushPhase.TURN:
        percent = f"{100 * bad / cards:.1f}".replace(".", teller.say("decimal")) if bad else "0"
        told += teller.say("between") + teller.own("board.bust", bad=bad, cards=cards, percent=percent)
    if view.switches and len(view.zones) > 2:
        first = choosers(view.active, len(view.zones), view.switches)[0]
        own = "-you" if first == view.seat else ""
        told += "\n" + teller.own(f"board.switches{own}", switches=view.switches, first=first)
    return Text(told)


def _card(card: str, screen: Screen, teller: Teller) -> Text:
    if card == DICE:
        return screen.card(card, colour="white", shape="die", label=teller.own("board.die"), width=CARD)
    colour = LETTERS[card[0]]
    return screen.card(card, colour=colour, shape=SHAPES[colour], label=card[1:], width=CARD)


def _columns(situation: PushSituation) -> RenderableType:
    """The columns with what they are worth, and the card that waits to be placed."""
    view, screen, teller = situation.view, situation.screen, situation.teller
    table = Table.grid(padding=(0, 1))
    for _ in range(COLUMNS + bool(view.drawn)):
        table.add_column(width=min(WIDE, screen.width // (COLUMNS + 1) - 1))
    cells: list[RenderableType] = []
    for number in range(1, COLUMNS + 1):
        title = screen.strong(teller.own("board.column", column=number))
        if number > len(view.columns):
            cells.append(Group(title, screen.faint("-")))
            continue
        cards = [_card(card, screen, teller) for card in view.columns[number - 1]]
        worth = _worth(situation.preview.columns[number - 1], teller) if cards else teller.own("board.gone")
        cells.append(Group(title, *cards, screen.faint(worth)))
    if view.drawn:
        cells.append(Group(screen.strong(teller.own("board.turned")), _card(view.drawn, screen, teller)))
    table.add_row(*cells)
    return table


def _zones(situation: PushSituation) -> RenderableType:
    """Everybody's cards by colour, face up and, in brackets, protected."""
    view, screen, teller = situation.view, situation.screen, situation.teller
    table = Table(box=None, padding=(0, 1), pad_edge=False, header_style="")
    table.add_column()
    table.add_column(Text(teller.own("board.points")), justify="right")
    for colour in COLOURS:
        name = teller.word(colour)
        if screen.plain:
            table.add_column(Text(f"{LETTER_OF[colour]} {name}"))
        elif screen.width < ROOMY:
            table.add_column(screen.filled(f" {GLYPHS[SHAPES[colour]]} ", colour))
        else:
            table.add_column(screen.card("", colour=colour, shape=SHAPES[colour], label=name))
    for seat, zone in enumerate(view.zones):
        player = teller.player(seat)
        bold = screen.strong(player) if seat == situation.seat else player
        table.add_row(bold, str(view.scores[seat]), *(_heap(zone, LETTER_OF[colour]) for colour in COLOURS))
    if not any(zone.protected for zone in view.zones):
        return table
    return Group(table, screen.faint(teller.own("board.protected")))


def _heap(zone: Zone, letter: str) -> str:
    """One colour of a zone: `1 4 [3 6]`."""
    shown = " ".join(card[1:] for card in zone.shown if card[0] == letter)
    protected = " ".join(card[1:] for card in zone.protected if card[0] == letter)
    return " ".join(filter(None, (shown, f"[{protected}]" if protected else "")))


BOARD: Final = PushBoard()
