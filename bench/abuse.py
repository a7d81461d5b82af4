"""What does an attack cost the people who play? `python -m bench.abuse` runs each one from an address of its own.

Four people play at one table of `cartable serve`, with its limits as they come. Windows without an attack and with one
take turns. The server and all that it starts have one core, the people the other, and the attacker what they leave of
it: the people go first whenever they have something to do (`SCHED_RR`, where the system lets us). So what an act takes
longer under an attack is the server's doing, not that of an attacker who fills the machine.
"""

import asyncio
import logging
import os
import tempfile
import time
from argparse import ArgumentParser
from collections.abc import Sequence
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median, quantiles
from typing import Final, NamedTuple

from rich.console import Console
from rich.table import Table as Report

from bench.server_hosts import Host, cores
from tests.abuse.attacker import Attacker, Target
from tests.abuse.attacks import ATTACKS
from tests.abuse.siege import Siege, siege

SETTLE_S: Final = 0.3
FASTER: Final = {"starts_s": 2.0}
"""Four people who think for 20 ms finish a match in little more than a second."""


class Window(NamedTuple):
    """What the people saw for a while."""

    latencies: Sequence[float]
    memory: int
    cpu: float
    """The share of a core that the server took."""
    told: dict[str, int]

    @property
    def p50(self) -> float:
        return 1000 * median(self.latencies)

    @property
    def p99(self) -> float:
        return 1000 * quantiles(self.latencies, n=100)[98]


def attack_when_told(pipe: Connection) -> None:
    """The attacker's process: name, target, address and seconds come in, and what it was told goes out."""
    os.nice(19)
    logging.getLogger("asyncio").setLevel(logging.ERROR)  # it warns of every write after the end
    os.sched_setaffinity(0, cores()[1])
    while (asked := pipe.recv()) is not None:
        pipe.send(asyncio.run(_attack(*asked)))


def pin(pid: int, where: set[int]) -> None:
    """All threads of a process to some cores; those that it starts later go there too."""
    for task in Path(f"/proc/{pid}/task").iterdir():
        os.sched_setaffinity(int(task.name), where)


def put_first(thread: int) -> None:
    """A thread before all else on its core, where the system lets it."""
    try:
        os.sched_setscheduler(thread, os.SCHED_RR | os.SCHED_RESET_ON_FORK, os.sched_param(5))
    except PermissionError:
        Console(stderr=True).print("the people may not go first: the figures tell of a full core as well")


async def _attack(name: str, target: Target, source: str, seconds: float) -> dict[str, int]:
    asyncio.get_running_loop().set_exception_handler(lambda _loop, _about: None)  # attacks end in the middle of things
    by = Attacker(target, source, seconds)
    attack = next(attack for attack in ATTACKS if attack.name == name)
    try:
        async with asyncio.timeout(seconds):
            while True:
                await attack.run(by)
    except (TimeoutError, ConnectionError, asyncio.IncompleteReadError):
        pass
    finally:
        by.go()
        await asyncio.sleep(0)
    return dict(by.told)


def window(held: Siege, seconds: float, pipe: Connection, name: str = "") -> Window:
    """So many seconds of play, under an attack if one is named."""
    host = Host(held.server.process.pid, 0)
    began, cpu, at = held.people.acts(), host.cpu_s(), time.monotonic()
    told: dict[str, int] = {}
    if name:
        pipe.send((name, held.target(), held.source(), seconds))
        told = pipe.recv()
    else:
        time.sleep(seconds)
    latencies = held.people.latencies[began:]
    memory, share = held.memory(), (host.cpu_s() - cpu) / (time.monotonic() - at)
    time.sleep(SETTLE_S)
    return Window(latencies, memory, share, told)


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--attacks", nargs="*", default=[attack.name for attack in ATTACKS])
    parser.add_argument("--window", type=float, default=2.5, help="seconds of a window")
    chosen = parser.parse_args()
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    attacker = context.Process(target=attack_when_told, args=(theirs,), daemon=True)
    attacker.start()
    theirs.close()  # or an attacker who is gone would be waited for
    with tempfile.TemporaryDirectory() as folder, siege(Path(folder), FASTER) as held:
        first, last = cores()
        pin(held.server.process.pid, first)
        pin(os.getpid(), last)
        put_first(held.people.thread_id)
        calm, found = [], {}
        for name in chosen.attacks:
            calm.append(window(held, chosen.window, ours))
            found[name] = window(held, chosen.window, ours, name)
        held.check()
    ours.send(None)
    attacker.join()
    Console(width=150).print(_report(calm, found))


def _report(calm: Sequence[Window], found: dict[str, Window]) -> Report:
    share = sum(one.cpu for one in calm) / len(calm)
    usual = Window([each for one in calm for each in one.latencies], calm[0].memory, share, {})
    report = Report("attack", "acts", "p50, ms", "p99, ms", "times the p99 without", "core", "MB", "told")
    report.add_row("none", *_figures(usual, usual))
    for name, one in found.items():
        told = ", ".join(f"{what} x{times}" for what, times in sorted(one.told.items(), key=lambda item: -item[1])[:4])
        report.add_row(name, *_figures(one, usual), told)
    return report


def _figures(one: Window, usual: Window) -> tuple[str, ...]:
    if len(one.latencies) < 2:
        return str(len(one.latencies)), "", "", "", f"{one.cpu:.0%}", f"{one.memory >> 20}"
    times = f"{one.p99 / usual.p99:.2f}"
    return str(len(one.latencies)), f"{one.p50:.1f}", f"{one.p99:.1f}", times, f"{one.cpu:.0%}", f"{one.memory >> 20}"


if __name__ == "__main__":
    main()
