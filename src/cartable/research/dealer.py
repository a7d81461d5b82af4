"""A dealer for practice: quick, and the same for the same seed. Matches of people are dealt by `cartable.table`, whose
deals can be verified; here nobody needs to be convinced, and millions of cards are dealt.
"""

from random import Random

from cartable.kernel import NextReveal


class PracticeDealer:
    """Shuffles with an ordinary generator."""

    def __init__(self, dice: Random) -> None:
        self._dice = dice
        self._orders: dict[tuple[str, int], list[str]] = {}

    def __call__(self, due: NextReveal) -> str:
        """What lies at that place."""
        made = (due.verb, due.shuffle)
        order = self._orders.get(made)
        if order is None:
            order = self._orders[made] = list(due.among)
            self._dice.shuffle(order)
        return order[due.slot]
