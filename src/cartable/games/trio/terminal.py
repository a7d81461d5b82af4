"""Trio at the terminal: three piles side by side, and a hand whose cards keep their places."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from cartable.cli.terminal.board import SPACE, Section, Situation, TerminalBoard
from cartable.games.trio.acts import GO, TrioFault, TrioLay
from cartable.games.trio.cards import PILES
from cartable.games.trio.events import (
    TrioCardDrawn,
    TrioCardsGiven,
    TrioChoiceMade,
    TrioHandFilled,
    TrioPileBegun,
    TrioRoundReady,
    TrioTopShown,
)
from cartable.games.trio.state import HAND, TrioPhase
from cartable.games.trio.view import TrioPreview, TrioView
from cartable.kernel import Act, Event, Seat

TrioSituation = Situation[TrioView, TrioPreview]

PILE_KEYS: Final = dict(zip("asdqsduio", PILES * 3, strict=True))
"""Side by side as the piles are. On some keyboards Q lies where A does on others; U, I and O are the browser's."""

FAULT_KEYS: Final = dict(zip("789", PILES, strict=True))
FAULT: Final = "f"

QUIET: Final = (TrioPileBegun, TrioRoundReady, TrioHandFilled, TrioCardDrawn, TrioTopShown, TrioCardsGiven)
"""What the table itself shows."""


class TrioBoard(TerminalBoard[TrioView, TrioPreview]):
    """The table of Trio."""

    def tells(self, event: Event, reader: Seat) -> bool:
        own_choice = isinstance(event, TrioChoiceMade) and event.seat == reader  # told with what it is
        return not own_choice and not isinstance(event, QUIET)

    def arranged(self, view: TrioView, before: TrioView | None) -> TrioView:
        """A card stays at its key until it is laid, and the new one takes the empty place."""
        places = [card if card in view.hand else "" for card in before.hand] if before is not None else []
        places += [""] * (HAND - len(places))
        for card in view.hand:
            if card not in places:
                places[places.index("")] = card
        return replace(view, hand=tuple(places))

    def sections(self, situation: TrioSituation, *, everything: bool) -> Sequence[Section]:  # noqa: ARG002 - all of it is always in sight
        view = situation.view
        left = _left(situation)
        if view.calm is not None and view.phase is not TrioPhase.OVER:  # TRIO-C4: known before anybody chooses
            left = f"{left}. {situation.teller.own('board.order', seats=view.calm.order)}"
        return [
            Section("left", (situation.preview.left, view.calm and view.calm.order), Text(left)),
            Section("piles", (view.centre, view.laid_by), _piles(situation)),
            Section("hand", view.hand, _hand(situation)),
        ]

    def question(self, situation: TrioSituation) -> str:
        view, teller, seat = situation.view, situation.teller, situation.seat
        match view.phase:
            case TrioPhase.SIGNAL:
                ask = "start" if not any(view.hands) else "go"
                return teller.own(f"ask.{ask}" if seat == view.resumes else f"ask.wait-{ask}", seat=view.resumes)
            case TrioPhase.RUNNING | TrioPhase.GRACE if view.calm is not None and seat not in view.to_move:
                return teller.own("ask.chosen", seats=view.to_move)
            case TrioPhase.RUNNING if view.calm is not None:
                return teller.own("ask.choose")
            case TrioPhase.GRACE:
                accused = [act.pile for act in situation.legal if isinstance(act, TrioFault)]
                if not accused:
                    return teller.own("board.your-last")
                return teller.own("ask.accuse", seat=view.last, pile=accused[0])
            case TrioPhase.OVER:
                return teller.say("race.over")
            case _:
                return teller.own("ask.lay")

    def keys(self, situation: TrioSituation) -> str:
        return situation.teller.own("terminal.keys-referee" if situation.view.referee else "terminal.keys")

    def press(self, keys: str, situation: TrioSituation) -> Act | str | None:
        """A card and a pile; `f` and a pile, or its number; Space for the signal."""
        if keys in SPACE:
            return GO if situation.view.phase is TrioPhase.SIGNAL else None
        first, rest = keys[0].casefold(), keys[1:].casefold()
        if first in FAULT_KEYS and not rest:
            return _fault(FAULT_KEYS[first], situation)
        card = _chosen(first, situation)
        if not card and first != FAULT:
            return None
        if not rest:
            return keys
        pile = PILE_KEYS.get(rest)
        if pile is None:
            return None
        return TrioLay(card, pile, _top(situation, pile)) if card else _fault(pile, situation)


def _chosen(key: str, situation: TrioSituation) -> str:
    """The card at this key; empty when there is none."""
    places = dict(enumerate(situation.view.hand, 1))
    return places.get(int(key), "") if key.isascii() and key.isdecimal() else ""


def _fault(pile: str, situation: TrioSituation) -> Act:
    return TrioFault(pile, _top(situation, pile))


def _top(situation: TrioSituation, pile: str) -> str:
    cards = situation.view.centre[pile]
    return cards[-1] if cards else ""


def _left(situation: TrioSituation) -> str:
    """How many cards everybody has left, the player's own pile included."""
    return situation.teller.say("between").join(
        situation.teller.own("board.left", seat=seat, cards=cards) for seat, cards in enumerate(situation.preview.left)
    )


def _card(card: str, situation: TrioSituation) -> Text:
    """A card in words, on its colour; a dash where there is none."""
    if not card:
        return Text("-")
    told = situation.teller.card(card)
    if situation.screen.plain:
        return Text(told)
    face = situation.screen.filled(f" {told} ", card.split("-")[1])
    face.no_wrap = False  # a pile may be narrow
    return face


def _piles(situation: TrioSituation) -> RenderableType:
    """Key and name, law; the top card, the card below, and who laid it."""
    view, teller, screen = situation.view, situation.teller, situation.screen
    table = Table.grid(padding=(0, 2))
    for _ in PILES:
        table.add_column(width=screen.width // len(PILES) - 2)
    tops = [view.centre[pile][-1:] for pile in PILES]
    below = [view.centre[pile][-2:-1] for pile in PILES]
    table.add_row(*(screen.strong(f"{teller.own(f'terminal.place-{pile}')}  {teller.word(pile)}") for pile in PILES))
    table.add_row(*(screen.faint(teller.own(f"law.{pile}")) for pile in PILES))
    table.add_row(*(_card("".join(top), situation) for top in tops))
    table.add_row(*(_below("".join(card), situation) for card in below))
    table.add_row(*(screen.faint(_laid_by(view.laid_by[pile], situation)) for pile in PILES))
    return table


def _below(card: str, situation: TrioSituation) -> Text:
    return situation.screen.faint(
        situation.teller.own("terminal.below", card=situation.teller.card(card)) if card else ""
    )


def _laid_by(seat: Seat, situation: TrioSituation) -> str:
    return situation.teller.own("board.by", seat=seat) if seat >= 0 else ""


def _hand(situation: TrioSituation) -> RenderableType:
    """The cards with their keys, side by side if there is room."""
    cards = [
        Text.assemble(situation.screen.strong(str(place)), " ", _card(card, situation))
        for place, card in enumerate(situation.view.hand, 1)
    ]
    line = Text("   ").join(cards)
    return line if line.cell_len <= situation.screen.width else Text("\n").join(cards)


BOARD: Final = TrioBoard()
