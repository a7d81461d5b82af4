"""The sampled matches reach every corner: each event, each refusal and each reason to end occurs in them."""

from dataclasses import replace

import pytest

from cartable.kernel import AnyGame, Seat
from tests.kit.fired import Fired, fired, rare
from tests.kit.games import GAMES
from tests.kit.sample import sampled
from tests.kit.setups import scenario_setups, spread
from tests.kit.toy import TOY, Toy
from tests.kit.toy_state import ToyAct, ToyState, Unclaimed

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


@every_game
def test_everything_fires(game: AnyGame) -> None:
    missing = {kind: names - rare(game).get(kind, {}).keys() for kind, names in fired(game).missing.items()}
    assert not any(missing.values()), f"{game.id}: never seen: {missing}"


@every_game
def test_what_is_called_rare_is(game: AnyGame) -> None:
    """The list names nothing that is not there, and nothing that does happen."""
    missing = fired(game).missing
    wrong = [
        f"{kind}.{name}" for kind, names in rare(game).items() for name in names if name not in missing.get(kind, ())
    ]
    assert not wrong, f"take off tests/rare.toml of {game.id}: {wrong}"


@every_game
def test_what_is_called_rare_happens_in_made_up_positions(game: AnyGame) -> None:
    """Events and reasons; a refusal that is rare may be one that only an act made in code can meet."""
    called = {kind: set(rare(game).get(kind, {})) for kind in ("events", "reasons")}
    if not any(called.values()):
        return
    seen = Fired(game)
    for _, setup in scenario_setups(game, ["slow"]):
        seen.watch(sampled(game, setup))
    never = {kind: names & seen.missing[kind] for kind, names in called.items()}
    assert not any(never.values()), f"{game.id}: not even from a scenario on: {never}"


def test_what_never_happens_is_noticed() -> None:
    class Impatient(Toy):
        def legal(self, state: ToyState, seat: Seat) -> tuple[ToyAct, ...]:
            return tuple(act for act in super().legal(state, seat) if not isinstance(act, Unclaimed))

    game = replace(Impatient().game(), reasons=(*TOY.reasons, "boredom"))
    seen = Fired(game)
    for setup in spread(TOY, 20):
        seen.watch(sampled(game, setup))
    assert seen.missing["reasons"] == {"boredom"}
    assert "nobody-bet" in seen.missing["events"]
