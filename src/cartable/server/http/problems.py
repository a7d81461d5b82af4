"""Every error of the HTTP API in one shape."""

from collections.abc import Callable
from concurrent.futures import BrokenExecutor
from typing import Any, Final

import msgspec

from cartable.kernel import BadInput, Refused
from cartable.matches.room import FIRST_KEY_ONLY, HOST_ONLY, NO_SUCH_PLACE
from cartable.server.common.credentials import whole_seconds
from cartable.server.common.logs import log_error
from cartable.server.common.metrics import Metrics
from cartable.server.store.contract import StoreFailed
from cartable.wire import rest

NO_SEAT: Final = "no-seat"
LONGEST_EXPECTED: Final = 300

_STATUS: Final = {
    HOST_ONLY.code: 403,
    FIRST_KEY_ONLY.code: 403,
    NO_SUCH_PLACE.code: 404,
    "cannot-save": 503,
    "bad-name": 400,
    "too-many-requests": 429,
}
"""Of refusals; all others conflict with the present state (409)."""

StatusAndProblem = tuple[int, rest.Problem]
ToProblem = Callable[[Exception], StatusAndProblem]


class RequestFailed(Exception):
    """A request that is answered with an error."""

    def __init__(self, status: int, problem: rest.Problem, retry_after_s: float = 1.0) -> None:
        """`retry_after_s` is when a client that has asked too often may ask again."""
        super().__init__(problem.code)
        self.status = status
        self.problem = problem
        self.retry_after_s = retry_after_s


def problem(status: int, code: str, expected: str = "", *, retry_after_s: float = 1.0) -> RequestFailed:
    """An error with a code of its own."""
    return RequestFailed(status, rest.Problem(code, expected=expected[:LONGEST_EXPECTED]), retry_after_s)


def retry_after(error: Exception) -> str:
    """Return the `Retry-After` header of an error that is answered with 429."""
    return whole_seconds(error.retry_after_s if isinstance(error, RequestFailed) else 1.0)


async def respond(send: Any, status: int, problem: rest.Problem, *, retry_after_s: float | None = None) -> None:
    """Answer a request with a problem before any handler has seen it."""
    body = msgspec.json.encode(problem)
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if retry_after_s is not None:
        headers.append((b"retry-after", whole_seconds(retry_after_s).encode()))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def refused(refusal: Refused) -> RequestFailed:
    """What the table refuses; its sentence is in the catalogue."""
    return RequestFailed(_STATUS.get(refusal.code, 409), rest.Problem(refusal.code, refusal.rule, dict(refusal.about)))


def to_problem(error: Exception, metrics: Metrics) -> StatusAndProblem:
    """How an exception is answered. Those that should never happen are counted as errors."""
    match error:
        case RequestFailed():
            return error.status, error.problem
        case BadInput():
            return 400, rest.Problem("bad-input", expected=str(error)[:LONGEST_EXPECTED])
        case RecursionError():
            return 400, rest.Problem("bad-input", expected="JSON that is not nested so deeply")
        case StoreFailed():
            log_error("store failed")
            return 503, rest.Problem("cannot-save")
        case BrokenExecutor() | TimeoutError():  # a process that thinks died before it answered, or has too much to do
            log_error("thinkers too busy")
            return 503, rest.Problem("busy")
    metrics.errors += 1
    log_error("request failed")
    return 500, rest.Problem("bug")
