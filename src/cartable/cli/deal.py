"""`cartable deal`: compare matches that had the same cards, from any evenings and servers."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Final

import typer
from rich import box
from rich.table import Table
from rich.text import Text

from cartable.cli.errors import translated
from cartable.cli.language import Lang, language_of
from cartable.cli.terminal.screen import Screen
from cartable.matches.deal.deal_number import read_deal_number
from cartable.matches.deal.duplicate import (
    ComparedDeal,
    ComparedMatch,
    DealTotal,
    PlayedDeal,
    SeatResult,
    compare,
    totals,
)
from cartable.matches.log.reading import open_log
from cartable.matches.log.verify import Unverified, verify
from cartable.words import Teller

ZERO: Final = 0.05
"""Less than this is written as nothing."""


def compare_deal(
    numbers: Annotated[
        str, typer.Argument(metavar="NUMBER[,NUMBER...]", help="Deal numbers; the results of several are added up.")
    ],
    logs: Annotated[list[Path], typer.Argument(metavar="LOG...", help="Exported logs of matches with these numbers.")],
    lang: Lang = None,
) -> None:
    """Compare matches that had the same cards: points above the mean of the deal, seat by seat.

    A log counts only if every draw in it is that of one of the numbers. Exits with 1 if one is left out.
    """
    wanted = [read_deal_number(number) for number in numbers.split(",")]
    screen = Screen.on(sys.stdout)
    language = language_of(lang)
    report = _DealReport(language, screen)
    played: list[PlayedDeal] = []
    left_out = False
    for place, path in enumerate(logs):
        found = read_played(path, place, wanted)
        if isinstance(found, PlayedDeal):
            played.append(found)
        else:
            left_out = True
            screen.print(report.say("left-out", file=str(path), why=translated(found, language)))
    deals = compare(played)
    names = {match.id: logs[match.at].stem for match in played}
    for deal in deals:
        screen.print(*report.deal(deal, names))
    if len(deals) > 1:
        screen.print(screen.strong(report.say("totals")), report.totals(totals(deals)))
    if left_out:
        raise typer.Exit(1)


def read_played(path: Path, place: int, wanted: Sequence[str]) -> PlayedDeal | str:
    """The match of a log; or why it cannot be compared."""
    with open_log(path) as log:
        verdict = verify(log)
    if isinstance(verdict, Unverified):
        return verdict.why
    if verdict.deal_number not in wanted:
        found = f"deal number {verdict.deal_number}" if verdict.deal_number else "a match without a deal number"
        return f"expected {' / '.join(wanted)}, found {found}"
    if log.ending is None or log.ending.outcome is None:
        return "expected a match that was played to its end"
    return PlayedDeal(log.header_hash, place, verdict.deal_number, log.header, log.ending.outcome)


class _DealReport:
    """A comparison in one reader's words."""

    def __init__(self, language: str, screen: Screen) -> None:
        self._language = language
        self._teller = Teller("", language, ())
        self._screen = screen

    def say(self, key: str, **values: str | int) -> str:
        return self._teller.say(f"deal.{key}", **values)

    def _number(self, value: float, form: str = ".1f") -> str:
        return f"{value:{form}}".replace(".", self._teller.say("decimal"))

    def _above(self, value: float) -> str:
        return self._number(0.0) if abs(value) < ZERO else self._number(value, "+.1f")

    def _table(self) -> Table:
        return Table(box=box.ASCII if self._screen.plain else box.SIMPLE_HEAD, pad_edge=False)

    def deal(self, deal: ComparedDeal, names: dict[str, str]) -> Iterator[Table | Text]:
        """All its matches, and from three players on every seat against every other."""
        seats = range(len(deal.means))
        game = Teller(deal.game, self._language, ()).own("name")
        title = self.say("title", number=deal.number, game=game, players=len(seats), matches=len(deal.matches))
        yield self._screen.strong(title)
        table = self._table()
        table.add_column(self.say("match"))
        for seat in seats:
            table.add_column(self.say("seat", seat=seat + 1))
        for match in deal.matches:
            table.add_row(names[match.played.id], *map(self._seat, match.seats))
        table.add_row(self.say("mean"), *(self._number(mean) for mean in deal.means))
        yield table
        if len(deal.matches) > 1 and len(seats) > 1:
            yield self._screen.strong(self.say("pairs"))
            yield self._pairs(deal.matches, names)

    def _seat(self, seat: SeatResult) -> str:
        return f"{seat.player.name} {self._number(seat.points, 'g')} ({self._above(seat.above)})"

    def _pairs(self, matches: Sequence[ComparedMatch], names: dict[str, str]) -> Table:
        table = self._table()
        table.add_column(self.say("match"))
        for pair in matches[0].pairs:
            table.add_column(f"{pair.first + 1} : {pair.second + 1}", justify="right")
        for match in matches:
            table.add_row(names[match.played.id], *(self._above(pair.above) for pair in match.pairs))
        return table

    def totals(self, found: Sequence[DealTotal]) -> Table:
        """Everybody's results over all deals."""
        table = self._table()
        table.add_column(self.say("player"))
        for name in ("matches", "above"):
            table.add_column(self.say(name), justify="right")
        for total in found:
            table.add_row(total.name, str(total.matches), self._above(total.above))
        return table
