"""Push, put together: turn cards into three columns, stop before one fits nowhere; the others share what you leave."""

from typing import Final

from cartable.games.push import acts, position, rules, state, view
from cartable.games.push.acts import PushAct
from cartable.games.push.cards import KINDS
from cartable.games.push.events import EVENTS
from cartable.games.push.options import PushOptions
from cartable.games.push.state import PushState
from cartable.games.push.view import PushPreview, PushView
from cartable.kernel import Game

PUSH: Final[Game[PushState, PushAct, PushView, PushPreview, PushOptions]] = Game(
    id="push",
    rules_version=1,
    seats=range(2, 7),
    same_for_all=True,
    options=PushOptions,
    # What is written and said.
    acts=acts.ACTS,
    forms=acts.FORMS,
    vocabulary=frozenset(KINDS.names),
    refusals=acts.REFUSALS,
    events=EVENTS,
    reasons=rules.REASONS,
    reveals=acts.REVEALS,
    read=acts.read,
    # Playing.
    start=state.start,
    actors=rules.actors,
    legal=rules.legal,
    next_reveal=rules.next_reveal,
    refusal=rules.refusal,
    apply=rules.apply,
    outcome=rules.outcome,
    # Showing.
    view=view.view_of,
    preview=view.preview_of,
    # Positions.
    from_position=position.from_position,
    to_position=position.to_position,
    unordered=frozenset({"zones", "discard"}),
)
