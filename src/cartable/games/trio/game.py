"""Trio, put together: everybody at once lays cards on three piles; mistakes stand until somebody shouts."""

from dataclasses import replace
from typing import Final

from cartable.games.trio import acts, draw, position, rounds, rules, view
from cartable.games.trio.acts import TrioAct
from cartable.games.trio.cards import KINDS
from cartable.games.trio.events import EVENTS
from cartable.games.trio.options import TrioOptions
from cartable.games.trio.state import TrioState
from cartable.games.trio.view import TrioPreview, TrioView
from cartable.kernel import Game, Tempo

TRIO: Final[Game[TrioState, TrioAct, TrioView, TrioPreview, TrioOptions]] = Game(
    id="trio",
    rules_version=2,
    seats=range(2, 5),  # TRIO-03
    tempo=Tempo.HANDS,
    is_calm_with=lambda options: options.calm,  # TRIO-C1
    options=TrioOptions,
    # What is written and said.
    acts=acts.ACTS,
    forms=acts.FORMS,
    vocabulary=frozenset(KINDS.names),
    refusals=acts.REFUSALS,
    events=EVENTS,
    reasons=rounds.REASONS,
    reveals=acts.REVEALS,
    read=acts.read,
    with_defaults=rules.with_defaults,
    # Playing.
    start=rounds.start,
    actors=rules.actors,
    legal=rules.legal,
    next_reveal=draw.next_reveal,
    refusal=rules.refusal,
    apply=rules.apply,
    outcome=rounds.outcome,
    # Racing.
    deadlines=rules.deadlines,
    stakes=rules.stakes,
    wins_stakes=rules.wins_stakes,
    # Showing.
    view=view.view_of,
    preview=view.preview_of,
    # Positions.
    from_position=position.from_position,
    to_position=position.to_position,
    unordered=frozenset({"hands"}),
)

TRIO_1: Final = replace(TRIO, rules_version=1, start=rounds.start_1)
"""Under the first rules a covered card could not be accused (TRIO-14), a wrong last card never won (TRIO-22), and three
central cards kept their order when nobody could play (TRIO-24)."""
