"""A viewer must not notice a swap: the same view, legal acts, refusals and events, now and a few acts later."""

from random import Random
from typing import Any, Final

from cartable.kernel import CLOCK, DEALER, Act, AnyGame, Event, Seat, Stepped
from tests.kit.sample import Sampled
from tests.kit.wrong import acts_of, near_misses
from tests.secrecy.hidden import Hidden

LOOKED_AT: Final = 12
"""How many states of a match are swapped."""

FURTHER: Final = 8
"""How many acts are done in both worlds."""


def told(game: AnyGame, state: Any, seat: Seat, act: Act, viewer: Seat | None) -> tuple[Any, tuple[Event, ...]]:
    """The state after an act, and what the viewer is told of it."""
    answer = game.step(state, seat, act)
    assert isinstance(answer, Stepped), f"{act} of {seat} is refused: {answer.code}"
    return answer.state, tuple(event for event in answer.events if event.to is None or event.to == viewer)


def look_the_same(game: AnyGame, one: Any, two: Any, viewer: Seat | None) -> None:
    """All that a table shows to a viewer. What CLOCK waits for it keeps to itself."""
    shown, other = game.view(one, viewer), game.view(two, viewer)
    assert shown == other, f"the view of {viewer} differs: {shown} and {other}"
    assert game.preview(shown) == game.preview(other), f"the preview of {viewer} differs"
    assert game.open_race(one) == game.open_race(two), "another race is on"
    if viewer is not None:
        assert game.legal(one, viewer) == game.legal(two, viewer), f"seat {viewer} may do other things"


def twins_look_the_same(game: AnyGame, hidden: Hidden, match: Sampled) -> int:
    """Swap what each viewer cannot know, and go on alike in both worlds. How many twins there were."""
    rng, pool, found = Random(match.setup.seed), acts_of(game, match), 0
    for state in match.some(LOOKED_AT):
        for viewer in (*match.seats, None):
            twin = hidden.twin(state, viewer, rng)
            if twin is None or twin == state:
                continue
            found += 1
            look_the_same(game, state, twin, viewer)
            if viewer is not None:
                for act in [*rng.sample(pool, min(10, len(pool))), *near_misses(game, pool, rng, 5)]:
                    one, two = game.refusal(state, viewer, act), game.refusal(twin, viewer, act)
                    assert one == two, f"{act} of {viewer} is refused otherwise: {one} and {two}"
            _go_on(game, hidden, (state, twin), viewer, rng)
    return found


def _go_on(game: AnyGame, hidden: Hidden, worlds: tuple[Any, Any], viewer: Seat | None, rng: Random) -> None:
    """Do what can be done in both worlds, until something brings the difference to light."""
    one, two = worlds
    for _ in range(FURTHER):
        also = _possible(game, two)
        common = [(seat, act) for seat, act in _possible(game, one) if (seat, act) in also]
        common = [(seat, act) for seat, act in common if not hidden.reveals(one, two, seat, act)]
        if not common:
            return
        seat, act = rng.choice(common)
        (one, heard), (two, other) = (told(game, state, seat, act, viewer) for state in (one, two))
        assert heard == other, f"of {act} by {seat}, {viewer} hears {heard} and {other}"
        look_the_same(game, one, two, viewer)


def _possible(game: AnyGame, state: Any) -> dict[tuple[Seat, Act], None]:
    actors = sorted(game.actors(state))
    if actors == [DEALER]:
        return {(DEALER, act): None for act, _ in game.chances(state)}
    return {(seat, act): None for seat in actors if seat >= CLOCK for act in game.legal(state, seat)}


def disguises_look_the_same(game: AnyGame, hidden: Hidden, match: Sampled) -> int:
    """Do something else that each viewer cannot tell apart from what was done. How often there was such a thing."""
    rng, found = Random(match.setup.seed), 0
    for turn in match.turns:
        viewer = rng.choice((*match.seats, None))
        other = hidden.disguise(turn.state, viewer, turn.seat, turn.act, rng)
        if other is None or other == turn.act:
            continue
        found += 1
        one, heard = told(game, turn.state, turn.seat, turn.act, viewer)
        two, also = told(game, turn.state, turn.seat, other, viewer)
        assert heard == also, f"{viewer} can tell {turn.act} from {other}: {heard} and {also}"
        look_the_same(game, one, two, viewer)
    return found


def everybody_sees_the_same(game: AnyGame, match: Sampled) -> None:
    """`Game.same_for_all`: views differ in whose they are, previews not at all, and all events are for everybody."""
    for state in match.some(LOOKED_AT):
        views = [game.view(state, seat) for seat in (*match.seats, None)]
        fields = [{name: getattr(view, name) for name in view.__struct_fields__ if name != "seat"} for view in views]
        assert all(each == fields[0] for each in fields), "somebody sees more than others"
        previews = [game.preview(view) for view in views]
        assert all(each == previews[0] for each in previews), "somebody is told more than others"
    private = [event for event in match.events if event.to is not None]
    assert not private, f"told to one player alone: {private[:1]}"


def only_acts_decide(game: AnyGame, match: Sampled) -> int:
    """Do the acts of a match again from a new start. Nothing may differ, for then something was decided beforehand, or
    beside the acts: an order of cards, for example. How many acts were compared."""
    state = match.begin(game)
    for number, turn in enumerate(match.turns):
        assert state == turn.state, f"the same acts lead to another state before act {number}, {turn.act}"
        if turn.seat == DEALER:
            assert game.next_reveal(state) == game.next_reveal(turn.state), "another place is to be shown"
        for viewer in (*match.seats, None):
            look_the_same(game, turn.state, state, viewer)
        state, _ = told(game, state, turn.seat, turn.act, None)
    return len(match.turns)
