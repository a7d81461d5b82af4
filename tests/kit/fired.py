"""Which rules fired in sampled matches: by their events, their refusals and the reasons matches ended for.

What needs a made-up position, and so cannot happen there, is named with the reason in `tests/rare.toml` in the game's
folder.
"""

import tomllib
from collections import Counter
from functools import cache
from random import Random
from typing import Final

from cartable.kernel import CLOCK, DEALER, Act, AnyGame, Event, Refused
from tests.kit.folders import game_folder
from tests.kit.sample import Sampled
from tests.kit.setups import match_of, spread
from tests.kit.toy import TOY
from tests.kit.wrong import acts_of, near_misses

MATCHES: Final = 240
"""How many matches are tried, beside those of bots, before something is held never to happen."""

AT_LEAST: Final = 24
"""How many are looked at in any case."""

STATES: Final = 12
"""At so many states of a match wrong acts are tried."""


class Fired:
    """What has happened so far, counted; with one example of each kind of event, and of each refusal by its details."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self.events: Counter[str] = Counter()
        self.reasons: Counter[str] = Counter()
        self.refusals: Counter[str] = Counter()
        self.told: dict[tuple[str, bool], Event] = {}
        self.refused: dict[tuple[str, tuple[str, ...]], Refused] = {}
        self._acts: dict[str, Act] = {}

    def watch(self, match: Sampled) -> None:
        """Count what happened in a match, and what is refused in it."""
        for event in match.events:
            self.events[event.name()] += 1
            self.told[event.name(), event.to is None] = event
        outcome = self._game.outcome(match.last)
        if outcome is not None:
            self.reasons[outcome.reason] += 1
        self._try_wrong_acts(match)

    def _try_wrong_acts(self, match: Sampled) -> None:
        """Of this match, and one of each kind of act from those before: under other options it may be out of place."""
        rng = Random(match.setup.seed)
        pool = acts_of(self._game, match)
        self._acts |= {str(act).split(" ")[0]: act for act in pool}
        for state in match.some(STATES):
            for act in [
                *self._acts.values(),
                *rng.sample(pool, min(25, len(pool))),
                *near_misses(self._game, pool, rng, 12),
            ]:
                for seat in (*match.seats, DEALER, CLOCK):
                    refused = self._game.refusal(state, seat, self._game.with_defaults(state, act))
                    if refused is not None:
                        self.refusals[refused.code] += 1
                        self.refused[refused.code, tuple(name for name, _ in refused.about)] = refused

    @property
    def missing(self) -> dict[str, set[str]]:
        """What the game has and nobody has seen yet."""
        return {
            "events": {kind.name() for kind in self._game.events} - self.events.keys(),
            "refusals": set(self._game.refusals) - self.refusals.keys(),
            "reasons": set(self._game.reasons) - self.reasons.keys(),
        }


def rare(game: AnyGame) -> dict[str, dict[str, str]]:
    """By kind (events, refusals, reasons) and name, why something does not happen in sampled matches."""
    if game.id == TOY.id:
        return {}
    path = game_folder(game) / "tests" / "rare.toml"
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


@cache
def fired(game: AnyGame) -> Fired:
    """All that happens in many matches of a game, as soon as only what is rare is missing."""
    seen, known = Fired(game), rare(game)
    for number, setup in enumerate(spread(game, MATCHES)):
        missing = (names - known.get(kind, {}).keys() for kind, names in seen.missing.items())
        if number >= AT_LEAST and not any(missing):
            break
        seen.watch(match_of(game, setup))
    return seen
