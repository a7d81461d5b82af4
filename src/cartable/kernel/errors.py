"""Bad input from outside the game: files, options, positions. A player's bad act is a `Refused` instead."""


class BadInput(ValueError):
    """Something given to us cannot be read. `where` names the place, `expected` what should have been there."""

    def __init__(self, where: str, expected: str) -> None:
        super().__init__(f"{where}: {expected}")
        self.where = where
        self.expected = expected

    def inside(self, outer: str) -> "BadInput":
        """The same complaint, seen from a place further out: a key in a file."""
        return BadInput(f"{outer}: {self.where}" if self.where else outer, self.expected)
