"""How much could anybody win over the expert of Push, at two? On small decks that can be told exactly.

`python -m lab.bench.decks` solves Push with few cards (`cartable.games.push.small`), by the same rules: what the
first player wins when both play perfectly; what perfect play wins against an expert; and the most that anybody can win
against it, the best response. There are three experts: `table`, the one of the package, by its network of the whole
table, and with the last three cards played out; `turns`, the one before it, by the learned value of a turn and with
those cards played out; `learned`, that one without, as it was at commit dcc34aa. All are shares of the victory, over
both seats. Writes docs/studies/decks.json and a figure.
"""

import json
import time
from argparse import ArgumentParser
from pathlib import Path
from typing import Any, Final

import numpy as np

from cartable.games.push.bots.endgame import CARDS as PLAYED_OUT
from cartable.games.push.small import Deck, PerfectPlayer, SmallPush
from cartable.games.push.small_duel import SmallDuel
from lab.bench.decks.experts import SmallExpert, weighed_all
from lab.bench.decks.table import TableExpert
from lab.bench.figures import chart
from lab.train.push.expert import TurnTables

DECKS: Final = (
    "G1 G2 G3 G4 D D",
    "G1 G2 Y1 Y2 R1 D",
    "G1 G1 G3 G3 G5 G5 D D",
    "G1 G3 G3 G5 Y1 Y3 D D",
    "G2 G2 G2 Y2 Y2 Y2 G5 Y5 D",
    "G2 G2 G5 G5 Y2 Y2 Y5 Y5 D",
    "G1 G1 G1 G3 G3 G3 G5 G5 D D",
)
"""Chosen so that a turn can bust and neither seat wins for sure; one or two Dice cards in six to ten."""

FOLDER: Final = Path("docs/studies")
EXPERTS: Final = {"table": "expert of the package", "turns": "the one before it", "learned": "that of dcc34aa"}


def studied(cards: list[str], tables: TurnTables) -> dict[str, Any]:
    """One deck."""
    began = time.process_time()
    game = SmallPush(Deck.of(cards))
    first = game.turn(game.nothing, game.nothing, game.deck.pile)
    found: dict[str, Any] = {
        "deck": " ".join(cards), "cards": len(cards), "positions": len(game.turns) + len(game.known), "first": first,
    }  # fmt: skip
    known = weighed_all(game, tables)
    experts = {
        "table": TableExpert(game, known, PLAYED_OUT),
        "turns": SmallExpert(game, known, PLAYED_OUT),
        "learned": SmallExpert(game, known, 0),
    }
    for name, expert in experts.items():
        for how, me in (("perfect", PerfectPlayer(game)), ("best", None)):
            duel = SmallDuel(game, expert, me)
            found[f"{name}_{how}"] = (duel.value(first=True) + duel.value(first=False)) / 2
    found["seconds"] = round(time.process_time() - began, 1)
    return found


def figure(rows: list[dict[str, Any]]) -> str:
    """What anybody can win at most, by the size of the deck: the mean of decks of a size."""
    lines = []
    for name, told in EXPERTS.items():
        known = [row for row in rows if f"{name}_best" in row]
        sizes = sorted({row["cards"] for row in known})
        means = [np.mean([row[f"{name}_best"] for row in known if row["cards"] == size]) for size in sizes]
        lines.append((told, [(size, float(mean)) for size, mean in zip(sizes, means, strict=True)]))
    return chart("The most that anybody can win against the expert", "cards in the deck", lines, 90)


def main() -> None:
    parser = ArgumentParser("python -m lab.bench.decks", description=__doc__)
    parser.add_argument("--decks", nargs="*", default=DECKS, help='for example "G1 G3 G5 D"')
    parser.add_argument("--out", type=Path, default=FOLDER / "decks.json")
    parser.add_argument("--draw", action="store_true", help="draw what was found before")
    asked = parser.parse_args()
    rows: list[dict[str, Any]] = json.loads(asked.out.read_text(encoding="utf-8")) if asked.draw else []
    for cards in () if asked.draw else asked.decks:
        rows.append(studied(cards.split(), TurnTables.of_package()))
        print(rows[-1], flush=True)
        asked.out.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    asked.out.with_name("push-decks.svg").write_text(figure(rows), encoding="utf-8")


if __name__ == "__main__":
    main()
