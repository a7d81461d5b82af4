"""Trio: from the keys of a position the same game goes on."""

from hypothesis import given

from cartable.games.trio import TRIO
from cartable.games.trio.state import CHECKED, TrioPhase
from cartable.games.trio.tests.test_laws import PLANS, Plan, play
from cartable.kernel import DEALER
from cartable.matches.deal.dealers import ScriptedDealer


@given(PLANS)
def test_a_position_described_and_placed_again_is_the_same(plan: Plan) -> None:
    """The same keys, the same to move, the same allowed. Two things no key tells: that a top was checked (TRIO-20), and
    that the same player laid the card under it too (TRIO-14)."""
    for at, moment in enumerate(play(plan)):
        state = moment.state
        if at % 5 or DEALER in TRIO.actors(state) or state.phase is TrioPhase.OVER:
            continue
        keys = TRIO.to_position(state, moment.dealer)
        if state.last is not None and state.laid_by.count(state.last[0]) > 1:
            continue  # TRIO-22: the last card may be either of two that a player laid
        again = TRIO.from_position(keys, plan.options, plan.seats, list)
        assert TRIO.to_position(again.state, ScriptedDealer(again.script, 0)) == keys
        assert TRIO.actors(again.state) == TRIO.actors(state)
        if all(len(excuses) == 1 and CHECKED not in excuses for excuses in state.excuses):
            for seat in range(plan.seats):
                assert TRIO.legal(again.state, seat) == TRIO.legal(state, seat)
