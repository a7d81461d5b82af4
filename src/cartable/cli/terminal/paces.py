"""How fast the bots have become that play at this person's pace, by game: kept in a file among the user's data."""

from typing import Final

import msgspec

from cartable.cli.data_folder import data_folder
from cartable.kernel import BadInput
from cartable.table.live.pace import bounded

FILE: Final = "paces.json"


def kept_pace(game_id: str) -> float:
    """Where a match begins. What cannot be read is as if it were not there: it is only a habit."""
    return bounded(_read().get(game_id, 1.0))


def keep_pace(game_id: str, pace: float) -> None:
    """Where a match has led to. The file is replaced at once or not at all."""
    try:
        path = data_folder() / FILE
        written = path.with_suffix(".new")
        written.write_bytes(msgspec.json.encode({**_read(), game_id: round(pace, 4)}) + b"\n")
        written.replace(path)
    except (OSError, BadInput):
        return  # a folder that cannot be written costs no match


def _read() -> dict[str, float]:
    try:
        return msgspec.json.decode((data_folder() / FILE).read_bytes(), type=dict[str, float])
    except (OSError, BadInput, msgspec.DecodeError, UnicodeDecodeError):
        return {}
