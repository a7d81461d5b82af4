"""Telling what is committed: to whom, at which instant, and in which order."""

from collections.abc import Iterator, Mapping
from math import inf
from random import Random
from typing import Any, Final

from cartable.kernel import AnyGame, Seat, Tempo
from cartable.table.live.attempt import Pending
from cartable.table.live.effects import AT_ONCE, Publish
from cartable.table.live.feed import Feed
from cartable.table.live.hands import Hands
from cartable.table.live.lines import Lines
from cartable.table.live.showdown import OpenCard
from cartable.table.referee import stagger

REVEAL_LEAST: Final = 600.0
REVEAL_MOST: Final = 1600.0
"""A raced card is shown at a random instant in this span after the act before it, so that nobody can anticipate it."""

TURNS, HANDS = Tempo.TURNS, Tempo.HANDS  # asked all the time

DueTimes = dict[Seat | None, float]


class Telling:
    """What was told last, and the feed of all of it. `random` only times the showing of cards."""

    def __init__(self, game: AnyGame, state: Any, before: int, lines: Lines, random: Random) -> None:
        self.feed = Feed(before=before)
        self._game = game
        self._tempo = game.tempo
        self._lines = lines
        self._random = random
        self._told = state
        self._due: DueTimes = {}
        self._latest = -inf

    def update(self, pending: Pending, hands: Hands, now: float) -> Publish:
        """An ordinary update: at once; or, where everybody acts at any time, so that all see it together."""
        n, played = pending.last, pending.played
        due: Mapping[Seat | None, float] = AT_ONCE
        if self._tempo is HANDS:
            reveal = stagger(self._lines.known)
            offsets: DueTimes = {seat: now + offset for seat, offset in reveal.offsets.items()}
            due = self._in_order({**offsets, None: now + reveal.spectators})
            hands.shown(n, now + reveal.paint, due)
        elif self._tempo is not TURNS:  # there it does not matter how soon anybody sees it
            due = self._at_once(now)
            self._lines.shown(n, due)
        self.feed.add(played.events)
        self._told = played.states[-1]
        return Publish(n, played.events, due, self._told, pending.receipts, self._tempo is HANDS)

    def open_card(self, n: int, state: Any, now: float, pace: float) -> OpenCard | None:
        """The race that act `n` begins: its card goes out at an instant nobody can foresee, earlier to far players."""
        showdown = self._game.open_race(state)
        if showdown is None:
            return None
        shown_at = max(now, self._due.get(None, now)) + pace * self._random.uniform(REVEAL_LEAST, REVEAL_MOST)
        card = OpenCard(showdown.key, n, shown_at, self._lines.known)
        for seat in self._lines.known.keys() - self._game.actors(state):
            card.left(seat)  # shown to them too, at the same moment, but they do not run
        return card

    def card(self, pending: Pending, card: OpenCard, now: float) -> Iterator[Publish]:
        """What led to a race, at once; then its card."""
        events, states = pending.played.events, pending.played.states
        before = tuple(numbered for numbered in events if numbered.n < card.n)
        earlier = states[-2] if len(states) > 1 else self._told
        self.feed.add(events)
        self._told = states[-1]
        if before or pending.receipts:
            due = self._at_once(now)
            self._lines.shown(card.n - 1, due)
            yield Publish(card.n - 1, before, due, earlier, pending.receipts)
        after = tuple(numbered for numbered in events if numbered.n == card.n)
        yield Publish(card.n, after, self._in_order(card.due()), self._told, race=True)

    def _at_once(self, now: float) -> DueTimes:
        due: DueTimes = dict.fromkeys((None, *self._lines.known), now)
        if now < self._latest:
            return self._in_order(due)
        self._due, self._latest = due, now
        return due

    def _in_order(self, due: Mapping[Seat | None, float]) -> DueTimes:
        """The same, but to nobody before what they are still to be told: a card that was called off before it was
        shown, or an update that waited for a far player. Spectators come last, and who joins is one of them."""
        last = self._due.get(None, -inf)
        self._due = {who: max(at, self._due.get(who, last)) for who, at in due.items()}
        self._latest = max(self._due.values())
        return self._due
