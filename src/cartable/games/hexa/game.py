"""Hexa, put together: a card is turned; the first to call a row it fits may turn one of their own."""

from typing import Final

from cartable.games.hexa import acts, calls, position, rules, state, view
from cartable.games.hexa.acts import HexaAct
from cartable.games.hexa.cards import KINDS
from cartable.games.hexa.events import EVENTS
from cartable.games.hexa.options import HexaOptions
from cartable.games.hexa.state import NEUTRAL, OWN, HexaState
from cartable.games.hexa.view import HexaPreview, HexaView
from cartable.kernel import Game, Tempo

HEXA: Final[Game[HexaState, HexaAct, HexaView, HexaPreview, HexaOptions]] = Game(
    id="hexa",
    rules_version=1,
    seats=range(2, 6),  # HEXA-04
    tempo=Tempo.CALLS,
    same_for_all=True,
    is_calm_with=lambda options: options.calm,  # HEXA-C1
    options=HexaOptions,
    # What is written and said.
    acts=acts.ACTS,
    forms=acts.FORMS,
    vocabulary=frozenset((*KINDS.names, NEUTRAL, OWN)),
    refusals=acts.REFUSALS,
    events=EVENTS,
    reasons=calls.REASONS,
    reveals=acts.REVEALS,
    read=acts.read,
    # Playing.
    start=state.start,
    actors=rules.actors,
    legal=rules.legal,
    next_reveal=rules.next_reveal,
    refusal=rules.refusal,
    apply=rules.apply,
    outcome=calls.outcome,
    # Racing.
    deadlines=rules.deadlines,
    open_race=rules.open_race,
    stakes=rules.stakes,
    wins_stakes=rules.wins_stakes,
    tie=rules.tie,
    # Showing.
    view=view.view_of,
    preview=view.preview_of,
    # Positions.
    from_position=position.from_position,
    to_position=position.to_position,
)
