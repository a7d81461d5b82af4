"""`cartable play`: a table in the terminal, with bots at the other seats."""

import shlex
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Annotated, Any, Final

import typer
from rich.table import Table
from rich.text import Text

from cartable.bots import Level, read_level
from cartable.cli.head_starts import head_start_lines, keep_learnt, told_points, with_head_starts
from cartable.cli.language import Lang, language_of
from cartable.cli.terminal.boards import board_for
from cartable.cli.terminal.habits import best_before, keep_pace
from cartable.cli.terminal.host import InputMode, TerminalHost
from cartable.cli.terminal.host import play as play_match
from cartable.cli.terminal.key_play import KeyPlay
from cartable.cli.terminal.line_play import LinePlay
from cartable.cli.terminal.next_game import Company, ask_next
from cartable.cli.terminal.saved_match import MatchFiles, SavedMatch, new_log_path, recent_events, resume_match
from cartable.cli.terminal.screen import Screen
from cartable.cli.terminal.seating import bot_names, bots_of, person_at
from cartable.cli.terminal.typed import prepare_input
from cartable.games import registry
from cartable.kernel import AnyGame, BadInput, Options, Tempo, read_options
from cartable.matches.deal.deal_number import DealSecret, read_deal_choice
from cartable.matches.deal.dealers import revealed_dealer, secret_of
from cartable.matches.deal.fairdeal import fingerprint
from cartable.matches.head_starts import in_points
from cartable.matches.log.entries import Reveal
from cartable.matches.log.header import MATCH_ME, Player, all_options, check_players, header_for
from cartable.matches.log.verify import devices_and_people
from cartable.matches.match import Match
from cartable.matches.story import story
from cartable.words import Teller

INPUT_MODES: Final[dict[Tempo, type[InputMode]]] = {
    Tempo.TURNS: LinePlay,
    Tempo.CALLS: KeyPlay,
    Tempo.HANDS: KeyPlay,
}
"""How a game is played here, by its tempo: in turns line by line, races with single keys and a clock."""

INTERRUPTED: Final = 130  # what a shell reports of a program that Ctrl-C ended
SHOWN: Final = 16  # digits of a hash: enough for people to compare


def play(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help=" or ".join(known.id for known in registry.games()))
    ] = None,
    options: Annotated[
        list[str] | None, typer.Argument(metavar="[OPTION=VALUE]...", help="Options of the game: risk=true.")
    ] = None,
    *,
    players: Annotated[int | None, typer.Option(metavar="N", help="How many sit at the table, you included.")] = None,
    bot: Annotated[
        str | None,
        typer.Option(metavar="LEVEL", help=f"How well the bots play: {', '.join(Level)}; {MATCH_ME}: at your pace."),
    ] = None,
    lang: Lang = None,
    seed: Annotated[int | None, typer.Option(metavar="N", help="Deal the same cards again, on purpose.")] = None,
    resume: Annotated[Path | None, typer.Option(metavar="FILE", help="Go on with a match that was left.")] = None,
    deal: Annotated[
        str,
        typer.Option(metavar="NUMBER", help="Play the cards of a deal number; new: get one, to compare afterwards."),
    ] = "",
    log: Annotated[Path | None, typer.Option(metavar="FILE", help="Save the match in this file.")] = None,
    handicap: Annotated[
        str | None,
        typer.Option(
            metavar="WAY",
            help="Head starts: off, learnt, or yours and each bot's: 350,0 (ms in races, points in turns).",
        ),
    ] = None,
) -> None:
    """Play against bots in the terminal. Every move is saved; a match that was left can be resumed."""
    language = language_of(lang)
    screen = Screen.on(sys.stdout)
    prepare_input(screen)
    if resume is not None:
        given = {
            "--players": players,
            "--bot": bot,
            "--seed": seed,
            "--deal": deal or None,
            "--log": log,
            "--handicap": handicap,
            "an option": options or None,
        }
        saved = _resumed(resume, game, given)
        _welcome_back(saved, screen, language)
    else:
        if game is None:
            raise BadInput(
                "play", f"expected a game: {', '.join(known.id for known in registry.games())}; or --resume FILE"
            )
        chosen = registry.game(game)
        wanted_options = _options(chosen, options or [])
        chosen = chosen.under(wanted_options)
        count = max(2, chosen.seats[0]) if players is None else players
        check_players(chosen, count)
        company = Company(bot_names(count - 1, Random(seed)), _level(bot))
        # A seed deals the same cards only to the same header: no habit of this person may be in it.
        seats = company.players(chosen, pace=None if seed is None else 1.0)
        seats = with_head_starts(chosen, seats, handicap, habit=seed is None)
        cards = _secret(seed, read_deal_choice(deal))
        saved = new_match(chosen, wanted_options, seats, cards, log=log)
        _welcome(saved, screen, language, seed)
    again = resume is not None
    while _sit_down(saved, screen, language, again=again):
        played = saved.match
        if handicap == "learnt":
            keep_learnt(played)
        wanted = ask_next(played.game, all_options(played.game, played.header), screen, language)
        if wanted is None:
            return
        company, again = Company.of(played.header, _level(bot)).for_game(wanted.game), False
        seats = with_head_starts(wanted.game, company.players(wanted.game), _again(handicap, played, wanted.game))
        saved = new_match(wanted.game, wanted.options, seats)
        _welcome(saved, screen, language, None)


