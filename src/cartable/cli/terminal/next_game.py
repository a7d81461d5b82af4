"""After a match at the terminal: the same again, another game with the same company, or leaving."""

from random import Random

import msgspec
from msgspec.structs import replace

from cartable.cli.language import PERSON
from cartable.cli.terminal.habits import kept_pace
from cartable.cli.terminal.screen import Screen
from cartable.cli.terminal.seating import bot_names
from cartable.cli.terminal.typed import read_line
from cartable.games import registry
from cartable.kernel import AnyGame, Options
from cartable.matches.log.header import MATCH_ME, Header, Player, level_in
from cartable.words import Teller


class Company(msgspec.Struct, frozen=True):
    """Who plays with the person: bots by name, in order, and their level; empty: the usual one of each game."""

    bots: tuple[str, ...]
    level: str = ""

    @classmethod
    def of(cls, header: Header, level: str) -> "Company":
        """Those of a match."""
        return cls(tuple(each.name for each in header.seats if each.kind == "bot"), level)

    def for_game(self, game: AnyGame) -> "Company":
        """As many of them as the game has room for, and more where it needs more."""
        few = game.seats[0] - 1 - len(self.bots)
        more = bot_names(few, Random(), without=self.bots) if few > 0 else ()
        return Company((*self.bots, *more)[: game.seats[-1] - 1], self.level)

    def players(self, game: AnyGame, *, pace: float | None = None) -> tuple[Player, ...]:
        """The seats of a match: the person first. `pace` is where bots begin that follow the person; without one, where
        they last were."""
        level = level_in(game, self.level or MATCH_ME)
        person, bots = Player(PERSON, "human"), [Player(name, "bot", level) for name in self.bots]
        if level == MATCH_ME:
            begun = kept_pace(game.id) if pace is None else pace
            bots = [replace(bot, pace=begun) for bot in bots]
        return person, *bots


class NextMatch(msgspec.Struct, frozen=True):
    """What is played next; the game's own options where it is the same game."""

    game: AnyGame
    options: Options


def ask_next(game: AnyGame, options: Options, screen: Screen, language: str) -> NextMatch | None:
    """What the player wants to play now; None: nothing more."""
    teller = Teller(game.id, language, ())
    again = teller.say("play.again-key")
    games = {str(number): known for number, known in enumerate(registry.games(), 1)}
    offers = ", ".join(f"{number} {Teller(known.id, language, ()).own('name')}" for number, known in games.items())
    screen.print("", screen.strong(teller.say("play.next")), teller.say("play.next-how", again=again, games=offers))
    while True:
        line = read_line(screen, teller.say("play.prompt"))
        typed = "" if line is None else line.strip().casefold()
        if typed in ("", teller.say("command.quit"), "quit", "q"):
            return None
        if typed in (again, "a"):
            return NextMatch(game.under(options), options)
        chosen = games.get(typed) or next((known for known in registry.games() if known.id == typed), None)
        if chosen is not None:
            wanted = options if chosen.id == game.id else chosen.options()
            return NextMatch(chosen.under(wanted), wanted)
        screen.print(teller.say("play.next-how", again=again, games=offers))
