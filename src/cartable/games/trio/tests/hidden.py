"""Trio: the hands of the others, what they alone have seen of face-down piles (TRIO-07, TRIO-24), and in calm play what
they have chosen (TRIO-C2)."""

from random import Random

from msgspec.structs import replace

from cartable.games.trio import rules
from cartable.games.trio.acts import DEAL, TrioClose, TrioFault, TrioLay, TrioPass, TrioRelief
from cartable.games.trio.cards import KINDS
from cartable.games.trio.draw import bare_pile
from cartable.games.trio.state import Known, TrioPhase, TrioState
from cartable.kernel import DEALER, Act, Seat, with_entry

MOVED = 5
"""How many cards at most leave a pile by one act: two are given away, and three taken in hand."""


def twin(state: TrioState, viewer: Seat | None, rng: Random) -> TrioState | None:
    """Two cards exchanged, of which the viewer knows where neither is; or another choice of somebody else."""
    decided = [seat for seat, choice in enumerate(state.choices) if choice and seat != viewer]
    if decided and rng.random() < 0.5:
        seat = rng.choice(decided)
        undone = replace(state, choices=with_entry(state.choices, seat, ""))
        act = rules.with_defaults(undone, rng.choice(rules.legal(undone, seat)))
        return replace(state, choices=with_entry(state.choices, seat, str(act)))
    held = [card for seat, hand in enumerate(state.hands) if seat != viewer for card in hand]
    put_under = [card.card for stack in state.stacks for card in stack if isinstance(card, Known) and _to(card, viewer)]
    unseen = [card for card in set(state.unseen.left) if card in state.unseen.shuffled]
    anywhere = [card for card in [*held, *put_under] if card in state.unseen.shuffled]
    if not anywhere:
        return None
    one = rng.choice(anywhere)
    return _exchanged(state, one, rng.choice([*anywhere, *rng.sample(unseen, min(3, len(unseen)))]))


def _to(card: Known, viewer: Seat | None) -> bool:
    """Did somebody else alone see it?"""
    return card.to is not None and card.to != viewer


def _exchanged(state: TrioState, one: str, two: str) -> TrioState:
    """The state with two cards in each other's places, wherever those are."""
    other = {one: two, two: one}
    left = [other.get(card, card) for card in state.unseen.left]
    return replace(
        state,
        unseen=replace(state.unseen, left=KINDS.count(left)),
        choices=tuple(_with_cards(choice, other) for choice in state.choices),
        hands=tuple(tuple(sorted(other.get(card, card) for card in hand)) for hand in state.hands),
        stacks=tuple(
            tuple(
                Known(other.get(card.card, card.card), card.to) if isinstance(card, Known) else card for card in stack
            )
            for stack in state.stacks
        ),
    )


def _with_cards(choice: str, other: dict[str, str]) -> str:
    """A choice to lay one of the two cards is then one to lay the other; the card aimed at lies open."""
    verb, _, rest = choice.partition(" ")
    card, _, where = rest.partition(" ")
    return f"lay {other[card]} {where}" if verb == "lay" and card in other else choice


def disguise(state: TrioState, viewer: Seat | None, seat: Seat, act: Act, rng: Random) -> Act | None:
    """Another choice of another player; or another card taken in hand by one, but in a relief it decides whether that
    has helped."""
    if state.options.calm and isinstance(act, TrioLay | TrioFault | TrioPass):
        hides = seat != viewer and len(state.undecided) > 1
        return rules.with_defaults(state, rng.choice(rules.legal(state, seat))) if hides else None
    if seat != DEALER or bare_pile(state) is not None or state.relieving or state.filling[0] == viewer:
        return None
    return DEAL[rng.choice(list(state.unseen.left))]


def window_ends(state: TrioState, act: Act) -> bool:
    """Does this act end a window of calm play?"""
    running = state.options.calm and state.phase in (TrioPhase.RUNNING, TrioPhase.GRACE)
    chooses = isinstance(act, TrioLay | TrioFault | TrioPass) and len(state.undecided) == 1
    return running and (chooses or isinstance(act, TrioClose))


def reveals(one: TrioState, two: TrioState, seat: Seat, act: Act) -> bool:
    """A relief tells whether anybody can play; and who takes a card in hand that somebody else put away learns it."""
    ends = window_ends(one, act)
    if ends and (one.choices != two.choices or one.blocked or two.blocked or "fault" in f"{act} {one.choices}"):
        return True
    near = zip(one.stacks, two.stacks, strict=True)
    return one.relieving or isinstance(act, TrioRelief) or any(mine[:MOVED] != other[:MOVED] for mine, other in near)
