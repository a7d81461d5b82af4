"""Every error of the HTTP API in one shape."""

from concurrent.futures import BrokenExecutor
from typing import Any, Final

from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException

from cartable.kernel import BadInput, Refused
from cartable.server.common.logs import log_error
from cartable.server.common.metrics import Metrics
from cartable.server.store.contract import StoreFailed
from cartable.table.room import HOST_ONLY, NO_SUCH_PLACE
from cartable.wire import rest

NO_SEAT: Final = "no-seat"

_STATUS: Final = {HOST_ONLY.code: 403, NO_SUCH_PLACE.code: 404, "stopped": 503, "bad-name": 400}
"""Of refusals; all others conflict with the present state (409)."""

_CODES: Final = {404: "not-found", 405: "method", 413: "too-large", 415: "media-type", 429: "too-many-requests"}
"""By the status of an error that the framework has found."""

_AnyRequest = Request[Any, Any, Any]


class RequestFailed(Exception):
    """A request that is answered with an error."""

    def __init__(self, status: int, problem: rest.Problem) -> None:
        super().__init__(problem.code)
        self.status = status
        self.problem = problem


def problem(status: int, code: str, expected: str = "") -> RequestFailed:
    """An error with a code of its own."""
    return RequestFailed(status, rest.Problem(code, expected=expected))


def refused(refusal: Refused) -> RequestFailed:
    """What the table refuses; its sentence is in the catalogue."""
    return RequestFailed(_STATUS.get(refusal.code, 409), rest.Problem(refusal.code, refusal.rule, dict(refusal.about)))


# --- exceptions as responses ------------------------------------------------------------------------------------------


def handlers(metrics: Metrics) -> dict[int | type[Exception], Any]:
    """How each exception is answered. Those that should never happen are counted as errors."""

    def bug(_request: _AnyRequest, _error: Exception) -> Response[rest.Problem]:
        metrics.errors += 1
        log_error("request failed")
        return _response(500, rest.Problem("bug"))

    return {
        RequestFailed: lambda _request, error: _response(error.status, error.problem),
        BadInput: _bad_input,
        StoreFailed: _store_failed,
        BrokenExecutor: _busy,
        TimeoutError: _busy,
        HTTPException: _http_error,
        RecursionError: _too_deep,
        Exception: bug,
    }


def _response(status: int, problem: rest.Problem) -> Response[rest.Problem]:
    return Response(problem, status_code=status)


def _bad_input(_request: _AnyRequest, error: BadInput) -> Response[rest.Problem]:
    return _response(400, rest.Problem("bad-input", expected=str(error)))


def _store_failed(_request: _AnyRequest, _error: StoreFailed) -> Response[rest.Problem]:
    log_error("store failed")
    return _response(503, rest.Problem("stopped"))


def _busy(_request: _AnyRequest, _error: Exception) -> Response[rest.Problem]:
    """A process that thinks died before it answered, or has too much to do."""
    log_error("thinkers too busy")
    return _response(503, rest.Problem("busy"))


def _http_error(_request: _AnyRequest, error: HTTPException) -> Response[rest.Problem]:
    expected = ""
    if isinstance(error, ValidationException) or error.status_code == 400:
        extra = error.extra if isinstance(error.extra, list) else []
        expected = "; ".join(str(each.get("message", "")) for each in extra if isinstance(each, dict)) or error.detail
    code = _CODES.get(error.status_code, "bad-input")
    return _response(error.status_code, rest.Problem(code, expected=expected[:300]))


def _too_deep(_request: _AnyRequest, _error: RecursionError) -> Response[rest.Problem]:
    return _response(400, rest.Problem("bad-input", expected="JSON that is not nested so deeply"))
