"""`order.txt`: what is offered to whom, in this order. Boards, bots and logs of choices by number rely on it."""

import textwrap
from collections.abc import Iterator
from typing import Final

from cartable.kernel import AnyGame
from cartable.matches.perft import in_order, who
from tests.golden.plan import Setting, plan

GLUED: Final = "\N{NO-BREAK SPACE}"
"""In place of blanks within an act, so that no line ends there."""


def order_text(game: AnyGame) -> str:
    """The whole file."""
    lines = [f"# {game.id}: the legal acts of a few positions, in the order of `legal`; written by `make golden`."]
    for setting in plan(game).order:
        lines += ["", f"# {setting.title}", *(f"#   {line}" for line in setting.described()), *_offers(game, setting)]
    return "\n".join(lines) + "\n"


def _offers(game: AnyGame, setting: Setting) -> Iterator[str]:
    state = setting.begin(game)
    for seat in in_order(game.actors(state)):
        acts = ", ".join(str(act).replace(" ", GLUED) for act in game.legal(state, seat))
        wrapped = textwrap.fill(f"{who(seat)}: {acts}", 110, subsequent_indent="  ", break_on_hyphens=False)
        yield wrapped.replace(GLUED, " ")
