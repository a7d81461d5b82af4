"""Cartable: a table for small, fast card games. See `cartable.match`, and docs/python.md."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cartable.interactive import ActResult, InteractiveMatch, load, match

__all__ = ["ActResult", "InteractiveMatch", "load", "match"]
__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    """Loaded when first used: most importers want one of the packages below, not `cartable.match`."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from cartable import interactive  # noqa: PLC0415 - see above

    return getattr(interactive, name)
