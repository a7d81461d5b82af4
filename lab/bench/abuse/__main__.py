"""What does an attack cost the people who play? `python -m lab.bench.abuse` runs each one from addresses of its own.

Four people play at one table of `cartable serve`, with its limits as they come. The server and all that it starts have
one core, the people the other, and the attacker what they leave of it. People go before all other work (`SCHED_RR`),
and so do the server and its processes (`nice`, which leaves the order among its threads to the system as always), where
the system lets us. So what an act takes longer under an attack is the server's doing, not that of an attacker or of
others who fill the machine.

The procedure is always the same, and no window is repeated or left out: in each of `ROUNDS` rounds every attack has its
turn, a window without it, then one with it. The acts of all windows of an attack are pooled, and those of all windows
without one; `abuse_report` compares their 99th percentiles. The command fails if one is more than twice the other.
"""

import asyncio
import gc
import logging
import os
import tempfile
import time
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Sequence
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Final

from rich.console import Console

from lab.bench.abuse.report import Pooled, report
from lab.bench.server.hosts import Host, cores
from tests.abuse.attacker import Attacker, Target
from tests.abuse.attacks import ATTACKS
from tests.abuse.siege import SHORT, Siege, siege

ROUNDS: Final = 4
CALM_S: Final = 1.25
ATTACK_S: Final = 2.5
SETTLE_S: Final = 0.3
"""Between windows: nothing of one is measured in the next."""

FIRST: Final = -20
"""How far the server and its processes go before other work of the machine; among themselves as always."""


def attack_when_told(pipe: Connection) -> None:
    """The attacker's process: name, target, address and seconds come in, and what it was told goes out."""
    os.nice(19)
    logging.getLogger("asyncio").setLevel(logging.ERROR)  # it warns of every write after the end
    os.sched_setaffinity(0, cores()[1])
    while (asked := pipe.recv()) is not None:
        pipe.send(asyncio.run(_attack(*asked)))


async def _attack(name: str, target: Target, source: str, seconds: float) -> Counter[str]:
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
    return by.told


def place(held: Siege) -> None:
    """Server and people to their cores, before all else there."""
    first, last = cores()
    server = held.server.process.pid
    children = _children(server)
    for pid in (server, *children):
        _pin(pid, first)
    _pin(os.getpid(), last)
    try:
        for thread in _threads(os.getpid()):
            os.sched_setscheduler(thread, os.SCHED_RR | os.SCHED_RESET_ON_FORK, os.sched_param(5))
        for thread in (thread for pid in (server, *children) for thread in _threads(pid)):
            os.setpriority(os.PRIO_PROCESS, thread, os.getpriority(os.PRIO_PROCESS, thread) + FIRST)
    except PermissionError:
        Console(stderr=True).print("nobody may go first: the figures tell of other work of this machine as well")


def _pin(pid: int, where: set[int]) -> None:
    """All threads of a process to some cores; those that it starts later go there too."""
    for thread in _threads(pid):
        os.sched_setaffinity(thread, where)


def _threads(pid: int) -> list[int]:
    return [int(task.name) for task in Path(f"/proc/{pid}/task").iterdir()]


def _children(pid: int) -> list[int]:
    listed = (Path(f"/proc/{pid}/task/{thread}/children").read_text() for thread in _threads(pid))
    return [int(child) for text in listed for child in text.split()]


def window(held: Siege, into: Pooled, seconds: float, pipe: Connection, name: str = "") -> None:
    """This many seconds of play, under an attack if one is named."""
    host = Host(held.server.process.pid, 0)
    cpu, at = host.cpu_s(), time.monotonic()
    if name:
        pipe.send((name, held.target(), held.source(), seconds))
        into.told += pipe.recv()
    else:
        time.sleep(seconds)
    end = time.monotonic()
    into.cpu_s += host.cpu_s() - cpu
    into.seconds += end - at
    into.memory = held.memory()
    into.add(held.people.sent_between(at, end), at)
    time.sleep(SETTLE_S)


def measure(held: Siege, attacks: Sequence[str], rounds: int, pipe: Connection) -> tuple[Pooled, dict[str, Pooled]]:
    """All windows: those without an attack, and those of each."""
    calm, found = Pooled(), {name: Pooled() for name in attacks}
    for number in range(rounds):
        Console(stderr=True).print(f"round {number + 1} of {rounds}")
        for name in attacks:
            window(held, calm, CALM_S, pipe)
            window(held, found[name], ATTACK_S, pipe, name)
    held.check()
    return calm, found


def main() -> None:
    parser = ArgumentParser("python -m lab.bench.abuse", description=__doc__)
    parser.add_argument("--attacks", nargs="*", default=[attack.name for attack in ATTACKS])
    parser.add_argument("--part", default="1/1", help="2/3: the second third of them")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    chosen = parser.parse_args()
    part, parts = map(int, chosen.part.split("/"))
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    attacker = context.Process(target=attack_when_told, args=(theirs,), daemon=True)
    attacker.start()
    theirs.close()  # or an attacker who is gone would be waited for
    with tempfile.TemporaryDirectory() as folder, siege(Path(folder), {"starts_s": SHORT["starts_s"]}) as held:
        place(held)
        # The people's own pauses would be taken for the server's: no collector, and no bar that is drawn beside them.
        gc.collect()
        gc.disable()
        calm, found = measure(held, chosen.attacks[part - 1 :: parts], chosen.rounds, ours)
    ours.send(None)
    attacker.join()
    missed = report(calm, found)
    if missed:
        raise SystemExit(f"more than twice: {', '.join(missed)}")


if __name__ == "__main__":
    main()
