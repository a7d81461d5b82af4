"""Template, put together: draw or stop before it is too much."""

from typing import Final

from cartable.games._template import acts, position, rules, state, view
from cartable.games._template.acts import TemplateAct
from cartable.games._template.cards import KINDS
from cartable.games._template.events import EVENTS
from cartable.games._template.options import TemplateOptions
from cartable.games._template.state import TemplateState
from cartable.games._template.view import TemplatePreview, TemplateView
from cartable.kernel import Game

# To change: the first lines, and `unordered`. `cartable.kernel.Game` says what each part is, and what else there is.
TEMPLATE: Final[Game[TemplateState, TemplateAct, TemplateView, TemplatePreview, TemplateOptions]] = Game(
    id="_template",
    rules_version=1,
    seats=range(2, 5),  # TMPL-02
    options=TemplateOptions,
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
    unordered=frozenset({"hands"}),
)
