"""What is shown: views, previews, events and outcomes."""

from typing import Any, Union

import msgspec
from msgspec.structs import replace

from cartable.kernel import AnyGame
from tests.conformance.laws.common import MANY
from tests.kit.sample import Sampled


def law_views_serialise(game: AnyGame, match: Sampled) -> None:
    """Views and previews survive JSON; and a preview follows from the view alone."""
    for state in match.some(MANY):
        for seat in (*match.seats, None):
            view = game.view(state, seat)
            back = msgspec.json.decode(msgspec.json.encode(view), type=type(view))
            assert back == view, f"{view} comes back as {back}"
            preview = game.preview(view)
            assert game.preview(back) == preview, "the preview knows more than the view"
            again = msgspec.json.decode(msgspec.json.encode(preview), type=type(preview))
            assert again == preview, f"{preview} comes back as {again}"


def law_views_tell_who_moves(game: AnyGame, match: Sampled) -> None:
    for state in match.some(MANY):
        movers = tuple(sorted(seat for seat in game.actors(state) if seat >= 0))
        for seat in (*match.seats, None):
            view = game.view(state, seat)
            assert view.seat == seat, f"the view of {seat} says it is that of {view.seat}"
            assert view.to_move == movers, f"{movers} may act, the view says {view.to_move}"
            assert str(view.phase), "the view does not say what is awaited"


def law_what_is_shown_alike_is_alike(game: AnyGame, match: Sampled) -> None:
    """Where everybody is said to see the same, they do."""
    for state in match.some(MANY) if game.same_for_all else ():
        for_all = game.view(state, None)
        for seat in match.seats:
            view = game.view(state, seat)
            assert view == replace(for_all, seat=seat), f"{seat} sees {view}, a spectator {for_all}"
            assert game.preview(view) == game.preview(for_all), f"{seat} is shown another preview"


def law_events_are_told_to_somebody(game: AnyGame, match: Sampled) -> None:
    """To everybody or to one player; of a known kind; and they survive JSON."""
    kinds: Any = Union[game.events]  # noqa: UP007 - made while running
    for event in match.events:
        assert type(event) in game.events, f"{event} is of no kind the game names"
        assert event.to is None or event.to in match.seats, f"{event} is told to nobody"
        seat = getattr(event, "seat", None)
        assert seat is None or seat in match.seats, f"{event} is about nobody"
        back = msgspec.json.decode(msgspec.json.encode(event), type=kinds)
        assert back == event, f"{event} comes back as {back}"


def law_outcomes_are_well_formed(game: AnyGame, match: Sampled) -> None:
    """A known reason, places that follow from one another, somebody in the first, and points that agree."""
    for state in match.states:
        outcome = game.outcome(state)
        if outcome is None:
            continue
        ranks, scores = outcome.ranks, outcome.scores
        assert outcome.reason in game.reasons, f"unknown reason {outcome.reason}"
        assert len(ranks) == len(match.seats), f"places for {len(ranks)}"
        assert all(rank == 1 + sum(other < rank for other in ranks) for rank in ranks), f"no places: {ranks}"
        assert outcome.winners == tuple(seat for seat in match.seats if ranks[seat] == 1), "other winners"
        if scores is not None:
            assert len(scores) == len(ranks), f"points for {len(scores)}"
            pairs = [(one, two) for one in match.seats for two in match.seats if scores[one] > scores[two]]
            assert all(ranks[one] < ranks[two] for one, two in pairs), f"{scores} ranked {ranks}"
