"""`cartable hint`: what a good player would do in a match, and why."""

from pathlib import Path
from typing import Annotated, Any

import typer

from cartable.bots.hints import HintedAct, hint
from cartable.cli.language import Lang, language_of, names_of
from cartable.kernel import AnyGame, BadInput, Seat
from cartable.matches.log.reading import open_log
from cartable.matches.log.replay import replay
from cartable.words import Teller


def show_hint(
    file: Annotated[Path, typer.Argument(help="A match log.")],
    at: Annotated[int | None, typer.Option(metavar="N", help="After act N; left out, after the last one.")] = None,
    lang: Lang = None,
) -> None:
    """Show what a good player would do now, and why, in one line for each player who is to move."""
    language = language_of(lang)
    with open_log(file) as log:
        state = log.begin()
        for moment in replay(log):
            if at is not None and moment.recorded.entry.n > at:
                break
            state = moment.state
        names = names_of(log.header, language)
        hints = [(seat, hint_for(log.game, state, seat)) for seat in sorted(log.game.actors(state)) if seat >= 0]
    given = [(seat, found) for seat, found in hints if found is not None]
    if not given:
        raise BadInput(str(file), "expected somebody to have a choice there, in a game that leaves time for hints")
    teller = Teller(log.game.id, language, names)
    for seat, found in given:
        print(teller.told(names[seat], f"{hint_text(found, teller)} ({found.act})"))


def hint_for(game: AnyGame, state: Any, seat: Seat) -> HintedAct | None:
    """The hint for a seat."""
    return hint(game.id, game.view(state, seat), seat, game.legal(state, seat))


def hint_text(found: HintedAct, teller: Teller) -> str:
    """The hint in words; fractions with the decimal sign of the language."""
    sign = teller.say("decimal")
    about = {
        name: f"{value:.1f}".removesuffix(".0").replace(".", sign) if isinstance(value, float) else value
        for name, value in found.about.items()
    }
    return teller.own(f"hint.{found.why}", **about)
