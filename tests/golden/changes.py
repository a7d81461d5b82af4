"""What changed from one view to the next, as short as it can be said without leaving anything out.

`pile=7`, `zones[1].shown[2:2]=["G5"]` (the slice, as in Python, is replaced by these), `left.D gone`.
"""

from collections.abc import Iterator
from typing import Any

import msgspec


def plain(value: msgspec.Struct) -> Any:
    """A struct as the plain data a client gets."""
    return msgspec.json.decode(msgspec.json.encode(value))


def written(value: Any) -> str:
    """A value on one line."""
    return msgspec.json.encode(value).decode()


def changes(old: Any, new: Any, path: str = "") -> Iterator[str]:
    """Everything that makes `old` into `new`."""
    if old == new:
        return
    if isinstance(old, dict) and isinstance(new, dict):
        for key, value in new.items():
            inner = f"{path}.{key}" if path else key
            if key in old:
                yield from changes(old[key], value, inner)
            else:
                yield f"{inner}={written(value)}"
        yield from (f"{path}.{key} gone" for key in old if key not in new)
    elif isinstance(old, list) and isinstance(new, list) and old and new:
        yield from _in_list(old, new, path)
    else:
        yield f"{path}={written(new)}"


def _in_list(old: list[Any], new: list[Any], path: str) -> Iterator[str]:
    if len(old) == len(new):
        for at, (was, is_) in enumerate(zip(old, new, strict=True)):
            yield from changes(was, is_, f"{path}[{at}]")
        return
    shorter = min(len(old), len(new))
    start = next((at for at in range(shorter) if old[at] != new[at]), shorter)
    same = next((at for at in range(shorter - start) if old[-1 - at] != new[-1 - at]), shorter - start)
    yield f"{path}[{start}:{len(old) - same}]={written(new[start : len(new) - same])}"
