"""Hexa: positions in words, for scenarios and studies."""

from collections.abc import Mapping
from itertools import accumulate, pairwise
from typing import Any, Final

from cartable.games.hexa.acts import PASS
from cartable.games.hexa.cards import CLASHES, DECK, FITS_SIDE, HEXAGON, KINDS, SIDES
from cartable.games.hexa.options import HexaOptions
from cartable.games.hexa.state import ELIMINATING, FIRST, NEUTRAL, OWN, PILE, UNDECIDED, HexaPhase, HexaState, deck_top
from cartable.kernel import BadInput, CardSource, Position, PositionReader, Seat, Shuffle, Unseen

KEYS: Final = ("rows", "piles", "neutral", "open", "turner", "source", "chips", "out", "tied", "waits", "chosen")


def from_position(keys: Mapping[str, Any], options: HexaOptions, seats: int, shuffle: Shuffle) -> Position[HexaState]:
    """The position these keys describe. Face-down cards named here are slots like any others: only the script knows."""
    given = PositionReader(keys, KEYS, DECK)
    chips = _chips(given, seats)
    out = _out(given, chips)
    playing = [seat for seat in range(seats) if seat not in out]
    turner = given.integer("turner", FIRST if FIRST in playing else playing[0], range(seats))
    if turner in out:
        raise BadInput("turner", f"expected a seat still in play, got {turner}")
    open_card = given.card("open", given.raw("open")) if given.raw("open", "") else ""
    rows, piles, neutral = _cards(given, seats, out, shuffle)
    face_down = [card for pile in (*piles, neutral) for card in pile]
    cuts = list(accumulate(map(len, piles), initial=0))
    state = HexaState(
        options=options,
        seats=seats,
        phase=_phase(open_card, playing),
        unseen=Unseen.of(KINDS.count(face_down)),
        rows=rows,
        piles=tuple(tuple(range(start, end)) for start, end in pairwise(cuts)),
        neutral=tuple(range(cuts[-1], len(face_down))),
        open=open_card,
        turner=turner,
        source=OWN if given.word("source", NEUTRAL, (NEUTRAL, OWN)) == OWN else NEUTRAL,
        chips=chips,
        out=out,
        tied=_tied(given, seats, out, options),
        last_right=tuple([-number for number in _waits(given, seats)]),
        choices=_choices(given, playing, seats, open_card, options),
    )
    return Position(state, {"deal": tuple(face_down)})


def _phase(open_card: str, playing: list[Seat]) -> HexaPhase:
    """What is awaited in a position follows from its keys."""
    if len(playing) == 1:  # HEXA-26
        if open_card:
            raise BadInput("open", "expected no open card: one player is left, so the match is over (HEXA-26)")
        return HexaPhase.OVER
    return HexaPhase.OPEN if open_card else HexaPhase.TURN


# --- players -------------------------------------------------------------------------------------------------------


def _chips(given: PositionReader, seats: int) -> tuple[int, ...]:
    chips = given.listed("chips", seats, "one number for each player") if "chips" in given else [0] * seats
    for number in chips:
        if type(number) is not int or not 0 <= number <= ELIMINATING:
            raise BadInput("chips", f"expected numbers from 0 to {ELIMINATING}, got {number!r}")
    return tuple(chips)


def _out(given: PositionReader, chips: tuple[int, ...]) -> tuple[Seat, ...]:
    out = tuple(_seats(given, "out", len(chips)))
    if sorted(out) != [seat for seat, number in enumerate(chips) if number == ELIMINATING]:
        raise BadInput("out", f"expected exactly the seats with {ELIMINATING} chips, in order (HEXA-25)")
    if len(out) == len(chips):
        raise BadInput("out", "expected somebody still in play: the last player has won (HEXA-26)")
    return out


def _tied(given: PositionReader, seats: int, out: tuple[Seat, ...], options: HexaOptions) -> tuple[Seat, ...]:
    tied = tuple(sorted(_seats(given, "tied", seats)))
    if len(tied) == 1 or not set(tied).isdisjoint(out):
        raise BadInput("tied", f"expected none, or at least two seats still in play, got {list(tied)} (HEXA-21)")
    if tied and options.calm:
        raise BadInput("tied", f"expected none: calm play has no ties, got {list(tied)} (HEXA-C7)")
    return tied


def _waits(given: PositionReader, seats: int) -> list[int]:
    """HEXA-C4: by seat, how many cards have been turned since it last called right."""
    waits = given.listed("waits", seats, "one number for each player") if "waits" in given else [0] * seats
    for number in waits:
        if type(number) is not int or number < 0:
            raise BadInput("waits", f"expected numbers of cards from 0, got {number!r}")
    return waits


