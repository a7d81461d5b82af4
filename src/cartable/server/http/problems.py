"""Every error of the HTTP API in one shape."""

from typing import Final

from cartable.kernel import BadInput, Refused
from cartable.table.room import HOST_ONLY, NO_SUCH_PLACE
from cartable.wire import rest

_STATUS: Final = {HOST_ONLY.code: 403, NO_SUCH_PLACE.code: 404, "stopped": 503, "bad-name": 400}


class Trouble(Exception):
    """A request that is answered with an error."""

    def __init__(self, status: int, problem: rest.Problem) -> None:
        super().__init__(problem.code)
        self.status = status
        self.problem = problem


def refused(refusal: Refused) -> Trouble:
    """What the table refuses; its sentence is in the catalogue."""
    problem = rest.Problem(refusal.code, refusal.rule, dict(refusal.about))
    return Trouble(_STATUS.get(refusal.code, 409), problem)


def bad_input(error: BadInput) -> Trouble:
    """Something that cannot be read."""
    return Trouble(400, rest.Problem("bad-input", expected=str(error)))


def trouble(status: int, code: str, expected: str = "") -> Trouble:
    """Any other."""
    return Trouble(status, rest.Problem(code, expected=expected))
