"""The smallest change from one JSON value to another, so that an update need not repeat a whole view.

A patch is the new value itself, unless both are objects or both lists of one length: then it is `{"~": {...}}` with a
patch for every key (or index) that changed, and `"-"` lists the keys that are gone. Applying it is ten
lines in any language; `apply` is the model. A struct counts as the object it is written as, and a tuple as a list.
"""

from collections.abc import Sequence
from enum import IntEnum
from itertools import compress
from operator import is_not
from typing import Any, Final

import msgspec
from msgspec.structs import astuple

CHANGED: Final = "~"
GONE: Final = "-"


class _Kind(IntEnum):
    """How values of a type are written."""

    WHOLE = 0
    OBJECT = 1
    FIELDS = 2
    LIST = 3


WHOLE: Final = _Kind.WHOLE
FIELDS: Final = _Kind.FIELDS
LIST: Final = _Kind.LIST


class _Kinds(dict[type, _Kind]):
    """There are few types, and it is asked for every part that changed."""

    def __missing__(self, of: type) -> _Kind:
        kind = self[of] = _kind(of)
        return kind


def _kind(of: type) -> _Kind:
    if issubclass(of, msgspec.Struct):
        return WHOLE if of.__struct_config__.array_like else _Kind.FIELDS
    if issubclass(of, dict):
        return _Kind.OBJECT
    return _Kind.LIST if issubclass(of, list | tuple) else WHOLE


KINDS: Final = _Kinds()


class _Same:
    """Nothing changed."""


SAME: Final = _Same()


def diff(old: Any, new: Any) -> Any:
    """The patch that makes `old` into `new`; `SAME` when there is nothing to change."""
    return SAME if old is new or old == new else _changed(old, new)


def _changed(old: Any, new: Any) -> Any:
    """The patch between two values that differ."""
    kind = KINDS[type(new)]
    if kind is WHOLE or KINDS[type(old)] is not kind:
        return new
    if kind is LIST:
        return _items(old, new) if len(old) == len(new) else new
    if kind is FIELDS:
        return _fields(old, new) if type(old) is type(new) else new
    return _keys(old, new)


# Most parts are the very same objects as before: those are passed over without a step of ours.


def _fields(old: msgspec.Struct, new: msgspec.Struct) -> Any:
    """Field by field, so that what has not changed need not even be written out."""
    before, after = astuple(old), astuple(new)
    changed: dict[str, Any] = {}
    for name, was, value in compress(
        zip(new.__struct_encode_fields__, before, after, strict=True), map(is_not, before, after)
    ):
        if was != value:
            changed[name] = value if KINDS[type(value)] is WHOLE else _changed(was, value)
    return {CHANGED: changed}


def _items(old: Sequence[Any], new: Sequence[Any]) -> Any:
    changed: dict[str, Any] = {}
    for at in compress(range(len(new)), map(is_not, old, new)):
        was, value = old[at], new[at]
        if was != value:
            changed[str(at)] = _changed(was, value)
    return {CHANGED: changed}


def _keys(old: dict[str, Any], new: dict[str, Any]) -> Any:
    changed = {
        key: _changed(was, value)
        for key, value in new.items()
        if (was := old.get(key, SAME)) is not value and was != value
    }
    if len(old) == len(new) and old.keys() >= changed.keys():
        return {CHANGED: changed}
    gone = [key for key in old if key not in new]
    return {CHANGED: changed, GONE: gone} if gone else {CHANGED: changed}


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
