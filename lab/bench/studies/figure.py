"""The figures of `lab.bench.studies`."""

from typing import Any, Final

from lab.bench.figures import Line, chart

NAMES: Final = {0: "after so many cards", 1: "at so many percent of a bust", 2: "at so many points in a column"}
NEVER: Final = 1000


def figures(found: dict[str, Any]) -> dict[str, str]:
    """By name."""
    safe = [row for row in found["stopping"] if row["safe"] == found["rule"][3]]
    stopping = [(NAMES[kind], [(row["limit"], row["wins"]) for row in safe if row["kind"] == kind]) for kind in NAMES]
    busts = [(NAMES[kind], [(row["limit"], row["busts"]) for row in safe if row["kind"] == kind]) for kind in NAMES]
    shields = [row for row in found["protecting"] if row["protect"] != NEVER]
    seats: list[Line] = [
        (f"{row['seats']} players", [(seat + 1, share * row["seats"] / 2) for seat, share in enumerate(row["wins"])])
        for row in found["seats"]
    ]
    return {
        "push-stopping": chart("Victories of a stopping rule over the best one", "stop: see the colours", stopping, 60),
        "push-busts": chart("Turns of a match that bust", "stop: see the colours", busts, 60),
        "push-protecting": chart(
            "Victories over the same player who never protects",
            "protects a colour from so many open points on",
            [("protects", [(row["protect"], row["wins"]) for row in shields])],
            80,
        ),
        "push-seats": chart("Victories by seat, 50 % is a fair share", "seat, in the order of turns", seats, 70),
    }
