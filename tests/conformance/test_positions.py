"""The laws hold in made-up positions too: a match goes on from every scenario."""

import pytest

from cartable.games import registry
from cartable.kernel import AnyGame
from tests.conformance.laws import LAWS
from tests.kit.policies import POLICIES
from tests.kit.sample import sampled
from tests.kit.setups import scenario_setups


@pytest.mark.parametrize("game", registry.games(), ids=lambda game: game.id)
def test_the_laws_hold_from_every_scenario_on(game: AnyGame) -> None:
    setups = list(scenario_setups(game, POLICIES))
    assert setups
    for scenario, setup in setups:
        match = sampled(game, setup)
        for name, law in LAWS.items():
            try:
                law(game.under(setup.options), match)
            except AssertionError as error:
                raise AssertionError(f"{scenario}, played on {setup.policy}: {name}: {error}") from error
