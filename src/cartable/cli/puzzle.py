"""`cartable puzzle`: a position in which one act is clearly best. One for each day, the same for everybody."""

import sys
from datetime import date, datetime, timedelta
from typing import Annotated, Any, Final

import msgspec
import typer

from cartable.bots.hints import hint
from cartable.cli.data_folder import data_folder
from cartable.cli.hint import hint_text
from cartable.cli.language import Lang, language_of
from cartable.cli.terminal.board import Situation
from cartable.cli.terminal.boards import board_for
from cartable.cli.terminal.display import Display
from cartable.cli.terminal.screen import Screen
from cartable.cli.terminal.seating import NAMES
from cartable.cli.terminal.typed import Command, LineReader, TypedAct, TypedCommand, prepare_input, read_line
from cartable.games import registry
from cartable.kernel import Act, AnyGame, BadInput
from cartable.puzzles import Puzzle, book, games_with_puzzles, number_of, puzzle_of
from cartable.words import Teller

FILE: Final = "puzzles.json"
GAMES: Final = games_with_puzzles()


class Streak(msgspec.Struct, frozen=True):
    """Days in a row on which the day's puzzle was solved at the first try; `last` is the last of them."""

    last: str = ""
    days: int = 0

    def solved(self, day: date) -> "Streak":
        """After one more day."""
        if self.last == str(day):
            return self
        return Streak(str(day), self.days + 1 if self.last == str(day - timedelta(days=1)) else 1)


def puzzle(
    game: Annotated[str, typer.Argument(metavar="GAME", help=" or ".join(GAMES))] = GAMES[0],
    *,
    number: Annotated[int | None, typer.Option(metavar="N", help="This one; left out, the puzzle of the day.")] = None,
    day: Annotated[str | None, typer.Option(metavar="YYYY-MM-DD", help="The puzzle of another day.")] = None,
    lang: Lang = None,
) -> None:
    """Find the best act of a position. It was found in a match of bots, weighed by the expert, and played on."""
    language, screen = language_of(lang), Screen.on(sys.stdout)
    prepare_input(screen)
    count, today = len(book(game)), _day(day)
    chosen = number_of(today, count) if number is None else number
    posed = PuzzleSession(registry.game(game), puzzle_of(game, chosen), language, screen)
    teller = posed.teller
    title = teller.say("puzzle.title", game=teller.own("name"), number=chosen, count=count)
    screen.print(screen.strong(title if number is not None else f"{title} ({today})"))
    tries = posed.solve()
    if tries is None:
        return
    shared = title if number is not None else f"{title}, {today}"
    kept = keep_streak(game, today, tries) if number is None and day is None else None
    result = teller.say("puzzle.tries", tries=tries)
    streak = "" if kept is None or not kept.days else teller.say("puzzle.streak", days=kept.days)
    line = teller.say("puzzle.shared", title=shared, result=f"{result}{streak}")
    screen.print("", teller.say("puzzle.share"), f"  {line}")


def _day(text: str | None) -> date:
    today = datetime.now().astimezone().date()
    if text is None:
        return today
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise BadInput("--day", f"expected a day such as {today}, got {text!r}") from None


def keep_streak(game: str, day: date, tries: int) -> Streak:
    """What solving today's puzzle makes of the streak; kept among the user's data."""
    path = data_folder() / FILE
    try:
        known = msgspec.json.decode(path.read_bytes(), type=dict[str, Streak])
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        known = {}
    before = known.get(game, Streak())
    if before.last == str(day):
        return before  # it has been solved today
    after = before.solved(day) if tries == 1 else Streak(str(day), 0)
    path.write_bytes(msgspec.json.encode({**known, game: after}) + b"\n")
    return after


class PuzzleSession:
    """A puzzle before a person."""

    def __init__(self, game: AnyGame, posed: Puzzle, language: str, screen: Screen) -> None:
        self._game = game
        self._posed = posed
        self._screen = screen
        state: Any = posed.state(game)
        person = Teller(game.id, language, ()).say("play.person")
        names = [person if seat == posed.seat else NAMES[seat] for seat in range(posed.seats)]
        self.teller = Teller(game.id, language, names, posed.seat)
        self._board = board_for(game.id)
        view, legal = game.view(state, posed.seat), game.legal(state, posed.seat)
        arranged = self._board.arranged(view, None)
        self._situation = Situation(posed.seat, arranged, game.preview(view), legal, self.teller, screen)
        self._view = view
        self._reader = LineReader(game, language)

    def solve(self) -> int | None:
        """Ask until the best act is found: after how many tries? None when the player gives up."""
        situation, say = self._situation, self.teller.say
        Display(self._board, self._screen, full_screen=False).print_all(situation)
        self._screen.print("", self._screen.strong(say("puzzle.ask")), self._board.offers(situation))
        tried: list[str] = []
        while True:
            line = read_line(self._screen, say("play.prompt"))
            typed = None if line is None else self._reader.read(line, situation.legal)
            if line is None or typed == TypedCommand(Command.QUIT):
                self._tell_best()
                return None
            act = str(typed.act) if isinstance(typed, TypedAct) else ""
            if act not in self._posed.acts:
                self._screen.print(say("puzzle.how", forms=self._reader.forms(situation.legal)))
                continue
            if act not in tried:
                tried.append(act)
            if act == self._posed.acts[0]:
                self._screen.print("", self._screen.strong(say("puzzle.right")))
                self._tell_best()
                return len(tried)
            cost = self._posed.worths[0] - self._posed.worths[self._posed.acts.index(act)]
            self._screen.print(say("puzzle.wrong", move=self.teller.move(act), percent=round(100 * cost)))

    def _tell_best(self) -> None:
        """The best act and the next best, what they are worth, why, and how it went when it was played on."""
        posed, say = self._posed, self.teller.say
        for name, at in (("best", 0), ("next", 1)):
            move, percent = self.teller.move(posed.acts[at]), round(100 * posed.worths[at])
            self._screen.print(say(f"puzzle.{name}", move=move, percent=percent))
        legal: tuple[Act, ...] = self._situation.legal
        found = hint(self._game.id, self._view, posed.seat, legal)
        if found is not None and str(found.act) == posed.acts[0]:
            self._screen.print(hint_text(found, self.teller))
        first, second = posed.won
        self._screen.print(self._screen.faint(say("puzzle.played-on", times=posed.of, first=first, second=second)))
