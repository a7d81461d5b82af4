"""Structured logs: one JSON object a line. Codes and counts, never names, keys, addresses or what is written."""

import logging
import sys
from typing import Any, Final

import msgspec

from cartable.server.common.clock import today_s

LOGGER: Final = logging.getLogger("cartable")


class _Json(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line = {"at": today_s(), "level": record.levelname.lower(), "what": record.getMessage()}
        line.update(getattr(record, "about", {}))
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line).decode()


def set_up_logs() -> None:
    """Write to the standard error stream; what the libraries say only when it is a warning. uvicorn warns of every
    request that is none: whoever sends those must not fill the log."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Json())
    LOGGER.handlers, LOGGER.propagate = [handler], False
    LOGGER.setLevel(logging.INFO)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access", "websockets"):
        library = logging.getLogger(name)
        library.handlers, library.propagate = [handler], False
        library.setLevel(logging.ERROR if name.startswith("uvicorn") else logging.WARNING)


def log(what: str, **about: Any) -> None:
    """Something happened."""
    LOGGER.info(what, extra={"about": about})


def log_error(what: str, **about: Any) -> None:
    """Something went wrong that should not; with the traceback of the exception being handled, if any."""
    LOGGER.error(what, extra={"about": about}, exc_info=sys.exc_info()[0] is not None)
