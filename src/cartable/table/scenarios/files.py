"""Which files are meant by the names somebody gave."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from cartable.kernel import BadInput


def scenario_files(paths: Iterable[Path]) -> Iterator[Path | BadInput]:
    """Each file named, and of each folder, sorted, all `.toml` files however deep; or what is wrong with a name."""
    for path in paths:
        if not path.is_dir():
            yield path
            continue
        inside = sorted(path.rglob("*.toml"))
        yield from inside
        if not inside:
            yield BadInput(str(path), "expected scenario files (*.toml) in this folder, found none")
