"""What a player observes, as tensors and as text: what it sees now, or, with perfect recall, all it has ever seen."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np
import pyspiel

from cartable.research.encodings import Block

if TYPE_CHECKING:
    from cartable.research.spiel.game import SpielSetup
    from cartable.research.spiel.state import CartableState

UNKNOWN = "?"


class CartableObserver:
    """Public information is what a spectator sees; private information is what the encoding marks as private.

    With perfect recall `past` holds every act so far, one entry each: 0 is none yet, then the acts by number from 1,
    the dealer's after the players'; the highest number stands for an act that the observer cannot know.
    """

    def __init__(
        self, table: "SpielSetup", kind: "pyspiel.IIGObservationType", params: Mapping[str, Any] | None = None
    ) -> None:
        if params:
            raise ValueError(f"an observer of {table.game.id} takes no parameters, got {dict(params)}")
        self._table = table
        self._recalls: bool = kind.perfect_recall
        self._public: bool = kind.public_info
        self._private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        blocks = [*self._blocks()]
        if self._recalls:
            length = table.bounds.decisions + table.bounds.chances
            blocks.append(Block("past", (length,), 0, self._hidden_code, "every act so far"))
        player = Block("player", (table.seats,), 0, 1, "who observes")
        shown = [player, *blocks]
        self.tensor = np.zeros(sum(block.size for block in shown), np.float32)
        self.dict = {}
        start = 0
        for block in shown:
            self.dict[block.name] = self.tensor[start : start + block.size].reshape(block.shape)
            start += block.size
        self._columns = self._places()

    @property
    def _hidden_code(self) -> int:
        return len(self._table.encoding.acts) + len(self._table.encoding.chances) + 1

    def _blocks(self) -> Iterator[Block]:
        for block in self._table.encoding.blocks(self._table.seats):
            if self._private if block.private else self._public:
                yield block

    def _places(self) -> slice | np.ndarray[Any, np.dtype[np.intp]]:
        """Where the entries that are shown stand in a whole observation."""
        shown, start = {block.name for block in self._blocks()}, 0
        places: list[int] = []
        for block in self._table.encoding.blocks(self._table.seats):
            if block.name in shown:
                places += range(start, start + block.size)
            start += block.size
        return slice(None) if len(places) == start else np.array(places, np.intp)

    def set_from(self, state: "CartableState", player: int) -> None:
        """Fill `tensor` and `dict`."""
        table, tensor = self._table, self.tensor
        tensor.fill(0)
        tensor[player] = 1
        view = table.game.view(state.held.position, player if self._private else None)
        seen = np.frombuffer(table.encoding.observe(view, table.seats), np.int16)[self._columns]
        tensor[table.seats : table.seats + len(seen)] = seen
        if self._recalls:
            codes = [self._hidden_code if code is None else code + 1 for code in self._codes(state, player)]
            self.dict["past"][: len(codes)] = codes

    def string_from(self, state: "CartableState", player: int) -> str:
        """The same as text: the acts, or the view."""
        table = self._table
        if self._recalls:
            encoding = table.encoding
            acts = (*encoding.acts, *encoding.chances)
            told = [UNKNOWN if code is None else str(acts[code]) for code in self._codes(state, player)]
            return "; ".join([f"player {player}", *told])
        if self._public:
            view = table.game.view(state.held.position, player if self._private else None)
            return msgspec.json.encode(view).decode()
        self.set_from(state, player)
        own = {name: entries.astype(int).tolist() for name, entries in self.dict.items() if name != "player"}
        return msgspec.json.encode(own).decode() if any(map(any, own.values())) else ""

    def _codes(self, state: "CartableState", player: int) -> Iterator[int | None]:
        """Every act so far, by number; None for one that the observer cannot know."""
        past = state.held.tokens()
        viewer = player if self._private else -1
        hidden = set(self._table.encoding.hidden(state.held.position, past, viewer))
        for at, token in enumerate(past):
            yield None if at in hidden else token.code
