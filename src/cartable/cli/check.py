"""`cartable check`: run scenario files."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from cartable.cli.rules import rule_ids
from cartable.games import registry
from cartable.kernel import BadInput
from cartable.matches.scenarios import check_file, scenario_files


def check(
    paths: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="FILE|FOLDER...",
            help="Scenario files, or folders of them. Without any: those of the installed games.",
        ),
    ] = None,
) -> None:
    """Check the rules written as data: one line for each scenario.

    Exits with 1 if any fails, with 2 if a file cannot be read.
    """
    worst = 0
    for path in scenario_files(paths or _own_folders()):
        worst = max(worst, _check(path))
    raise typer.Exit(worst)


def _own_folders() -> list[Path]:
    """Return the folders of scenarios that came with the installed games."""
    folders = [Path(str(package.files)) / "scenarios" for package in registry.packages()]
    return [folder for folder in folders if folder.is_dir()]


def _check(path: Path | BadInput) -> int:
    """Run one file and print its line; the exit status it asks for."""
    try:
        if isinstance(path, BadInput):
            raise path
        checked = check_file(path, rule_ids)
    except BadInput as error:
        print(f"ERROR   {error}", file=sys.stderr, flush=True)
        return 2
    title = " ".join(checked.title.split())
    print(f"FAILED  {path}: {title}: {checked.failure}" if checked.failure else f"ok      {path}: {title}", flush=True)
    return 1 if checked.failure else 0
