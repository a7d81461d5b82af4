"""What this person's device remembers from match to match, in a file each among the user's data: how fast the bots have
become that play at their pace, and their best score alone, by game."""

from typing import Final

import msgspec

from cartable.cli.data_folder import data_folder
from cartable.kernel import BadInput
from cartable.matches.live.pace import bounded

PACES: Final = "paces.json"
BEST_SCORES: Final = "best_alone.json"


def kept_pace(game_id: str) -> float:
    """Where a match begins. What cannot be read is as if it were not there: it is only a habit."""
    return bounded(_read(PACES).get(game_id, 1.0))


def keep_pace(game_id: str, pace: float) -> None:
    """Where a match has led to."""
    _keep(PACES, game_id, round(pace, 4))


def best_before(game_id: str, points: int) -> int | None:
    """The best score alone before this one, if there was a match before; this one is remembered if it is better."""
    before = _read(BEST_SCORES).get(game_id)
    if before is None or points > before:
        _keep(BEST_SCORES, game_id, points)
    return None if before is None else int(before)


def _keep(file: str, game_id: str, value: float) -> None:
    """The file is replaced at once or not at all."""
    try:
        path = data_folder() / file
        written = path.with_suffix(".new")
        written.write_bytes(msgspec.json.encode({**_read(file), game_id: value}) + b"\n")
        written.replace(path)
    except (OSError, BadInput):
        return  # a folder that cannot be written costs no match


def _read(file: str) -> dict[str, float]:
    try:
        return msgspec.json.decode((data_folder() / file).read_bytes(), type=dict[str, float])
    except (OSError, BadInput, msgspec.DecodeError, UnicodeDecodeError):
        return {}
