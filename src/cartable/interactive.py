"""A match from Python: start one, act in it, look at it, save it. `import cartable` offers all of this.

>>> import cartable
>>> match = cartable.match("push", seats=3, seed=1)
>>> match.legal()
['draw']
>>> match.act("draw")
accepted: Player 1 turns the Dice card.
>>> match.act("take 1")
refused: Place the turned card first (PUSH-11)

"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from cartable.arena.simulation import play_on
from cartable.bots import AnyBot, bot
from cartable.cli.terminal.saved_match import secret_path
from cartable.games import registry
from cartable.kernel import CLOCK, DEALER, Act, AnyGame, BadInput, Event, Outcome, Refused, Seat, read_options
from cartable.matches.deadlines import Deadlines
from cartable.matches.deal.deal_number import DealSecret, read_deal_choice
from cartable.matches.deal.dealers import FairDealer, revealed_dealer, secret_of
from cartable.matches.deal.fairdeal import fingerprint
from cartable.matches.log.entries import Reveal
from cartable.matches.log.header import Player, all_options, check_players, header_for
from cartable.matches.log.reading import open_log
from cartable.matches.log.replay import replay
from cartable.matches.match import MATCH_GIVEN_UP, Match, Played
from cartable.words import Teller


class ActResult(msgspec.Struct, frozen=True):
    """What came of an act. It is true when the act was accepted; else `refused` says why."""

    events: tuple[Event, ...]
    refused: Refused | None
    text: str
    """The same in a sentence."""

    def __bool__(self) -> bool:
        return self.refused is None

    def __repr__(self) -> str:
        return f"{'accepted' if self else 'refused'}: {self.text}"


class InteractiveMatch:
    """A match that code drives act by act. The dealer deals by itself."""

    def __init__(self, match: Match, reveal: Reveal, events: Sequence[Event] = ()) -> None:
        self._match = match
        self._reveal = reveal
        self.events: list[Event] = list(events)
        """Everything that has happened, the dealer's doings included."""
        self._names = [each.name for each in match.header.seats]
        self._deadlines = Deadlines()
        self._tell(match.start())

    # --- what is so ------------------------------------------------------------------------------------------

    @property
    def game(self) -> AnyGame:
        """The rules."""
        return self._match.game

    @property
    def seats(self) -> int:
        """How many play."""
        return self._match.header.players

    @property
    def state(self) -> Any:
        """The whole state, secrets included. What a player may know is `view(seat)`."""
        return self._match.state

    @property
    def to_move(self) -> tuple[Seat, ...]:
        """The seats that may act now; nobody when the match is over."""
        if self._is_over:
            return ()
        return tuple(sorted(seat for seat in self.game.actors(self.state) if seat >= 0))

    @property
    def outcome(self) -> Outcome | None:
        """Return how the match ended, or None while it goes on and when it was given up."""
        return self._match.outcome

    @property
    def _is_over(self) -> bool:
        return self._match.ending is not None

    def legal(self, seat: Seat | None = None) -> list[str]:
        """What a seat may do, in notation. Without a seat: the one that is to move."""
        if self._is_over or (seat is None and not self.to_move):
            return []
        return [str(act) for act in self.game.legal(self.state, self._seat(seat))]

    def view(self, seat: Seat | None = None) -> Any:
        """All that a seat may know; without a seat, what a spectator sees."""
        return self.game.view(self.state, None if seat is None else self._checked(seat))

    # --- playing ---------------------------------------------------------------------------------------------

    def act(self, act: str | Act, seat: Seat | None = None) -> ActResult:
        """Do something, in notation or as an act of the game. A refusal raises nothing and changes nothing."""
        who = seat or 0 if self._is_over else self._seat(seat)
        wanted = self.game.act(act) if isinstance(act, str) else act
        answer = self._match.act(who, wanted, self._now_ms)
        if isinstance(answer, Refused):
            teller = self._teller(None)
            told = teller.say("replay.given-up") if answer == MATCH_GIVEN_UP else teller.refusal(answer)
            return ActResult((), answer, told)
        return self._tell(answer)

    @property
    def seconds_left(self) -> float | None:
        """Return the seconds until the clock acts, or None where the rules set no time limit now."""
        due = self._deadlines.next()
        return None if due is None else (due.at - self._now_ms) / 1000

    def wait(self) -> ActResult:
        """Let time pass, with nobody acting, until the next time limit of the rules; the clock then acts.

        Time passes only here: whatever is done between two calls happens at the same instant.
        """
        due = self._deadlines.next()
        if due is None:
            raise BadInput("wait", "expected a moment with a time limit: the rules set none now (see `seconds_left`)")
        answer = self._match.act(CLOCK, due.act, round(due.at))
        if isinstance(answer, Refused):
            raise RuntimeError(f"{self.game.id} refuses `{due.act}`, its own deadline: {answer.code}")
        return self._tell(answer)

    def play(self, bots: str | Sequence[str | AnyBot] = "fair", seed: int = 0) -> Outcome:
        """Let bots play on to the end: one level for all, or for each seat a level or a bot. In a race they act in
        simulated time. The same bots and seed do the same.
        """
        if self.outcome is not None:
            return self.outcome
        if self._is_over:
            raise BadInput("play", "expected a match that goes on: this one was given up")
        wanted = [bots] * self.seats if isinstance(bots, str) else list(bots)
        if len(wanted) != self.seats:
            raise BadInput("bots", f"expected a level, or {self.seats} of them, got {len(wanted)}")
        company = [
            bot(self.game.id, each, seed, seat) if isinstance(each, str) else each for seat, each in enumerate(wanted)
        ]
        begun = [(entry.seat, self.game.act(entry.text)) for entry in self._match.entries if entry.seat != DEALER]
        options, before = all_options(self.game, self._match.header), self._now_ms
        done = play_on(self.game, company, self._dealer(), options, begun).done
        for each in [timed for timed in done if timed.seat != DEALER][len(begun) :]:
            played = self._match.act(each.seat, each.act, before + round(each.at_ms))
            if isinstance(played, Refused):
                raise RuntimeError(f"{self.game.id} refuses `{each.act}`, which it let through before: {played.code}")
            self._tell(played)
        outcome = self._match.outcome
        if outcome is None:
            raise RuntimeError(f"{self.game.id} goes on after bots have played it to its end")
        return outcome

    def _tell(self, played: Played) -> ActResult:
        events = tuple(numbered.event for numbered in played.events)
        self.events += events
        self._deadlines.set(() if self._is_over else self.game.deadlines(self.state), self._now_ms)
        teller = self._teller(None)
        return ActResult(events, None, " ".join(teller.event(event) for event in events if event.to is None))

    @property
    def _now_ms(self) -> int:
        return self._match.entries[-1].at_ms if self._match.entries else 0

    # --- keeping ---------------------------------------------------------------------------------------------

    @property
    def deal_number(self) -> str:
        """With it the same cards can be played again; empty: they have none."""
        return self._dealer().number

    def _dealer(self) -> FairDealer:
        return revealed_dealer(self._match.header, self._match.header_line, self._reveal)

    def save(self, path: str | Path) -> Path:
        """Write the log. `cartable replay`, `verify` and `analyse` read it, and `cartable.load`.

        While the match goes on the dealer's secret is written beside it; at the end it becomes part of the log.
        """
        path = Path(path)
        over = self._match.ending is not None
        try:
            if not over:
                secret_path(path).write_bytes(msgspec.json.encode(self._reveal) + b"\n")
            path.write_bytes(b"".join(self._match.lines(self._reveal if over else None)))
            if over:
                secret_path(path).unlink(missing_ok=True)
        except OSError as error:
            raise BadInput(str(path), f"cannot be written: {error.strerror}") from error
        return path

    # --- showing ---------------------------------------------------------------------------------------------

    def __repr__(self) -> str:
        if self.outcome is not None:
            names = " and ".join(self._names[seat] for seat in self.outcome.winners)
            return f"<{self.game.id}, {self.seats} players, won by {names}>"
        if self._is_over:
            return f"<{self.game.id}, {self.seats} players, given up>"
        moving = ", ".join(map(str, self.to_move)) or "nobody"
        return f"<{self.game.id}, {self.seats} players, {len(self._match.entries)} acts, to move: {moving}>"

    def __str__(self) -> str:
        from cartable.cli.terminal.drawing import board_text  # noqa: PLC0415 - loading rich takes half a second

        return board_text(self.game, self.state, self._shown_seat, self._teller(self._shown_seat))

    def _repr_svg_(self) -> str:
        """The board as a picture, for a notebook."""
        from cartable.cli.terminal.drawing import board_svg  # noqa: PLC0415 - see __str__

        return board_svg(self.game, self.state, self._shown_seat, self._teller(self._shown_seat))

    @property
    def _shown_seat(self) -> Seat:
        return self.to_move[0] if self.to_move else 0

    def _teller(self, reader: Seat | None) -> Teller:
        return Teller(self.game.id, "en", self._names, reader)

    # --- seats -----------------------------------------------------------------------------------------------

    def _seat(self, seat: Seat | None) -> Seat:
        """The seat that was named, or the only one that may act."""
        if seat is not None:
            return self._checked(seat)
        if len(self.to_move) != 1:
            which = ", ".join(map(str, self.to_move)) or "nobody"
            raise BadInput("seat", f"expected a seat to be named: those who may act now are {which}")
        return self.to_move[0]

    def _checked(self, seat: Seat) -> Seat:
        if seat not in range(self.seats):
            raise BadInput("seat", f"expected a number from 0 to {self.seats - 1}, got {seat!r}")
        return seat


