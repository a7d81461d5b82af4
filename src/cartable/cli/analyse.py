"""`cartable analyse`: luck and skill in a match of Push or Quinto."""

import sys
from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec
import typer
from rich import box
from rich.table import Table

from cartable.arena.match_chart import BARS, DIGITS, bars, chart
from cartable.bots.analysis import MatchAnalysis, WeighedDecision, analyse, can_analyse
from cartable.cli.language import Lang, language_of, names_of
from cartable.cli.terminal.screen import Screen
from cartable.games import registry
from cartable.kernel import BadInput
from cartable.matches.head_starts import in_points
from cartable.matches.log.reading import open_log
from cartable.matches.log.replay import past_acts
from cartable.words import Teller

WORST: Final = 5
"""How many of the costliest decisions are shown, unless all are asked for."""

NARROWEST: Final = 20


def show_analysis(
    file: Annotated[Path, typer.Argument(help="A match log.")],
    every: Annotated[bool, typer.Option("--all", help="Show every decision, not only the costliest.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Write all of it as JSON instead, and draw nothing.")] = False,
    figure: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where the chart goes; left out, beside the log.")
    ] = None,
    lang: Lang = None,
) -> None:
    """Tell what each decision of a match was worth, what the best one would have been, and what luck did.

    Worth is the chance to win in percent; in a match alone, points. A chart shows how everybody stood after each act.
    """
    language = language_of(lang)
    with open_log(file) as log:
        if not can_analyse(log.game.id):
            can = " or ".join(game.id for game in registry.games() if can_analyse(game.id))
            raise BadInput(str(file), f"expected a match of {can}, got one of {log.game.id}")
        if in_points(log.game, log.header):
            raise BadInput(
                str(file), "expected a match without head starts: chances to win are worked out without them"
            )
        names = names_of(log.header, language)
        acts = list(past_acts(log))
        outcome = log.ending.outcome if log.ending is not None else None
        found = analyse(log.game, log.header.players, acts, outcome)
    if json:
        print(msgspec.json.encode(found).decode())
        return
    screen = Screen.on(sys.stdout)
    stood_in = frozenset(act.n for act in acts if act.stood_in)
    report = _AnalysisReport(found, names, stood_in, Teller(log.game.id, language, names), screen)
    screen.print(report.totals(), report.lines(), report.decisions(every))
    picture = file.with_suffix(".svg") if figure is None else figure
    try:
        picture.write_text(report.drawing(), encoding="utf-8")
    except OSError as error:
        raise BadInput(str(picture), f"cannot be written: {error.strerror}") from error
    screen.print_whole(report.say("chart"), str(picture))


class _AnalysisReport:
    """An analysis in one reader's words."""

    def __init__(
        self, found: MatchAnalysis, names: list[str], stood_in: frozenset[int], teller: Teller, screen: Screen
    ) -> None:
        """`stood_in`: the numbers of the acts that bots did for their players."""
        self._found = found
        self._names = names
        self._stood_in = stood_in
        self._teller = teller
        self._screen = screen

    def say(self, key: str) -> str:
        return self._teller.say(f"analysis.{key}")

    def _number(self, value: float, form: str = ".1f") -> str:
        """Percent of a victory, or points."""
        times = 100 if self._found.unit == "chance" else 1
        return f"{times * value:{form}}".replace(".", self._teller.say("decimal"))

    def _table(self, title: str) -> Table:
        return Table(title=title, title_justify="left", box=box.ASCII if self._screen.plain else box.SIMPLE_HEAD)

    def totals(self) -> Table:
        """Player by player."""
        found, table = self._found, self._table(self.say(f"totals-{self._found.unit}"))
        table.add_column(self.say("player"))
        for name in ("decisions", "lost", "each", "gained", "luck"):
            table.add_column(self.say(name), justify="right")
        for seat, name in enumerate(self._names):
            count = sum(decision.seat == seat for decision in found.decisions)
            each = self._number(found.lost[seat] / max(count, 1), ".2f")
            signed = [self._number(value, "+.1f") for value in (found.gained[seat], found.luck[seat])]
            table.add_row(name, str(count), self._number(found.lost[seat]), each, *signed)
        return table

    def lines(self) -> Table:
        """How everybody stood, from the first act to the last."""
        table = self._table(self.say(f"standing-{self._found.unit}"))
        for _ in range(4):
            table.add_column(no_wrap=True)
        table.show_header = False
        if self._found.moments:
            longest = max(map(len, self._names))
            width = max(NARROWEST, self._screen.width - longest - 26)
            first, last = self._found.moments[0].standing, self._found.moments[-1].standing
            for seat, name in enumerate(self._names):
                line = bars(self._found, seat, width, DIGITS if self._screen.plain else BARS)
                table.add_row(name, self._number(first[seat], ".0f"), line, self._number(last[seat], ".0f"))
        return table

    def decisions(self, every: bool) -> Table | str:
        """What was done, what would have been best, and what it cost."""
        shown = self._found.decisions if every else self._worst()
        if not shown:
            return self.say("nothing-lost")
        table = self._table(self.say("every" if every else "costliest"))
        for name in ("act", "player", "done", "worth", "best", "worth", "lost", "sure"):
            justify: Literal["left", "right"] = "right" if name in ("act", "worth", "lost") else "left"
            table.add_column(self.say(name), justify=justify, overflow="fold")  # on a narrow screen nothing is cut
        for each in shown:
            worth, best, lost = map(self._number, (each.worth, each.best_worth, each.lost))
            sure = self.say("agreed" if each.sure else "doubtful")
            table.add_row(str(each.n), self._name(each), each.act, worth, each.best, best, lost, sure)
        table.caption = self.say("how-sure")
        table.caption_justify = "left"
        return table

    def _name(self, decision: WeighedDecision) -> str:
        name = self._names[decision.seat]
        return f"{name} {self._teller.say('replay.stand-in')}" if decision.n in self._stood_in else name

    def _worst(self) -> tuple[WeighedDecision, ...]:
        costly = [decision for decision in self._found.decisions if self._number(decision.lost) != self._number(0.0)]
        return tuple(sorted(sorted(costly, key=lambda each: -each.lost)[:WORST], key=lambda each: each.n))

    def drawing(self) -> str:
        title = self._teller.told(self._teller.own("name"), self.say(f"standing-{self._found.unit}"))
        return chart(title, self._names, self._found, self.say("acts"))