def _again(handicap: str | None, played: Match, game: AnyGame) -> str | None:
    """In another game the numbers that were given mean nothing, and with other seats neither."""
    return handicap if handicap in (None, "off", "learnt") or game is played.game else None


def _level(text: str | None) -> str:
    """The level that was asked for; empty: the usual one."""
    return "" if text is None else MATCH_ME if text == MATCH_ME else read_level(text)


def _resumed(path: Path, game: str | None, given: dict[str, Any]) -> SavedMatch:
    """The match of a file, which goes on as it was begun."""
    for name, value in given.items():
        if value is not None:
            raise BadInput(name, "not with --resume: a match goes on as it was begun")
    saved = resume_match(path)
    if game not in (None, saved.match.game.id):
        raise BadInput(str(path), f"expected a match of {game}, found one of {saved.match.game.id}")
    return saved


def _options(game: AnyGame, given: list[str]) -> Options:
    named = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals:
            known = ", ".join(f"{field}=..." for field in game.options.__struct_fields__) or "none"
            raise BadInput(f"option {text!r}", f"expected NAME=VALUE; {game.id} has: {known}")
        named[name] = value
    options: Options = read_options(game.options, named, typed=False)
    return options


def _secret(seed: int | None, deal: str) -> DealSecret:
    if seed is None:
        return DealSecret.of(deal)
    if deal:
        raise BadInput("--deal", "expected --seed or --deal, not both")
    return DealSecret(secret_of(seed), "none")


def new_match(
    game: AnyGame, options: Options, seats: Sequence[Player], deal: DealSecret | None = None, *, log: Path | None = None
) -> SavedMatch:
    """A match that nobody has acted in, its secret made and committed to, its files begun."""
    deal = deal or DealSecret.of("")
    header = header_for(game, options, seats, fingerprint(deal.secret), deal_number=deal.kind)
    reveal = Reveal(deal.secret.hex(), ())
    match = Match(game, header, revealed_dealer(header, header.line(), reveal))
    path = log if log is not None else new_log_path(game.id)
    files = MatchFiles.create(path, match.header_line, reveal)
    return SavedMatch(match, files, None)


