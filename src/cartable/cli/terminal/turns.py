"""Playing in turns at the terminal: a person at one seat, bots at the others, everybody in their own time."""

import re
import time
from typing import Any

from cartable.bots import AnyBot
from cartable.bots.hints import hint
from cartable.cli.hint import told
from cartable.cli.rules import show_rules
from cartable.cli.terminal.board import Section, Sight
from cartable.cli.terminal.boards import AnyBoard
from cartable.cli.terminal.keeping import Keeper
from cartable.cli.terminal.screen import Screen
from cartable.cli.terminal.typed import Asked, Chosen, Command, NoSuchNumber, Reader, Typed, Unreadable, read_line
from cartable.kernel import Act, BadInput, Event, Refused, Seat
from cartable.table.match import Match, Played
from cartable.words import Teller


class TurnTable:
    """One match at the terminal. What happens is stored before it is told."""

    how = "play.how"

    def __init__(
        self,
        match: Match,
        keeper: Keeper,
        *,
        seat: Seat,
        bots: dict[Seat, AnyBot],
        board: AnyBoard,
        screen: Screen,
        language: str,
    ) -> None:
        self._match = match
        self._keeper = keeper
        self._seat = seat
        self._bots = bots
        self._board = board
        self._screen = screen
        self._language = language
        self._teller = Teller(match.game.id, language, [each.name for each in match.header.seats], seat)
        self._reader = Reader(match.game, language)
        self._seen: dict[str, Any] = {}
        self._last_rule = ""
        before = match.entries[-1].at_ms if match.entries else 0
        self._began = time.monotonic() - before / 1000

    def play(self) -> bool:
        """Play until the match is over; False when the player leaves before."""
        self._happen(self._match.start(self._now))
        while self._match.ending is None:
            actors = self._match.game.actors(self._match.state)
            waiting = sorted(actors & self._bots.keys())
            # Where several decide at once bots go first: nobody's choice shows before all have made theirs.
            if waiting:
                self._bot(waiting[0])
            elif not self._person():
                return False
        self._keeper.finish()
        return True

    def recall(self, events: list[Event]) -> None:
        """Tell what happened before the player sat down again."""
        self._tell(events)

    def show_all(self) -> None:
        """The whole table."""
        self._show(everything=True)

    # --- acting ----------------------------------------------------------------------------------------------

    @property
    def _now(self) -> int:
        return round((time.monotonic() - self._began) * 1000)

    def _bot(self, seat: Seat) -> None:
        game, state = self._match.game, self._match.state
        legal = game.legal(state, seat)
        intent = self._bots[seat].decide(game.view(state, seat), legal, self._now)
        if intent is None:
            raise RuntimeError(f"the bot at seat {seat} waits, though nothing will change before it acts")
        played = self._match.act(seat, intent.act, self._now)
        if isinstance(played, Refused):
            raise RuntimeError(f"the bot at seat {seat} tried `{intent.act}`: {played.code} ({played.rule})")
        if self._happen(played):
            self._seen.clear()  # somebody else did something: the player wants to see the whole table again

    def _person(self) -> bool:
        """Ask the player until a move is accepted; False when there is none to come."""
        self._show(everything=False)
        self._ask()
        while True:
            line = read_line(self._screen, self._teller.say("play.prompt"))
            if line is None:
                return False
            typed = self._reader.read(line, self._sight().legal)
            if typed == Asked(Command.QUIT):
                return False
            if isinstance(typed, Chosen):
                played = self._match.act(self._seat, typed.act, self._now)
                if isinstance(played, Played):
                    self._happen(played)
                    return True
                self._refuse(played)
            else:
                self._answer(typed)

    # --- showing ---------------------------------------------------------------------------------------------

    def _sight(self) -> Sight[Any, Any]:
        game, state = self._match.game, self._match.state
        view = game.view(state, self._seat)
        legal = game.legal(state, self._seat)
        return Sight(self._seat, view, game.preview(view), legal, self._teller, self._screen)

    def _show(self, *, everything: bool) -> None:
        """The parts of the table that are not as the player last saw them."""
        sections = self._board.sections(self._sight(), everything=everything)
        fresh = sections if everything else [each for each in sections if self._is_news(each)]
        for section in fresh:
            self._screen.print("", section.drawing)
        self._seen |= {section.name: section.shows for section in sections}

    def _is_news(self, section: Section) -> bool:
        return section.name not in self._seen or bool(self._seen[section.name] != section.shows)

    def _ask(self) -> None:
        sight = self._sight()
        self._screen.print("", self._screen.strong(self._board.question(sight)), self._board.offers(sight))
        if len(sight.legal) == 1:
            self._screen.print(self._screen.faint(self._teller.say("play.only-move")))

    def _happen(self, played: Played) -> bool:
        """Store, then tell; was there anything to tell?"""
        self._keeper.append(played.lines)
        return self._tell([numbered.event for numbered in played.events])

    def _tell(self, events: list[Event]) -> bool:
        mine = [event for event in events if event.to in (None, self._seat)]
        worth = [event for event in mine if self._board.tells(event, self._seat)]
        for event in worth:
            self._screen.print(self._teller.event(event))
        return bool(worth)

    # --- answering -------------------------------------------------------------------------------------------

    def _refuse(self, refused: Refused) -> None:
        self._last_rule = refused.rule
        command = f"{self._reader.names[Command.RULES]} {refused.rule}"
        hint = self._teller.say("play.ask-rules", command=command)
        self._screen.print(f"{self._teller.refusal(refused)}.", self._screen.faint(hint))

    def _answer(self, typed: Typed) -> None:
        legal = self._sight().legal
        match typed:
            case Asked(Command.WHY, about):
                self._why(about, legal)
            case Asked(Command.RULES, about):
                self._rules(about.upper() or self._last_rule)
            case Asked(Command.HINT):
                self._hint()
            case Asked(Command.LOOK):
                self.show_all()
                self._ask()
            case Asked():
                self._help(legal)
            case NoSuchNumber(number):
                self._say("play.no-such-number", number=number, last=len(legal))
            case Unreadable(text):
                self._say("play.unreadable", text=text, forms=self._reader.forms(legal))
            case _:
                self._say("play.how")

    def _why(self, about: str, legal: tuple[Act, ...]) -> None:
        """Judge a move without making it; without one, show the rule that the last refusal named."""
        text = re.sub(r"^(not|pas)\b", "", about).strip("? ")
        typed = self._reader.read(text, legal) if text else None
        if not text and self._last_rule:
            self._rules(self._last_rule)
            return
        if not isinstance(typed, Chosen):
            self._say("play.why-what", command=self._reader.names[Command.WHY], act=str(legal[0]))
            return
        match = self._match
        refused = match.game.refusal(match.state, self._seat, match.game.with_defaults(match.state, typed.act))
        if refused is None:
            self._say("play.allowed", act=str(typed.act))
        else:
            self._refuse(refused)

    def _hint(self) -> None:
        """What a strong player would do, and why."""
        sight = self._sight()
        found = hint(self._match.game.id, sight.view, self._seat, sight.legal)
        if found is None:
            self._say("play.no-hint")
        else:
            self._say("play.hint", act=str(found.act), why=told(found, self._teller))

    def _rules(self, rule_id: str) -> None:
        try:
            show_rules(self._match.game.id, self._language, rule_id or None, self._screen)
        except BadInput as error:
            self._screen.print(str(error))

    def _help(self, legal: tuple[Act, ...]) -> None:
        self._say("help.number", forms=self._reader.forms(legal))
        self._say("help.enter")
        names = self._reader.names
        for command, example in (
            (Command.WHY, f" {self._teller.say('help.move')}"),
            (Command.HINT, ""),
            (Command.LOOK, ""),
            (Command.RULES, " [ID]"),
        ):
            self._screen.print(f"  {names[command]}{example}: {self._teller.say(f'help.{command}')}")
        self._screen.print(f"  {names[Command.QUIT]}: {self._teller.say('help.quit')}")

    def _say(self, key: str, **values: Any) -> None:
        self._screen.print(self._teller.say(key, **values))
