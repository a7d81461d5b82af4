"""What hatchling asks before it builds a package: is the page in it? Whoever installs it has no Node to make one."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PAGE = Path("src/cartable/web/index.html")


class PageBuilt(BuildHookInterface[Any]):
    """Refuses to build without the page. An editable install may: it serves what `make web` builds later."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 - the hook's contract
        """Called before each target is built; `version` says which kind of it."""
        if version != "editable" and not (Path(self.root) / PAGE).is_file():
            raise FileNotFoundError(f"{PAGE}: the page is not built, and a package without it is no use: `make web`")