def _sit_down(saved: SavedMatch, screen: Screen, language: str, *, again: bool) -> bool:
    """Play to the end, or until the player leaves: was it played to its end?"""
    match, files = saved.match, saved.files
    seat = person_at(match.header, str(files.path))
    bots = bots_of(match.header, match.header_line)
    board = board_for(match.game.id)
    host = TerminalHost(match, files, seat=seat, bots=bots, board=board, screen=screen, language=language)
    mode = INPUT_MODES[match.game.tempo](host)
    teller = host.teller
    # A shell that starts us in the background lets Ctrl-C be ignored; at the table it must always save and leave.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    again_with = f"cartable play --resume {shlex.quote(str(files.path))}"
    try:
        if again:
            screen.print("", screen.faint(teller.say("play.so-far")))
            for sentence in host.in_words(recent_events(files.path, seat)):
                mode.display.tell(sentence)
        finished = play_match(host, mode)
    except KeyboardInterrupt:
        screen.print()
        screen.print_whole(teller.say("play.left"), again_with)
        raise typer.Exit(INTERRUPTED) from None
    if any(each.level == MATCH_ME for each in match.header.seats):
        keep_pace(match.game.id, host.live.pace)
    if not finished:
        screen.print_whole(teller.say("play.left"), again_with)
        return False
    mode.display.print_all(host.situation())
    screen.print("", *_result(match, teller, screen), "")
    devices, people = devices_and_people(match.header)
    screen.print(screen.faint(teller.say("replay.devices", devices=devices, people=people)))
    screen.print_whole(teller.say("play.revealed"), f"cartable verify {shlex.quote(str(files.path))}")
    number = revealed_dealer(match.header, match.header_line, files.reveal).number
    if number:
        screen.print(teller.say("deal.told", number=number))
        screen.print_whole(teller.say("deal.again"), _same_cards(match, number))
        screen.print_whole(teller.say("deal.compare"), f"cartable deal {number} {shlex.quote(str(files.path))} ...")
    return True


def _same_cards(match: Match, number: str) -> str:
    """The command that plays these cards."""
    usual = match.game.options()
    chosen = all_options(match.game, match.header)
    given = [
        f"{name}={str(value).lower() if isinstance(value, bool) else value}"
        for name in match.game.options.__struct_fields__
        if (value := getattr(chosen, name)) != getattr(usual, name)
    ]
    return shlex.join(
        ["cartable", "play", match.game.id, *given, f"--players={match.header.players}", "--deal", number]
    )


# --- what is said around a match -----------------------------------------------------------------------------------


def _welcome(saved: SavedMatch, screen: Screen, language: str, seed: int | None) -> None:
    header = saved.match.header
    words = Teller(header.game, language, ())
    bots = [each for each in header.seats if each.kind == "bot"]
    company = [words.say("play.bot", name=each.name, level=words.say(f"level.{each.level}")) for each in bots]
    screen.print(
        screen.strong(words.own("name")),
        words.own("idea"),
        words.say("play.company", bots=", ".join(company)) if company else words.say("play.alone"),
        *head_start_lines(words, saved.match.game, header),
        words.say("play.committed", hash=header.commitment[:SHOWN])
        if seed is None
        else words.say("play.seeded", seed=seed),
        *([words.say(f"deal.{header.deal_number}")] if header.deal_number != "none" else []),
        words.say(INPUT_MODES[saved.match.game.tempo].how),
    )
    screen.print_whole(words.say("play.saved-in"), str(saved.files.path))


def _welcome_back(saved: SavedMatch, screen: Screen, language: str) -> None:
    words = Teller(saved.match.game.id, language, ())
    acts = sum(entry.seat >= 0 for entry in saved.match.entries)
    if saved.cut is not None:
        screen.print(words.say("play.cut", line=saved.cut))
    screen.print_whole(words.say("play.resumed", acts=acts), str(saved.files.path))


def _result(match: Match, teller: Teller, screen: Screen) -> list[Text | Table]:
    """Everybody's place."""
    outcome = match.outcome
    if outcome is None:
        return []
    reason = Text(teller.own(f"reason.{outcome.reason}"))
    told = story(match.game, match.state, ()) if len(outcome.ranks) == 1 else None
    if told is not None and told.why and outcome.scores:  # alone nobody wins: there are points, and what they are worth
        total = outcome.scores[0]
        before = best_before(match.game.id, total)
        best = "web.result.best-now" if before is None or total > before else "web.result.best"
        lines = (
            teller.say("web.result.alone", points=total),
            teller.own(f"story.{told.why}-you", **told.about),
            teller.say(best, points=before),
        )
        return [screen.strong(teller.say("play.result")), reason, *map(Text, lines)]
    table = Table.grid(padding=(0, 2))
    for rank, seat in sorted(zip(outcome.ranks, range(len(outcome.ranks)), strict=True)):
        points = teller.say("points", points=outcome.scores[seat]) if outcome.scores else ""
        if in_points(match.game, match.header) and outcome.scores:
            points = told_points(match.header, outcome, seat)
        table.add_row(f"{rank}.", teller.player(seat), points)
    return [screen.strong(teller.say("play.result")), reason, table]
