"""The one list of games."""

from typing import Final

from cartable.games.hexa import HEXA
from cartable.games.push import PUSH
from cartable.games.quinto import QUINTO, QUINTO_1
from cartable.games.trio import TRIO, TRIO_1
from cartable.kernel import AnyGame, BadInput

ALL: Final[tuple[AnyGame, ...]] = (PUSH, QUINTO, HEXA, TRIO)
"""The games one can play, each with its present rules."""

PAST: Final[tuple[AnyGame, ...]] = (QUINTO_1, TRIO_1)
"""Games as they were under earlier rules: matches begun then are finished, and their logs replay, under their own."""


def game(game_id: str, rules_version: int | None = None) -> AnyGame:
    """The game of this name, with its present rules or those of a past version."""
    versions = [known for known in (*ALL, *PAST) if known.id == game_id]
    if not versions:
        raise BadInput(f"game {game_id!r}", f"expected one of: {', '.join(known.id for known in ALL)}")
    for known in versions:
        if rules_version in (None, known.rules_version):
            return known
    numbers = ", ".join(str(known.rules_version) for known in versions)
    raise BadInput(f"rules version {rules_version} of {game_id}", f"expected one of: {numbers}")
