"""Where this person's things are kept when nothing else is asked for: tables, and what a player's device remembers."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from cartable.kernel import BadInput

OWNER_ONLY: Final = 0o700


def data_folder(environ: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Path:
    """Return the folder of Cartable among the user's data. If it is not there, it is made for this user alone.

    `CARTABLE_DATA` names another one.
    """
    folder = _folder(environ, platform)
    try:
        if not folder.is_dir():
            folder.mkdir(parents=True, exist_ok=True)
            folder.chmod(OWNER_ONLY)  # dealers' secrets are kept there
    except OSError as error:
        why = f"cannot be made: {error.strerror}; CARTABLE_DATA names another folder"
        raise BadInput(str(folder), why) from error
    return folder


def _folder(environ: Mapping[str, str], platform: str) -> Path:
    if chosen := environ.get("CARTABLE_DATA"):
        return Path(chosen)
    if platform == "win32":
        return Path(environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "Cartable"
    if platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "Cartable"
    shared = Path(environ.get("XDG_DATA_HOME", ""))  # the standard says that a relative path there is no answer
    return (shared if shared.is_absolute() else Path.home() / ".local" / "share") / "cartable"


def store_path() -> Path:
    """The file of the tables."""
    return data_folder() / "cartable.db"
