"""The numbers of docs/security.md are those of the code."""

import re
from pathlib import Path
from typing import Final

import pytest

from cartable.matches.room import MOST_SENT_AWAY
from cartable.server.common import codes
from cartable.server.common.work_queue import AT_ONCE
from cartable.server.config import DAY_S, ServerConfig
from cartable.server.http.entry import PIECE_BYTES
from cartable.server.http.protocol import MOST_PIPELINED, UNSENT_BYTES
from cartable.server.limits import Limits
from cartable.server.sockets.websocket import AT_A_STRETCH
from cartable.server.tables.connection import CLOSE_CODES
from tests.abuse.siege import MEMORY_BYTES

PAGE: Final = (Path(__file__).parents[3] / "docs" / "security.md").read_text()
CODES: Final = len(codes.CODE_LETTERS) ** codes.CODE_LENGTH


def rows() -> dict[str, float]:
    """Every limit that the tables of the page name, with its number."""
    found: dict[str, float] = {}
    for names, values in re.findall(r"^\| (`[a-z_`, ]+) \| ([\d., ]+) \|", PAGE, re.MULTILINE):
        numbers = [float(value) for value in values.split(", ")]
        found |= dict(zip(re.findall(r"`(\w+)`", names), numbers, strict=True))
    return found


def test_every_limit_is_on_the_page_with_its_number() -> None:
    found = rows()
    assert found.keys() == set(Limits.__struct_fields__)
    for name, value in found.items():
        assert value == pytest.approx(getattr(Limits(), name), rel=0.005), name


@pytest.mark.parametrize(("all_together", "line"), [(False, "one address"), (True, "any number of addresses together")])
def test_guessing_takes_as_long_as_the_page_says(all_together: bool, line: str) -> None:
    rate = Limits().all_misses_s if all_together else Limits().misses_s
    row = rf"^\| {line} \| (\d+) a day \| ([\d.]+) days \| ([\d.]+) years"
    ((tries, some, certain),) = re.findall(row, PAGE, re.MULTILINE)
    assert int(tries) == round(rate * DAY_S)
    assert float(some) == pytest.approx(CODES / 1000 / rate / DAY_S, rel=0.01)
    assert float(certain) == pytest.approx(CODES / 2 / rate / DAY_S / 365, rel=0.01)
    assert f"{codes.CODE_LENGTH} of {len(codes.CODE_LETTERS)} letters, {CODES} codes" in PAGE


def test_what_is_no_limit_is_told_too() -> None:
    config = ServerConfig(store="")
    for sentence in (
        f"without waiting for answers: {MOST_PIPELINED}.",
        f"in pieces of {PIECE_BYTES >> 10} KB",
        f"it keeps {UNSENT_BYTES >> 10} KB",
        f"{AT_A_STRETCH} message of it is dealt with before the others",
        f"of all sockets that are opened, {AT_ONCE} are begun at a time",
        f"Keys of a place: {codes.KEYS_PER_PLACE}.",
        f"who were sent away and are remembered: {MOST_SENT_AWAY}.",
        f"among the last {MOST_SENT_AWAY}.",
        f"at most {MEMORY_BYTES >> 20} MB",
        f"leaves it {config.idle_s:.0f} s after",
        f"deleted {config.lives_s // DAY_S} days after",
    ):
        assert sentence in " ".join(PAGE.split()), sentence
    for why, code in CLOSE_CODES.items():
        if why.startswith("too-many"):
            assert f"close code {code}" in PAGE
