"""Take a picture of every page of the web client: `make screenshots`.

Phone and wide screen, both languages, light and dark, in docs/pictures/web; git keeps the four of the README.
"""

import tempfile
from pathlib import Path
from typing import Final

from tests.e2e.site import ROOT, script, served

FOLDER: Final = ROOT / "docs" / "pictures" / "web"


def main() -> None:
    with tempfile.TemporaryDirectory() as store, served(Path(store)) as base:
        print(script("screenshots", base, str(FOLDER), limit_s=900), end="")


if __name__ == "__main__":
    main()
