"""The smallest change from one JSON value to another, so that an update need not repeat a whole view.

A patch is the new value itself, unless both are objects or both lists of one length: then it is `{"~": {...}}` with a
patch for every key (or index) that changed, and `"-"` lists the keys that are gone. Applying it is ten
lines in any language; `apply` is the model. A struct counts as the object it is written as, and a tuple as a list.
"""

from types import NoneType
from typing import Any, Final

import msgspec
from msgspec.structs import astuple

CHANGED: Final = "~"
GONE: Final = "-"


_PLAIN: Final = frozenset({int, str, bool, float, NoneType})
_LISTS: Final = (list, tuple)


class _Same:
    """Nothing changed."""


SAME: Final = _Same()


def diff(old: Any, new: Any) -> Any:
    """The patch that makes `old` into `new`; `SAME` when there is nothing to change."""
    return SAME if old is new or old == new else _changed(old, new)


def _changed(old: Any, new: Any) -> Any:
    """The patch between two values that differ. Parts are compared here, not by a call each: most are as before."""
    kind = type(new)
    if kind in _PLAIN:
        return new
    if isinstance(new, msgspec.Struct):
        return _fields(old, new) if type(old) is kind else new
    if isinstance(old, dict) and isinstance(new, dict):
        changed = {
            key: _changed(was, value)
            for key, value in new.items()
            if (was := old.get(key, SAME)) is not value and was != value
        }
        gone = [key for key in old if key not in new]
        return {CHANGED: changed, GONE: gone} if gone else {CHANGED: changed}
    if isinstance(old, _LISTS) and isinstance(new, _LISTS) and len(old) == len(new):
        pairs = enumerate(zip(old, new, strict=True))
        return {
            CHANGED: {str(at): _changed(was, value) for at, (was, value) in pairs if was is not value and was != value}
        }
    return new


def _fields(old: msgspec.Struct, new: msgspec.Struct) -> Any:
    """Field by field, so that what has not changed need not even be written out."""
    if new.__struct_config__.array_like:
        return new
    parts = zip(new.__struct_encode_fields__, astuple(old), astuple(new), strict=True)
    return {CHANGED: {name: _changed(was, value) for name, was, value in parts if was is not value and was != value}}


def apply(old: Any, patch: Any) -> Any:
    """The value that a patch makes of `old`, which is left as it was."""
    if not isinstance(patch, dict) or CHANGED not in patch:
        return patch
    if isinstance(old, list):
        return [
            apply(value, patch[CHANGED][str(at)]) if str(at) in patch[CHANGED] else value
            for at, value in enumerate(old)
        ]
    kept = {key: value for key, value in old.items() if key not in patch.get(GONE, ())}
    return {**kept, **{key: apply(old.get(key), value) for key, value in patch[CHANGED].items()}}
