"""What hatchling asks before it builds a package: are the page and its Python in it? Whoever installs it has no Node to
make them."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PARTS = {
    "src/cartable/web/index.html": ("the page is not built", "make web"),
    "src/cartable/wasm/files.json": ("Python for the page is not built", "make wasm"),
}


class PageBuilt(BuildHookInterface[Any]):
    """Refuses to build without the page. An editable install may: it serves what `make web` builds later."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 - the hook's contract
        """Called before each target is built; `version` says which kind of it."""
        for path, (problem, command) in PARTS.items():
            if version != "editable" and not (Path(self.root) / path).is_file():
                raise FileNotFoundError(f"{path}: {problem}, and a package without it is no use: `{command}`")
