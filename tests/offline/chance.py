"""Run inside the WebAssembly build: which chance modules hold, once a table could be opened."""

import hashlib
import json
import sys
from random import Random, SystemRandom

from cartable.browser.worker import renew_chance


def main() -> None:
    """Print the state of every generator that a module holds, by its name."""
    renew_chance()
    found = {
        f"{module}.{name}": hashlib.sha256(repr(value.getstate()).encode()).hexdigest()
        for module, of in list(sys.modules.items())
        for name, value in list(getattr(of, "__dict__", {}).items())
        if isinstance(value, Random) and not isinstance(value, SystemRandom)
    }
    print(json.dumps(found))
