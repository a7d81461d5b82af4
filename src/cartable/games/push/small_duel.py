"""Push for two with few cards: what somebody wins against a player whose choices are known, exactly.

Without a player of one's own it is the best response: the most that anybody can win against the other one.
"""

from cartable.games.push.small import FACES, SmallColumns, SmallPile, SmallPlayer, SmallPush, SmallZone, levelled

Around = tuple[SmallZone, SmallZone, SmallColumns, SmallPile, bool]


class SmallDuel:
    """Values are our share of the victory; `ours` tells whose turn it is. `mine` is always of whoever has the turn."""

    def __init__(self, game: SmallPush, other: SmallPlayer, me: SmallPlayer | None = None) -> None:
        self._game, self._other, self._me = game, other, me
        self._known: dict[Around, float] = {}

    def value(self, *, first: bool) -> float:
        """Our share of a match from its first card on, if we begin or the other one does."""
        nothing = self._game.nothing
        return self.turn(nothing, nothing, self._game.deck.pile, first)

    def turn(self, mine: SmallZone, theirs: SmallZone, pile: SmallPile, ours: bool) -> float:
        """A turn begins."""
        sure = self._game.sure(mine, theirs, pile)
        if sure is not None:
            return sure if ours else 1.0 - sure
        mine, theirs = levelled(mine, theirs)
        key = (mine, theirs, (), pile, ours)
        found = self._known.get(key)
        if found is None:
            colours = [at for at in range(len(mine) - 1) if mine[at]]
            player = self._me if ours else self._other
            chosen = range(len(colours) + 1) if player is None else (player.begins(mine, theirs, pile),)
            found = max([self._begun(mine, theirs, pile, colours[at - 1] if at else None, ours) for at in chosen])
            self._known[key] = found
        return found

    def _begun(self, mine: SmallZone, theirs: SmallZone, pile: SmallPile, colour: int | None, ours: bool) -> float:
        if colour is None:
            return self.drawing(mine, theirs, (), pile, ours)
        return self.turn(theirs, self._game.shielded(mine, colour), pile, not ours)

    def drawing(self, mine: SmallZone, theirs: SmallZone, columns: SmallColumns, pile: SmallPile, ours: bool) -> float:
        """The average over the next card."""
        game, total = self._game, 0.0
        player = self._me if ours else self._other
        for kind, many, rest in game.cards(pile):
            ways = game.layings(kind, columns)
            if not ways:
                after = game.rolled(mine)
                total += (
                    many * sum([faces * self.shared(zone, theirs, columns, rest, ours) for zone, faces in after]) / 6
                )
                continue
            if player is not None and len(ways) > 1:
                ways = [ways[player.lays(mine, theirs, ways, rest)]]
            total += many * max([self.going_on(mine, theirs, way, rest, ours) for way in ways])
        return total / sum(pile)

    def going_on(self, mine: SmallZone, theirs: SmallZone, columns: SmallColumns, pile: SmallPile, ours: bool) -> float:
        """In the middle of a turn."""
        key = (mine, theirs, columns, pile, ours)
        found = self._known.get(key)
        if found is None:
            player = self._me if ours else self._other
            many = len(columns) + any(pile)
            chosen = range(many) if player is None else (player.goes_on(mine, theirs, columns, pile),)
            worths = [
                self._taking(mine, theirs, columns, pile, ours, at=at)
                if at < len(columns)
                else self.drawing(mine, theirs, columns, pile, ours)
                for at in chosen
            ]
            found = self._known[key] = max(worths)
        return found

    def _taking(
        self, mine: SmallZone, theirs: SmallZone, columns: SmallColumns, pile: SmallPile, ours: bool, *, at: int
    ) -> float:
        rest = (*columns[:at], *columns[at + 1 :])
        after = self._game.taken(mine, columns[at])
        return sum([many * self.shared(zone, theirs, rest, pile, ours) for zone, many in after]) / FACES

    def shared(self, mine: SmallZone, theirs: SmallZone, columns: SmallColumns, pile: SmallPile, ours: bool) -> float:
        """The turn is over but for the column that the one without the turn takes."""
        if not columns:
            return self.turn(theirs, mine, pile, not ours)
        player = self._other if ours else self._me
        chosen = columns if player is None else (columns[player.shares(theirs, mine, columns, pile)],)
        worths = [
            sum([many * self.turn(zone, mine, pile, not ours) for zone, many in self._game.taken(theirs, column)])
            / FACES
            for column in chosen
        ]
        return max(worths)
