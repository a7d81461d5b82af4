"""The tables of docs/research.md, from the encodings: `python -m tests.research.document --write` rewrites them."""

import re
import sys
from pathlib import Path

from cartable.games import registry
from cartable.kernel import AnyGame, Tempo
from cartable.research.encodings import encoding

PAGE = Path(__file__).parents[2] / "docs" / "research.md"
DESCRIBED = [each.game for each in registry.packages() if each.encoding is not None]
"""Games with an encoding of their own. The plain one says itself how it is made."""

BEGIN, END = "<!-- tables: begin -->", "<!-- tables: end -->"


def spaces() -> str:
    """How large everything is."""
    lines = [
        "| game | environment | seats | actions | acts of chance | entries of an observation, by seats |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for game in DESCRIBED:
        found = encoding(game.id)
        waits = "" if game.tempo is Tempo.TURNS else " + 1 to wait"
        sizes = ", ".join(f"{seats}: {found.size(seats)}" for seats in game.seats)
        seats = f"{game.seats[0]} to {game.seats[-1]}"
        name = f"`{game.id}_v{found.version}`"
        lines.append(
            f"| {game.id.capitalize()} | {name} | {seats} | {len(found.acts)}{waits} | {len(found.chances)} | {sizes} |"
        )
    return "\n".join(lines)


def actions(game: AnyGame) -> str:
    """The acts by number: runs of one verb on one line."""
    runs: list[tuple[str, int, int]] = []
    texts = [str(act) for act in encoding(game.id).acts]
    for number, text in enumerate(texts):
        verb = text.split(" ")[0] + (" two cards" if len(text.split(" ")) == 5 and text.startswith("lay") else "")
        if runs and runs[-1][0] == verb:
            runs[-1] = (verb, runs[-1][1], number)
        else:
            runs.append((verb, number, number))
    told = [
        f"{first}: `{texts[first]}`" if first == last else f"{first} to {last}: `{texts[first]}` to `{texts[last]}`"
        for _, first, last in runs
    ]
    if game.tempo is not Tempo.TURNS:
        told.append(f"{len(texts)}: wait")
    return "Actions: " + "; ".join(told) + "."


def layout(game: AnyGame) -> str:
    """The blocks of an observation, `n` for the number of seats."""
    one, two = (encoding(game.id).blocks(seats) for seats in game.seats[:2])
    fewest = game.seats[0]
    lines = ["| block | shape | from | to | what |", "| --- | --- | --- | --- | --- |"]
    for block, more in zip(one, two, strict=True):
        sides = ["n" if a != b else str(a) for a, b in zip(block.shape, more.shape, strict=True)]
        if any(side == "n" and size != fewest for side, size in zip(sides, block.shape, strict=True)):
            raise ValueError(f"{block.name} of {game.id} has a side that is not the number of seats")
        private = " (the observer's alone)" if block.private else ""
        lines.append(f"| `{block.name}` | {' x '.join(sides)} | {block.low} | {block.high} | {block.about}{private} |")
    return "\n".join(lines)


def tables() -> str:
    """Everything between the two marks of the page."""
    parts = [spaces()]
    for game in DESCRIBED:
        parts += [f"### {game.id.capitalize()}", actions(game), layout(game)]
    return "\n\n".join([BEGIN, *parts, END])


def written(page: str) -> str:
    """The page with its tables as they are now."""
    return re.sub(f"{BEGIN}.*{END}", lambda _: tables(), page, flags=re.DOTALL)


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit("say --write to rewrite the tables of docs/research.md")
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
