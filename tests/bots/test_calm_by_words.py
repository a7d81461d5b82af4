"""Calm play for whoever sees nothing of it: a player who goes only by the sentences of the page wins matches."""

import re
from abc import abstractmethod
from typing import Any, Final

import msgspec
import pytest

from cartable.arena.simulation import play
from cartable.bots import Level, bot
from cartable.bots.contract import Bot, Intent
from cartable.games.hexa import HEXA
from cartable.games.hexa import acts as hexa_acts
from cartable.games.hexa import cards as hexa_cards
from cartable.games.trio import TRIO
from cartable.games.trio import acts as trio_acts
from cartable.games.trio import cards as trio_cards
from cartable.kernel import Act, AnyGame, Seat
from cartable.words.tell import Teller

DEALS: Final = 10
"""Each is played twice, with the seats exchanged."""
SHARE: Final = 0.6
"""Of the matches, at least."""


class Listener(Bot[Any, Any]):
    """Knows the rules, and of the table nothing but sentences: names of what can be pushed, and of what lies open."""

    game: AnyGame
    cards: tuple[str, ...]

    def __init__(self, language: str, seat: Seat) -> None:
        self.teller = Teller(self.game.id, language, ("Ada", "Max"), seat)
        self._cards = {self.teller.card(card): card for card in self.cards}
        names = sorted(self._cards, key=len, reverse=True)
        self._names = re.compile(rf"\b(?:{'|'.join(map(re.escape, names))})\b")

    def decide(self, view: Any, legal: tuple[Any, ...], now_ms: float) -> Intent[Any] | None:
        """The only thing to do is done; else it is chosen by ear."""
        if not legal:
            return None
        act = legal[0] if len(legal) == 1 else self.choose(self.told(view, frozenset(map(str, legal))))
        return Intent(act, now_ms)

    def named(self, sentence: str) -> list[str]:
        """The cards that a sentence names."""
        return [self._cards[name] for name in self._names.findall(sentence)]

    @abstractmethod
    def told(self, view: Any, legal: frozenset[str]) -> list[str]:
        """What a screen reader reads."""

    @abstractmethod
    def choose(self, told: list[str]) -> Act:
        """By that alone."""


class HexaListener(Listener):
    game = HEXA
    cards = tuple(dict.fromkeys((*hexa_cards.CARDS, *hexa_cards.HEXAGON)))

    def told(self, view: Any, _legal: frozenset[str]) -> list[str]:
        rows = [[printed, *row] for printed, row in zip(hexa_cards.HEXAGON, view.rows, strict=True)]
        names = [self.teller.own("board.calm-row", row=at, cards=row) for at, row in enumerate(rows, 1)]
        return [self.teller.own("board.open", card=view.open), *names]

    def choose(self, told: list[str]) -> Act:
        """HEXA-10: a row without the colour and without the object of the open card."""
        [open_card] = self.named(told[0])
        colour, thing = open_card.split("-")
        for row, sentence in enumerate(told[1:], 1):
            if not any(card.startswith(f"{colour}-") or card.endswith(f"-{thing}") for card in self.named(sentence)):
                return hexa_acts.HexaCall(row)
        return hexa_acts.HexaCall(None)


class TrioListener(Listener):
    game = TRIO
    cards = trio_cards.CARDS

    def __init__(self, language: str, seat: Seat) -> None:
        super().__init__(language, seat)
        self._other = 1 - seat
        self._tops: dict[str, str] = {}
        """As they were told last, but for the pile that a card of one's own was meant for."""

    def told(self, view: Any, legal: frozenset[str]) -> list[str]:
        say, tops = self.teller.own, {pile: cards[-1] for pile, cards in view.centre.items()}
        piles = [say("board.pile", pile=at, law=say(f"law.{at}"), card=self.teller.card(tops[at])) for at in tops]
        hand = [say("board.card", card=card, place=at, count=len(view.hand)) for at, card in enumerate(view.hand, 1)]
        faults = [self._fault(pile, top) for pile, top in tops.items() if f"fault {pile}" in legal]
        return [say("board.calm-last" if view.phase == "grace" else "board.calm-ask"), *piles, *hand, *faults]

    def _fault(self, pile: str, top: str) -> str:
        return self.teller.own("board.fault-by", pile=pile, card=self.teller.card(top), seat=self._other)

    def choose(self, told: list[str]) -> Act:
        """Accuse what is wrong, else lay what fits; after a last card there is nothing to lay (TRIO-C8)."""
        tops = {pile: self.named(said)[0] for pile, said in zip(trio_cards.PILES, told[1:4], strict=True)}
        before, self._tops = self._tops, dict(tops)
        faults = {pile: self._fault(pile, top) for pile, top in tops.items()}
        for pile, top in tops.items():
            if faults[pile] in told and before.get(pile, top) != top and not goes(top, pile, before[pile]):
                return trio_acts.TrioFault(pile, top)
        if told[0] == self.teller.own("board.calm-last"):
            return trio_acts.PASS
        hand = [card for said in told[4:] if said not in faults.values() for card in self.named(said)]
        for pile, top in tops.items():
            for card in hand:
                if goes(card, pile, top):
                    del self._tops[pile]
                    return trio_acts.TrioLay(card, pile, top)
        return trio_acts.PASS


def goes(card: str, pile: str, top: str) -> bool:
    """TRIO-09 to TRIO-11."""
    (number, colour, symbol), (below, under, beneath) = card.split("-"), top.split("-")
    apart = abs(int(number) - int(below))
    if pile == "same":
        return colour == under or symbol == beneath
    return apart == 1 if pile == "step" else colour != under and symbol != beneath and apart > 1


@pytest.mark.parametrize(("listener", "language"), [(HexaListener, "en"), (TrioListener, "fr")])
def test_who_only_listens_wins_matches(listener: type[Listener], language: str) -> None:
    """HEXA-C7, TRIO-C9: nobody is too slow, so that who knows the rules wins their share against easy bots."""
    game, won = listener.game, 0.0
    options = msgspec.structs.replace(game.options(), calm=True)
    for seed in range(DEALS):
        for seat in (0, 1):
            players = [bot(game.id, Level.EASY, seed, at) for at in (0, 1)]
            players[seat] = listener(language, seat)
            winners = play(game, players, seed, options).outcome.winners
            won += (seat in winners) / len(winners)
    assert won / (2 * DEALS) >= SHARE


def test_easy_bots_win_from_both_seats() -> None:
    """HEXA-C4: among players who never miss a row, whoever is heard first would win every match."""
    options = msgspec.structs.replace(HEXA.options(), calm=True)
    won = [0.0, 0.0]
    for seed in range(3 * DEALS):
        winners = play(HEXA, [bot("hexa", Level.EASY, seed, at) for at in (0, 1)], seed, options).outcome.winners
        for seat in winners:
            won[seat] += 1 / len(winners)
    assert min(won) >= 0.2 * sum(won), won
