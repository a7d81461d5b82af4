"""A position of each game, read off its observation block by block."""

from typing import Any

import numpy as np

from cartable.games import registry
from cartable.research.encodings import encoding


def blocks(game_id: str, seats: int, seat: int, keys: dict[str, Any]) -> dict[str, Any]:
    game, found = registry.game(game_id), encoding(game_id)
    state = game.from_position(keys, game.options(), seats, sorted).state
    seen = np.array(found.observe(game.view(state, seat), seats))
    return {block.name: seen[found.slices(seats)[block.name]].reshape(block.shape) for block in found.blocks(seats)}


def test_push() -> None:
    zones = [{"shown": ["G1", "G1"], "protected": ["P6"]}, {}, {"shown": ["Y2"]}]
    seen = blocks("push", 3, 1, {"columns": [["R3", "D"]], "drawn": "B4", "zones": zones, "active": 1})
    kinds = sorted([f"{letter}{value}" for letter in "GYRBP" for value in range(1, 7)] + ["D", "S"])
    numbers = [f"{letter}{value}" for letter in "GYRBP" for value in range(1, 7)]
    assert [kinds[at] for at in np.flatnonzero(seen["columns"][0])] == ["D", "R3"]
    assert not seen["columns"][1:].any()
    assert [kinds[at] for at in np.flatnonzero(seen["drawn"])] == ["B4"]
    assert seen["left"][kinds.index("D")] == 17
    assert seen["left"].sum() == seen["pile"][0] == 120 - 7
    assert seen["shown"][2][numbers.index("G1")] == 2, "seat 0 is two places on from seat 1"
    assert seen["protected"][2][numbers.index("P6")] == 1
    assert seen["shown"][1][numbers.index("Y2")] == 1
    assert seen["active"].tolist() == seen["to_move"].tolist() == [1, 0, 0]


def test_quinto() -> None:
    keys = {
        "grid": {"a": "O5", "b": "Y3", "c": "P1", "d": "X0"},
        "hands": [["O1", "O2", "O3"], ["Y-2", "P6", "X4"]],
        "sheets": [{"o3": 4, "p10": 18}, {"y2": 1}],
        "misses": [0, 2],
        "active": 1,
    }
    seen = blocks("quinto", 2, 1, keys)
    kinds = sorted(f"{letter}{value}" for letter in "OYPX" for value in (-2, 0, 1, 2, 3, 4, 5, 6))
    assert {kinds[at] for at in np.flatnonzero(seen["hand"])} == {"Y-2", "P6", "X4"}
    assert [kinds[row.argmax()] for row in seen["grid"]] == ["O5", "Y3", "P1", "X0"]
    assert seen["sheets"][1].tolist() == [4, *[0] * 25, 18], "o3 is the first cell, p10 the last"
    assert seen["sheets"][0].tolist() == [*[0] * 9, 1, *[0] * 17]
    assert seen["misses"].tolist() == [2, 0]
    assert seen["scores"].tolist() == [1 - 10, 2]
    unseen = {kinds[at] for at in np.flatnonzero(seen["unseen"])}
    assert {"O1", "O2", "O3"} <= unseen
    assert not unseen & {"Y-2", "P6", "X4", "O5", "Y3", "P1", "X0"}


def test_hexa() -> None:
    rows = [["green-cup"], ["purple-car"], ["red-ball"], ["blue-die"], ["pink-telephone"], ["pink-flower"]]
    seen = blocks("hexa", 3, 2, {"rows": rows, "open": "brown-car", "chips": [0, 1, 2], "turner": 1})
    colours = ["yellow", "green", "blue", "purple", "red", "orange", "pink", "brown"]
    objects = ["flower", "die", "butterfly", "ball", "cup", "cone", "car", "telephone"]
    traits = [*colours, *objects]
    assert [traits[at] for at in np.flatnonzero(seen["open"])] == ["brown", "car"]
    assert {traits[at] for at in np.flatnonzero(seen["rows"][0])} == {"yellow", "flower", "green", "cup"}
    assert seen["chips"].tolist() == [2, 0, 1]
    assert seen["turner"].tolist() == [0, 0, 1]
    assert seen["to_move"].tolist() == [1, 1, 1]


def test_trio() -> None:
    cards = encoding("trio").chances
    deck = [str(act).removeprefix("deal ") for act in cards]
    same, step, different, below, *rest = deck
    keys = {
        "centre": {"same": [below, same], "step": [step], "different": [different]},
        "laid_by": {"same": 0},
        "hands": [rest[:3], rest[3:6]],
    }
    seen = blocks("trio", 2, 1, keys)
    traits = [
        *map(str, range(1, 7)),
        *("red", "orange", "yellow", "green", "blue", "purple"),
        *("sun", "moon", "star", "leaf", "drop", "bolt"),
    ]
    assert "-".join(traits[at] for at in np.flatnonzero(seen["tops"][0])) == same
    assert "-".join(traits[at] for at in np.flatnonzero(seen["below"][0])) == below
    assert not seen["below"][1:].any()
    assert seen["laid_by"].tolist() == [[0, 1], [0, 0], [0, 0]]
    assert seen["accusable"].tolist() == [1, 0, 0]
    held = {str(encoding("trio").acts[1 + 3 * at]) for at in np.flatnonzero(seen["hand"])}
    assert held == {f"lay {card} same" for card in rest[3:6]}