def _choices(
    given: PositionReader, playing: list[Seat], seats: int, open_card: str, options: HexaOptions
) -> tuple[str, ...]:
    """HEXA-C2: seats that have chosen about the open card; they passed."""
    chosen = _seats(given, "chosen", seats)
    if not options.calm or not open_card:
        if chosen:
            raise BadInput("chosen", f"expected none: only in calm play, about an open card, got {chosen} (HEXA-C1)")
        return ()
    if set(chosen) >= set(playing) or not set(chosen) <= set(playing):
        raise BadInput("chosen", f"expected seats in play, and not all of them, got {chosen} (HEXA-C3)")
    return tuple([str(PASS) if seat in chosen else UNDECIDED for seat in range(seats)])


def _seats(given: PositionReader, key: str, seats: int) -> list[Seat]:
    listed = given.listed(key)
    for seat in listed:
        if type(seat) is not int or seat not in range(seats) or listed.count(seat) > 1:
            raise BadInput(key, f"expected different seats from 0 to {seats - 1}, got {seat!r}")
    return listed


# --- cards ---------------------------------------------------------------------------------------------------------


def _cards(
    given: PositionReader, seats: int, out: tuple[Seat, ...], shuffle: Shuffle
) -> tuple[tuple[tuple[str, ...], ...], list[list[str]], list[str]]:
    """Rows, piles and the neutral pile: first what is named, then what is dealt from the cards named nowhere."""
    rows = _rows(given) if "rows" in given else None
    piles = _piles(given, seats, out) if "piles" in given else None
    neutral = given.cards("neutral") if "neutral" in given else None
    rest = given.rest(shuffle)
    if rows is None:
        rows, rest = _starting_cards(rest)
    if piles is None:
        piles, rest = _dealt(rest, seats, out)
    return rows, piles, rest if neutral is None else neutral


def _rows(given: PositionReader) -> tuple[tuple[str, ...], ...]:
    lists = given.listed("rows", SIDES, "one list for each side of the hexagon")
    rows = tuple(tuple(given.cards("rows", cards)) for cards in lists)
    for side, row in enumerate(rows):
        for at, card in enumerate(row):
            if not FITS_SIDE[card][side] or not CLASHES[card].isdisjoint(row[:at]):
                before = " ".join((HEXAGON[side], *row[:at]))
                raise BadInput("rows", f"{card} cannot lie in row {side + 1} with {before} (HEXA-06, HEXA-10)")
    return rows


def _piles(given: PositionReader, seats: int, out: tuple[Seat, ...]) -> list[list[str]]:
    piles = [given.cards("piles", cards) for cards in given.listed("piles", seats, "one list for each player")]
    for seat in out:
        if piles[seat]:
            raise BadInput("piles", f"expected no cards for seat {seat}, which is out (HEXA-25)")
    return piles


def _starting_cards(rest: list[str]) -> tuple[tuple[tuple[str, ...], ...], list[str]]:
    """HEXA-05, HEXA-06: for each side the first card that does not clash with it, and what is left."""
    rows: list[tuple[str, ...]] = []
    for side in range(SIDES):
        card = next((card for card in rest if FITS_SIDE[card][side]), None)
        if card is None:
            raise BadInput("rows", f"no card named nowhere can begin row {side + 1}: name the rows")
        rest = [other for other in rest if other != card]
        rows.append((card,))
    return tuple(rows), rest


def _dealt(rest: list[str], seats: int, out: tuple[Seat, ...]) -> tuple[list[list[str]], list[str]]:
    """HEXA-07: piles for all who are in play, and what is left."""
    each = [0 if seat in out else PILE[seats] for seat in range(seats)]
    if sum(each) > len(rest):
        raise BadInput(
            "piles", f"only {len(rest)} cards are named nowhere, too few to deal {sum(each)}: name the piles"
        )
    cuts = list(accumulate(each, initial=0))
    return [rest[start:end] for start, end in pairwise(cuts)], rest[cuts[-1] :]


# --- back to keys --------------------------------------------------------------------------------------------------


def to_position(state: HexaState, peek: CardSource) -> dict[str, Any]:
    """All keys of the position. While it is still being dealt, the deck stands for the neutral pile."""

    def shown(card: int | str) -> str:
        return card if isinstance(card, str) else peek(state.unseen.reveal_at(card))

    deck = range(deck_top(state.unseen), state.unseen.shuffled.size)
    neutral = deck if state.phase is HexaPhase.SETUP else state.neutral
    return {
        "rows": [list(row) for row in state.rows],
        "piles": [[shown(card) for card in pile] for pile in state.piles],
        "neutral": [shown(card) for card in neutral],
        "open": state.open,
        "turner": state.turner,
        "source": state.source,
        "chips": list(state.chips),
        "out": list(state.out),
        "tied": list(state.tied),
        "waits": [state.turned - number for number in state.last_right],
        "chosen": [seat for seat, choice in enumerate(state.choices) if choice != UNDECIDED],
    }
