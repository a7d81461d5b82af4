"""What the judge answers: the game moves on, or a named refusal."""

from collections.abc import Iterator, Mapping
from typing import Generic, TypeVar

import msgspec

from cartable.kernel.event import Event

State = TypeVar("State", covariant=True)


class Stepped(msgspec.Struct, Generic[State], frozen=True, gc=False):
    """The act was accepted: the state after it, and what happened, in order."""

    state: State
    events: tuple[Event, ...]


class Refused(msgspec.Struct, frozen=True, gc=False):
    """The act is not allowed now. The state is the very same object as before.

    `code` is from the game's closed list, `rule` the rule behind it, `about` what the sentence needs to be precise.
    """

    code: str
    rule: str
    about: tuple[tuple[str, str | int], ...] = ()

    def because(self, **about: str | int) -> "Refused":
        """The same refusal with details for its sentence: `because(column=2, colour="red")`."""
        return Refused(self.code, self.rule, tuple(about.items()))


class Refusals(Mapping[str, Refused]):
    """A game's closed list of refusals, from code to rule id. Asking for another code is a bug and raises."""

    def __init__(self, rule_of: Mapping[str, str]) -> None:
        self._by_code = {code: Refused(code, rule) for code, rule in rule_of.items()}

    def __getitem__(self, code: str) -> Refused:
        return self._by_code[code]

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_code)

    def __len__(self) -> int:
        return len(self._by_code)
