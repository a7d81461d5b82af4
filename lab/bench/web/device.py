"""A table with no server: how much Python must be fetched, and how soon a match starts then. For `lab.bench.web`."""

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Final

from tests.e2e.site import NODE, ROOT, script

MOST_BYTES: Final = 6_000_000
GOALS_MS: Final = {1: 2000, 4: 5000}
"""From the cache to the board, by how many times slower the processor is made."""

PLAIN: Final = "living.room"
"""A name of this machine that the browser does not trust: `LIVING_ROOM` in web/e2e/browser.ts."""

PACKED: Final = """
const { brotliCompressSync, constants } = require("node:zlib");
const body = require("node:fs").readFileSync(process.argv[1]);
console.log(brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length);
"""


@contextmanager
def static_site() -> Iterator[tuple[Path, str]]:
    """What `make site` writes, served as any static host would: the folder and its address."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, str(ROOT / "tools/site.py"), folder], check=True)
        command = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", folder]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
            assert server.stdout is not None
            try:
                port = server.stdout.readline().split("port ")[1].split()[0]
                yield Path(folder), f"http://127.0.0.1:{port}"
            finally:
                server.kill()


def print_device(game: str = "push") -> None:
    with static_site() as (folder, base):
        files = json.loads((folder / "python/files.json").read_text(encoding="utf-8"))["bytes"]
        sizes = {name: _packed(folder / "python" / name) for name in files}
        print(f"Python for a table on the device, with Brotli, in bytes (at most {MOST_BYTES:,})")
        for name, size in sizes.items():
            print(f"  {name.rpartition('/')[2]:24} {size:>10,} of {files[name]:>10,}")
        print(f"  {'together':24} {sum(sizes.values()):>10,}")
        print("to the board, all fetched before, median in ms: from the opened page, from the button at once and later")
        for way, address in (("kept by the browser", base), ("plain HTTP", base.replace("127.0.0.1", PLAIN))):
            for line in script("device_start", address, game, *map(str, GOALS_MS)).splitlines():
                told = json.loads(line)
                found = [f"{median(told[what]):.0f}" for what in ("opened", "pushed", "later")]
                goal = GOALS_MS[told["slowed"]]
                print(f"  {way}, {told['slowed']} times slower: {', '.join(found)} (the goal is {goal})")


def _packed(path: Path) -> int:
    packed = path.with_name(f"{path.name}.br")
    if packed.is_file():
        return packed.stat().st_size
    ran = subprocess.run([str(NODE), "-e", PACKED, str(path)], check=True, capture_output=True, text=True)
    return int(ran.stdout)
