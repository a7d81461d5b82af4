"""The smallest change from one JSON value to another, so that an update need not repeat a whole view.

A patch is the new value itself, unless both are objects or both lists of one length: then it is `{"~": {...}}` with a
patch for every key (or index) that changed, and `"-"` lists the keys that are gone. Applying it is ten
lines in any language; `apply` is the model. A struct counts as the object it is written as, and a tuple as a list.
"""

from typing import Any, Final

import msgspec

CHANGED: Final = "~"
GONE: Final = "-"


class _Same:
    """Nothing changed."""


SAME: Final = _Same()


def diff(old: Any, new: Any) -> Any:
    """The patch that makes `old` into `new`; `SAME` when there is nothing to change."""
    return SAME if old is new or old == new else _changed(old, new)


def _changed(old: Any, new: Any) -> Any:
    """The patch between two values that differ. Parts are compared here, not by a call each: most are as before."""
    if isinstance(new, msgspec.Struct):
        return _fields(old, new) if type(old) is type(new) else new
    if isinstance(old, dict) and isinstance(new, dict):
        changed = {
            key: _changed(was, value)
            for key, value in new.items()
            if (was := old.get(key, SAME)) is not value and was != value
        }
        gone = [key for key in old if key not in new]
        return {CHANGED: changed, GONE: gone} if gone else {CHANGED: changed}
    if isinstance(old, list | tuple) and isinstance(new, list | tuple) and len(old) == len(new):
        pairs = enumerate(zip(old, new, strict=True))
        return {
            CHANGED: {str(at): _changed(was, value) for at, (was, value) in pairs if was is not value and was != value}
        }
    return new


def _fields(old: msgspec.Struct, new: msgspec.Struct) -> Any:
    """Field by field, so that what has not changed need not even be written out."""
    if new.__struct_config__.array_like:
        return new
    changed = {}
    for field, name in zip(new.__struct_fields__, new.__struct_encode_fields__, strict=True):
        was, value = getattr(old, field), getattr(new, field)
        if was is not value and was != value:
            changed[name] = _changed(was, value)
    return {CHANGED: changed}


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
