"""What a finished match was worth to each seat."""

from enum import StrEnum
from fractions import Fraction

from cartable.kernel import BadInput, Outcome


class Reward(StrEnum):
    """How the end is counted. Among several players both sum to zero."""

    RANK = "rank"  # from 1 for a sole winner to -1 for a sole last; shared places lie between
    SCORE = "score"  # one's own points less the mean of the others'


def read_reward(text: str) -> Reward:
    """The reward of this name."""
    try:
        return Reward(text)
    except ValueError:
        raise BadInput(f"reward {text!r}", f"expected one of: {', '.join(Reward)}") from None


def rewards(outcome: Outcome, kind: Reward) -> tuple[float, ...]:
    """By seat. Alone there is nobody to be compared with: the reward is the score. A game that is won without points
    (Hexa; Trio without rounds) is counted by rank.

    >>> rewards(Outcome("pile-empty", (1, 3, 2), (20, 5, 14)), Reward.RANK)
    (1.0, -1.0, 0.0)
    >>> rewards(Outcome("pile-empty", (1, 3, 2), (20, 5, 14)), Reward.SCORE)
    (10.5, -12.0, 1.5)
    """
    return tuple(map(float, exact_rewards(outcome, kind)))


def exact_rewards(outcome: Outcome, kind: Reward) -> tuple[Fraction, ...]:
    """The same in fractions."""
    ranks, scores = outcome.ranks, outcome.scores
    others = len(ranks) - 1
    if scores is not None and (kind is Reward.SCORE or not others):
        total = sum(scores)
        return tuple([score - Fraction(total - score, max(others, 1)) for score in scores])
    return tuple([Fraction(sum(o > r for o in ranks) - sum(o < r for o in ranks), max(others, 1)) for r in ranks])
