"""The tables of `fairness.py`, once for the terminal and once for `docs/fairness.md`."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from rich.table import Table

from lab.bench.fairness.cells import Cell, Doubts, JudgeTally

BEGIN: Final = "<!-- measured: written by `python -m lab.bench.fairness --write` -->"
END: Final = "<!-- end of what was measured -->"


@dataclass(frozen=True)
class ReportTable:
    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def terminal(self) -> Table:
        table = Table(title=self.title, title_justify="left")
        for place, head in enumerate(self.heads):
            table.add_column(head, justify="right" if place else "left")
        for row in self.rows:
            table.add_row(*(entry.replace("**", "") for entry in row))
        return table

    def markdown(self) -> str:
        rule = ("---", *("---:" for _ in self.heads[1:]))
        return "\n".join(
            [f"{self.title}:", "", *("| " + " | ".join(row) + " |" for row in (self.heads, rule, *self.rows))]
        )


def _delay(tally: JudgeTally) -> str:
    return " / ".join(f"{value:.0f}" for value in tally.delay)


def races_sheet(cells: dict[tuple[str, int], Cell]) -> ReportTable:
    rows = tuple(
        (
            f"{mix}, {players} players",
            f"{cell.arrival.wrong_percent:.1f}",
            f"{cell.quota.wrong_percent:.1f}",
            f"**{cell.referee.wrong_percent:.2f}** ± {cell.referee.wrong_error:.2f}",
            f"{cell.referee.tie_percent:.1f}",
            _delay(cell.referee),
            _delay(cell.quota),
        )
        for (mix, players), cell in cells.items()
    )
    heads = ("connections", "arrival", "quota", "referee", "ties %", "delay ms", "delay ms, quota")
    return ReportTable("Races with the wrong player first, in %; delay: mean / 95 % / longest", heads, rows)


def shares_sheet(far: Cell, forgers: dict[str, Cell]) -> ReportTable:
    def row(name: str, cell: Cell, fair: float) -> tuple[str, ...]:
        tallies = (cell.arrival, cell.quota, cell.referee)
        return name, f"{fair:.1f}", *(f"{tally.share_percent:.1f}" for tally in tallies)

    rows = [row("one player on another continent, three on cable", far, 25)]
    rows += [row(f"one of three on {line} forges its stamps", cell, 100 / 3) for line, cell in forgers.items()]
    heads = ("the player", "fair", "arrival", "quota", "referee")
    return ReportTable("Races this player wins, in %", heads, tuple(rows))


def forgers_sheet(forgers: dict[str, Cell]) -> ReportTable:
    rows = tuple(
        (line, f"{cell.quota.gain:.0f}", f"{cell.referee.gain:.1f}", f"{cell.referee.gain_95:.0f}")
        for line, cell in forgers.items()
    )
    heads = ("connection", "quota, ms", "referee, ms", "referee, 95 % of races, ms")
    return ReportTable("What forging a stamp gains a race, before the stamp test can tell", heads, rows)


def guards_sheet(found: dict[str, tuple[float, float, Doubts]]) -> ReportTable:
    rows = tuple(
        (
            line,
            f"{doubts.honest:.2f}",
            f"{doubts.shaving:.0f} (by {shaved:.0f} ms)",
            f"{doubts.holding:.0f} (by {held:.0f} ms)",
        )
        for line, (shaved, held, doubts) in found.items()
    )
    heads = ("connection", "honest", "stamps shaved", "SEEN held back")
    return ReportTable("Clients that fail a test after 20 calls, in %", heads, rows)


def modes_sheet(stamped: Cell, unstamped: Cell) -> ReportTable:
    rows = tuple(
        (
            name,
            f"{cell.referee.wrong_percent:.2f} ± {cell.referee.wrong_error:.2f}",
            f"{cell.referee.unheard_percent:.0f}",
            f"{cell.referee.finger_percent:.1f}",
            f"{cell.referee.tie_percent:.1f}",
            _delay(cell.referee),
        )
        for name, cell in (("device clocks", stamped), ("server alone", unstamped))
    )
    heads = ("measured by", "wrong %", "of these unheard %", "wrong by the finger %", "ties %", "delay ms")
    return ReportTable("Typical connections, 4 players, with and without the devices' clocks", heads, rows)


def write_into(page: Path, sheets: list[ReportTable], note: str, begin: str = BEGIN, end: str = END) -> None:
    """Put the tables between two marks of the page."""
    text = page.read_text(encoding="utf-8")
    before, found, rest = text.partition(begin)
    _, ended, after = rest.partition(end)
    if not (found and ended):
        raise SystemExit(f"{page}: expected the marks {begin!r} and {end!r}, in this order")
    parts = [before + begin, note, *(sheet.markdown() for sheet in sheets), end + after]
    page.write_text("\n\n".join(parts), encoding="utf-8")
