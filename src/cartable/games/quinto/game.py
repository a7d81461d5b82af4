"""Quinto, put together: lay a card on the grid, add it to its two neighbours; everybody may write the sum."""

from dataclasses import replace
from typing import Final

from cartable.games.quinto import acts, position, rules, score, state, view
from cartable.games.quinto.acts import QuintoAct
from cartable.games.quinto.cards import COLOURS, KINDS
from cartable.games.quinto.events import EVENTS
from cartable.games.quinto.options import QuintoOptions
from cartable.games.quinto.sheet import CELLS
from cartable.games.quinto.state import QuintoState
from cartable.games.quinto.view import QuintoPreview, QuintoView
from cartable.kernel import Game

QUINTO: Final[Game[QuintoState, QuintoAct, QuintoView, QuintoPreview, QuintoOptions]] = Game(
    id="quinto",
    rules_version=2,
    seats=range(1, 5),
    options=QuintoOptions,
    # What is written and said.
    acts=acts.ACTS,
    forms=acts.FORMS,
    vocabulary=frozenset((*KINDS.names, *COLOURS, *CELLS)),
    refusals=acts.REFUSALS,
    events=EVENTS,
    reasons=score.REASONS,
    reveals=acts.REVEALS,
    read=acts.read,
    # Playing.
    start=state.start,
    actors=rules.actors,
    legal=rules.legal,
    next_reveal=rules.next_reveal,
    refusal=rules.refusal,
    apply=rules.apply,
    outcome=score.outcome,
    # Showing.
    view=view.view_of,
    preview=view.preview_of,
    # Positions.
    from_position=position.from_position,
    to_position=position.to_position,
    unordered=frozenset({"hands", "covered", "announced.colours"}),
    whole=frozenset({"sheets"}),
)

QUINTO_1: Final = replace(QUINTO, rules_version=1, start=state.start_1)
"""Under the first rules everybody had to pass when nothing could be written (QUIN-19)."""
