"""From the names somebody gave to checked scenarios."""

import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from cartable.kernel import BadInput
from cartable.matches.scenarios.read import RuleIds, Scenario, read_scenario
from cartable.matches.scenarios.run import run_scenario


class Checked(msgspec.Struct, frozen=True):
    """A scenario that was run. `failure` is the step, what was expected and what was found; empty when all holds."""

    title: str
    failure: str


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


def scenario_in(path: Path, rule_ids: RuleIds) -> Scenario:
    """The scenario in a file. One that cannot be read is BadInput: the file, the key and what was expected."""
    try:
        return read_scenario(_keys(path), rule_ids)
    except BadInput as error:
        raise error.inside(str(path)) from error


def check_file(path: Path, rule_ids: RuleIds) -> Checked:
    """Run the scenario in a file. One that cannot be run is BadInput, too."""
    scenario = scenario_in(path, rule_ids)
    try:
        return Checked(scenario.title, run_scenario(scenario))
    except BadInput as error:
        raise error.inside(str(path)) from error


def _keys(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_bytes().decode("utf-8-sig"))
    except OSError as error:
        raise BadInput("", f"cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise BadInput("", "expected a text in UTF-8") from error
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise BadInput("", f"expected TOML: {error}") from error
