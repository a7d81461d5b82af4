"""What people were told, held against the logs: nobody may have been told of an act that is not there, none may be
there twice, and nobody may have been shown what their seat must not see."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec

from cartable.matches.log.reading import LogReader
from cartable.matches.log.replay import replay
from cartable.matches.log.verify import Unverified, verify
from tests.server.reconnecting import ReconnectingPlayer, fingerprint


class ConsistencyCheck(msgspec.Struct):
    """Checks match after match, and counts."""

    matches: Counter[str] = msgspec.field(default_factory=Counter)
    acts: int = 0
    answers: Counter[str] = msgspec.field(default_factory=Counter)
    events: int = 0
    views: int = 0
    connections_break: bool = False
    """Also while the server goes on: what it has judged already may have been refused, and the answer lost."""

    def __str__(self) -> str:
        played = ", ".join(f"{number} of {game}" for game, number in sorted(self.matches.items()))
        answers = ", ".join(f"{number} {answer}" for answer, number in self.answers.most_common())
        return (
            f"matches played to the end and verified: {played}\n"
            f"acts in their logs: {self.acts}; answers to people: {answers}\n"
            f"told and found to be so: {self.events} events, {self.views} views"
        )

    def check(self, players: Sequence[ReconnectingPlayer], match: str, data: bytes) -> None:
        """One match, its log as it was exported."""
        _no_contradictions(players)
        header = next((player.headers[match] for player in players if match in player.headers), None)
        log = LogReader(data.splitlines(keepends=True), match)
        verdict = verify(log, header)
        assert not isinstance(verdict, Unverified), f"match {match}: {verdict}"
        assert log.reveal is not None
        truth = _Truth(data, match, players)
        self.matches[truth.game] += 1
        self.acts += truth.entries
        for player in players:
            self._check_answers(player, match, truth)
            self._check_events(player, match, truth)
            self._check_views(player, match, truth)
            assert log.reveal.secret.encode() not in b"".join(player.told), f"match {match}: its secret was told"

    def _check_answers(self, player: ReconnectingPlayer, match: str, truth: "_Truth") -> None:
        for told in player.given:
            if told.match != match:
                continue
            self.answers[told.answer] += 1
            done = truth.acts.get((told.seat, told.k))
            if told.answer == "accepted":
                assert done is not None, f"{told} is not in the log"
                assert done == told.n, f"{told} is in the log as {done}"
            elif told.answer == "already-judged" and not self.connections_break:
                assert done is not None, f"{told} is not in the log, though only that survives a server"

    def _check_events(self, player: ReconnectingPlayer, match: str, truth: "_Truth") -> None:
        seat = player.seats.get(match)
        for number, told in player.heard[match].items():
            event = truth.events.get(number)
            assert event is not None, f"match {match}: event {number} was told, but never happened"
            assert event.to is None or event.to == seat, f"match {match}: event {number} was not for seat {seat}"
            assert msgspec.json.decode(msgspec.json.encode(event)) == told, (
                f"match {match}: event {number} was told as {told}"
            )
            self.events += 1

    def _check_views(self, player: ReconnectingPlayer, match: str, truth: "_Truth") -> None:
        seat = player.seats.get(match)
        for n, seen in player.seen[match].items():
            assert truth.views[n, seat] == seen, f"match {match}: seat {seat} was shown something else of act {n}"
            self.views += 1


class _Truth:
    """A match as it stands in its log: acts by seat and number, events, and the views that anybody was shown."""

    def __init__(self, data: bytes, match: str, players: Sequence[ReconnectingPlayer]) -> None:
        self.acts: dict[tuple[int, int], int] = {}
        self.events: dict[tuple[int, int], Any] = {}
        self.views: dict[tuple[int, int | None], int] = {}
        self.entries = 0
        log = LogReader(data.splitlines(keepends=True), match)
        self.game = log.game.id
        self._seats = {player.seats.get(match) for player in players}
        last: Counter[int] = Counter()
        self._view(log.game, log.begin(), -1)
        for moment in replay(log):
            entry = moment.recorded.entry
            self.entries += 1
            done = [(entry.seat, entry.about.k)] if isinstance(entry.about.k, int) else []
            for seat, k in (*done, *entry.about.tied):
                assert (seat, k) not in self.acts, f"match {match}: act {k} of seat {seat} was done twice"
                self.acts[seat, k] = entry.n
            for seat, k in done:
                assert k >= last[seat], f"match {match}: act {k} of seat {seat} was done after a later one"
                last[seat] = k
            for index, event in enumerate(moment.events):
                self.events[entry.n, index] = event
            self._view(log.game, moment.state, entry.n)

    def _view(self, game: Any, state: Any, n: int) -> None:
        for seat in self._seats:
            shown = msgspec.json.decode(msgspec.json.encode(game.view(state, seat)))
            self.views[n, seat] = fingerprint(shown)


def _no_contradictions(players: Sequence[ReconnectingPlayer]) -> None:
    for player in players:
        assert not player.contradictions, player.contradictions[:3]
