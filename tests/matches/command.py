"""Running `cartable` inside the test."""

import sys
from typing import NamedTuple

import pytest

from cartable.cli import main


class Ran(NamedTuple):
    """How a command ended and what it printed."""

    code: int
    out: str
    err: str


def cartable(capsys: pytest.CaptureFixture[str], *arguments: object) -> Ran:
    """Run the command line as a shell would."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["cartable", *map(str, arguments)])
        with pytest.raises(SystemExit) as ended:
            main()
    code = ended.value.code
    assert isinstance(code, int)
    return Ran(code, *capsys.readouterr())
