"""Every attack, briefly, against one server beside four people who play. `make soak` does it for longer."""

import time
from collections.abc import Iterator
from typing import Final

import msgspec
import pytest

from tests.abuse.attacks import ATTACKS, Attack
from tests.abuse.siege import Siege, siege

SECONDS: Final = 0.5
ACTS: Final = 5
"""How many acts of the people are answered after every attack, before the next."""


@pytest.fixture(scope="module")
def held(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Siege]:
    folder = tmp_path_factory.mktemp("siege")
    began = time.monotonic()
    with siege(folder) as running:
        yield running
    lines = [msgspec.json.decode(line) for line in (folder / "cartable.log").read_bytes().splitlines()]
    assert all(line["level"] == "info" for line in lines), lines
    told = [line for line in lines if line["what"] == "limits reached"]
    minutes = int((time.monotonic() - began) / 60)
    assert 1 <= len(told) <= minutes + 2, "the first at once, then one a minute, and one at the end"
    others = [line for line in lines if line not in told and line["what"] not in ("match begun", "match ended")]
    assert len(others) < 5, "an attack fills no log"


@pytest.mark.parametrize("attack", ATTACKS, ids=[attack.name for attack in ATTACKS])
def test_people_play_on_and_the_attacker_is_told(attack: Attack, held: Siege) -> None:
    before = held.people.acts()
    counted = held.limited(attack.limit)
    by = held.attack(attack, SECONDS)
    assert attack.told <= by.told.keys(), by.told
    held.people.wait_for(before + ACTS)
    if attack.limit:
        held.wait_for_limit(attack.limit, counted)
    held.check()


def test_sockets_and_connections_are_really_gone(held: Siege) -> None:
    held.wait_for_metric("cartable_sockets", 4)
    held.check()
