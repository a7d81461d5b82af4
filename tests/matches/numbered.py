"""Matches with a deal number, for the tests of duplicate nights."""

import random

from cartable.kernel import AnyGame, NextReveal, Options
from cartable.matches.deal.deal_number import NEW, DealSecret
from cartable.matches.deal.dealers import revealed_dealer
from cartable.matches.deal.fairdeal import fingerprint
from cartable.matches.log.entries import Reveal
from cartable.matches.log.header import Player, header_for
from cartable.matches.match import Match, Played
from tests.matches.played import NAMES

NUMBER = "K7M3PQ4X"
OTHER = "9ZWBTRD3"

Shown = dict[tuple[str, int, int, tuple[str, ...]], str]
"""What a dealer showed: by verb, shuffle, slot and what was shuffled."""


class NumberedMatch:
    """A match under way, and what its dealer has shown."""

    def __init__(
        self, game: AnyGame, players: int, number: str = NEW, options: Options | None = None, names: str = ""
    ) -> None:
        deal = DealSecret.of(number)
        seats = [Player(f"{name}{names}", "human" if seat == 0 else "bot") for seat, name in enumerate(NAMES[:players])]
        chosen = game.options() if options is None else options
        header = header_for(game, chosen, seats, fingerprint(deal.secret), deal_number=deal.kind)
        self.reveal = Reveal(deal.secret.hex(), ())
        self._dealer = revealed_dealer(header, header.line(), self.reveal)
        self.number = self._dealer.number
        self.shown: Shown = {}
        self.match = Match(game, header, self._deal)

    def _deal(self, reveal: NextReveal) -> str:
        card = self._dealer(reveal)
        self.shown[reveal.verb, reveal.shuffle, reveal.slot, tuple(reveal.among)] = card
        return card

    def played(self, seed: int, acts: int = 2_000) -> "NumberedMatch":
        """Played at random; one that takes longer is given up."""
        rng = random.Random(seed)
        self.match.start()
        while self.match.ending is None:
            if len(self.match.entries) > acts:
                self.match.give_up()
            else:
                self._act(rng)
        return self

    def _act(self, rng: random.Random) -> None:
        match = self.match
        may = {seat: match.game.legal(match.state, seat) for seat in sorted(match.game.actors(match.state))}
        seat, acts = rng.choice([(seat, acts) for seat, acts in may.items() if acts])
        assert isinstance(match.act(seat, rng.choice(acts), 10 * len(match.entries)), Played)

    @property
    def log(self) -> list[bytes]:
        return list(self.match.lines(self.reveal))
