"""Puzzles: positions in which one act is clearly best, by their number or by the day they belong to.

Whoever asks says what day it is, as days begin at other times elsewhere. A day has the same puzzle for everybody.
"""

from datetime import date
from typing import Final

from cartable.games import registry
from cartable.kernel import BadInput
from cartable.puzzles import book, number_of, puzzle_of
from cartable.server.http.routing import get
from cartable.wire import rest


@get("/api/puzzles/{game}", summary="A position in which one act is clearly best, by its number or by a day")
async def puzzle(game: str, number: int | None = None, day: date | None = None) -> rest.PosedPuzzle:
    rules, count = registry.game(game), len(book(game))
    if (number is None) == (day is None):
        raise BadInput("puzzle", "expected either `number` or `day`")
    chosen = number if number is not None else number_of(day or date.min, count)
    posed = puzzle_of(game, chosen)
    view = rules.view(posed.state(rules), posed.seat)
    return rest.PosedPuzzle(
        game=game,
        number=chosen,
        count=count,
        seats=posed.seats,
        seat=posed.seat,
        options=rules.options(),
        view=view,
        preview=rules.preview(view),
        acts=posed.acts,
        worths=posed.worths,
        won=posed.won,
        of=posed.of,
    )


ROUTES: Final = (puzzle,)