def match(
    game: str,
    seats: int | None = None,
    *,
    seed: int | None = None,
    deal_number: str = "",
    names: Sequence[str] = (),
    **options: Any,
) -> InteractiveMatch:
    """A new match, dealt as far as the first decision. The same seed, or the same deal number, deals the same cards;
    without either they are random. Any other keyword is an option of the game: `match("push", seats=3, risk=True)`.
    """
    if seed is not None and deal_number:
        raise BadInput("deal_number", "expected a seed or a deal number, not both")
    rules: AnyGame = registry.game(game)
    players = seats if seats is not None else len(names) or max(2, rules.seats[0])
    check_players(rules, players)
    if names and len(names) != players:
        raise BadInput("names", f"expected {players} names, got {len(names)}")
    called = names or [f"Player {seat + 1}" for seat in range(players)]
    deal = DealSecret.of(read_deal_choice(deal_number)) if seed is None else DealSecret(secret_of(seed), "none")
    everybody = [Player(name, "human") for name in called]
    given = read_options(rules.options, options)
    header = header_for(rules, given, everybody, fingerprint(deal.secret), deal_number=deal.kind)
    reveal = Reveal(deal.secret.hex(), ())
    return InteractiveMatch(Match(rules, header, revealed_dealer(header, header.line(), reveal)), reveal)


def load(path: str | Path) -> InteractiveMatch:
    """The match of a log, ready to go on if it is not over. The dealer's secret must be in the log or beside it."""
    path = Path(path)
    with open_log(path) as log:
        events = [event for moment in replay(log) for event in moment.events]
    reveal = log.reveal or _secret_beside(path)
    with open_log(path) as log:
        return InteractiveMatch(Match.resume(log, revealed_dealer(log.header, log.header_line, reveal)), reveal, events)


def _secret_beside(path: Path) -> Reveal:
    beside = secret_path(path)
    try:
        return msgspec.json.decode(beside.read_bytes(), type=Reveal)
    except OSError as error:
        raise BadInput(
            str(beside), f"expected the dealer's secret, which `save` writes there: {error.strerror}"
        ) from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadInput(str(beside), f"expected the dealer's secret: {error}") from error
