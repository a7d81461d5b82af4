"""Tests can be hollow. Each law is proved able to fail: by a toy that breaks it."""

from itertools import product

import pytest

from cartable.kernel import AnyGame
from tests.conformance.broken_toys import BROKEN
from tests.conformance.laws import LAWS
from tests.conformance.laws.common import Law
from tests.kit.options import made
from tests.kit.policies import POLICIES
from tests.kit.sample import Setup, sampled
from tests.kit.toy import TOY, Toy

SETUPS = [
    Setup(seats, made(TOY, {"stakes": stakes}), policy, seed)
    for seed, (policy, seats, stakes) in enumerate(product(POLICIES, TOY.seats, ("low", "high")))
]


def check(law: Law, game: AnyGame) -> None:
    for setup in SETUPS:
        law(game, sampled(game, setup))


def test_every_law_has_its_broken_toy() -> None:
    assert BROKEN.keys() == LAWS.keys()
    assert len(set(BROKEN.values())) == len(BROKEN)


@pytest.mark.parametrize(("name", "broken"), BROKEN.items(), ids=BROKEN)
def test_the_law_notices(name: str, broken: type[Toy]) -> None:
    """And the same matches of the sound toy keep it, so that it was the breach that was noticed."""
    check(LAWS[name], TOY)
    with pytest.raises(AssertionError):
        check(LAWS[name], broken().game())
