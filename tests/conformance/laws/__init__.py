"""The laws of the contract. Each is a plain function of a game and a match of it, and fails by an AssertionError."""

from types import ModuleType
from typing import Final

from tests.conformance.laws import chance, judging, notation, positions, showing, time, turns, values
from tests.conformance.laws.common import Law

_SUBJECTS: Final[tuple[ModuleType, ...]] = (judging, turns, chance, notation, values, showing, time, positions)

LAWS: Final[dict[str, Law]] = {
    name: law for subject in _SUBJECTS for name, law in vars(subject).items() if name.startswith("law_")
}
"""Every law, by its name."""
