"""Trio: a player with two eyes and one hand. Looking takes time, moving a card takes time, and both can go wrong."""

from collections.abc import Collection
from typing import NamedTuple

from cartable.bots.contract import Bot, BotRandom, Intent
from cartable.bots.reaction import difficulty
from cartable.games.trio.acts import GO, PASS, TrioAct, TrioFault, TrioLay
from cartable.games.trio.bots.likeness import CLOSE, likeness
from cartable.games.trio.bots.pace import TrioPace, TrioSpeed
from cartable.games.trio.cards import fits
from cartable.games.trio.view import TrioView, TrioWindow


class Found(NamedTuple):
    """A card that seems to fit, after this many checks."""

    lay: TrioLay
    checks: int


class TrioPlayer(Bot[TrioView, TrioAct]):
    """Looks for a card that fits, lays it, and keeps half an eye on what the others lay."""

    def __init__(self, speed: TrioSpeed, random: BotRandom) -> None:
        self._speed = speed
        self._dice = random.own
        self._match = random.match_seed
        self._eyes = TrioPace(speed, random.own)
        self._go: Intent[TrioAct] | None = None
        self._lay: Intent[TrioAct] | None = None
        self._fault: Intent[TrioAct] | None = None
        self._in_vain: tuple[TrioLay, ...] = ()
        self._read: dict[str, tuple[str, ...]] = {}
        self._chosen: tuple[tuple[int, int], TrioAct] | None = None

    def decide(self, view: TrioView, legal: tuple[TrioAct, ...], now_ms: float) -> Intent[TrioAct] | None:
        if view.calm is not None:
            return Intent(self._choose(view, view.calm, legal), now_ms)
        self._go = self._signal(now_ms) if GO in legal else None
        self._lay = self._reach(view, legal, now_ms)
        self._fault = self._watch(view, legal, now_ms)
        plans = [plan for plan in (self._go, self._lay, self._fault) if plan is not None]
        return min(plans, key=lambda plan: plan.at_ms, default=None)

    def _choose(self, view: TrioView, window: TrioWindow, legal: tuple[TrioAct, ...]) -> TrioAct:
        """Calm play: what the eyes find, without a clock; once in a window, however often one is asked."""
        if GO in legal:
            return GO
        now = (view.round, window.number)
        if self._chosen is None or self._chosen[0] != now:
            noticed = self._notice(view, legal)
            found = None if noticed else self._find(view, lays_of(view, legal))
            self._chosen = now, noticed[0] if noticed else PASS if found is None else found.lay
        return self._chosen[1]

    def _signal(self, now_ms: float) -> Intent[TrioAct]:
        return self._go or Intent(GO, now_ms + self._eyes.signal_ms())

    def _still(self, plan: Intent[TrioAct] | None, aims: Collection[TrioAct], now_ms: float) -> Intent[TrioAct] | None:
        """A plan under way goes on while its aim is there. If play had stopped meanwhile, the hand starts again."""
        if plan is None or plan.act not in aims:
            return None
        return plan if plan.at_ms >= now_ms else Intent(plan.act, now_ms + self._eyes.laying_ms(pace=self.pace))

    # --- laying --------------------------------------------------------------------------------------------------

    def _reach(self, view: TrioView, legal: tuple[TrioAct, ...], now_ms: float) -> Intent[TrioAct] | None:
        """The card under way, or the next one that the eye finds; None when nothing fits, or play is stopped."""
        tops, lays = tops_of(view), lays_of(view, legal)
        under_way = self._still(self._lay, lays, now_ms)
        if under_way is not None or not lays or lays == self._in_vain:  # nothing is new since nothing was found
            return under_way
        glance = not self._knows_the_piles(view)
        found = self._find(view, lays)
        self._in_vain = lays if found is None else ()
        if found is None:
            return None
        hard, pace = difficulty(self._match, str(tops)), self.pace
        looking_ms = self._eyes.looking_ms(found.checks, glance=glance, pace=pace, hard=hard)
        return Intent(found.lay, now_ms + looking_ms + self._eyes.laying_ms(pace=pace))

    def _knows_the_piles(self, view: TrioView) -> bool:
        """The search goes on: nothing was found before, or what was found has been spoiled by somebody else."""
        before = self._lay.act if self._lay is not None else None
        return bool(self._in_vain) or (isinstance(before, TrioLay) and before.card in view.hand)

    def _find(self, view: TrioView, lays: tuple[TrioLay, ...]) -> Found | None:
        """Check by check, until one seems to fit. A player who passes over the only card that fits looks again."""
        of = {(lay.card, lay.pile): lay for lay in lays}
        fitting = [lay for lay in lays if fits(lay.pile, lay.card, lay.on)]
        checks = 0
        while True:
            for check in self._eyes.order(view.hand):
                checks += 1
                lay = of.get(check)
                if self._seems_to_fit(lay, view.referee) and lay is not None:
                    return Found(lay, checks)
            if not fitting:
                return None

    def _seems_to_fit(self, lay: TrioLay | None, referee: bool) -> bool:
        """A card that is almost right may be taken for right, but not where the table would refuse it (TRIO-23)."""
        chance = self._dice.random()
        if lay is None:
            return False
        if fits(lay.pile, lay.card, lay.on):
            return chance >= self._speed.ghost
        return not referee and chance < self._speed.miss * likeness(lay.pile, lay.card, lay.on) / CLOSE

    # --- watching ------------------------------------------------------------------------------------------------

    def _watch(self, view: TrioView, legal: tuple[TrioAct, ...], now_ms: float) -> Intent[TrioAct] | None:
        """The word on the tongue; or the next wrong card that is noticed. Each card is read once, when it is new."""
        plan = self._still(self._fault, aims_of(view, legal), now_ms)
        for aim in self._notice(view, legal, busy=plan is not None):
            plan = Intent(aim, now_ms + self._eyes.noticing_ms(pace=self.pace))
        return plan

    def _notice(self, view: TrioView, legal: tuple[TrioAct, ...], *, busy: bool = False) -> list[TrioFault]:
        """The first new card on top that is seen to be wrong, if there is one and the mind is free for it."""
        noticed: list[TrioFault] = []
        for aim in aims_of(view, legal):
            cards = view.centre[aim.pile]
            if aim.on != cards[-1] or self._read.get(aim.pile) == cards:
                continue  # what lies below was read when it was new
            self._read[aim.pile] = cards
            below = cards[-2]
            wrong = below != "" and not fits(aim.pile, cards[-1], below)
            if not busy and not noticed and wrong and self._dice.random() < self._speed.notices:
                noticed.append(aim)
        return noticed


def lays_of(view: TrioView, legal: tuple[TrioAct, ...]) -> tuple[TrioLay, ...]:
    """The cards that may be laid, each with the top it is meant for."""
    tops = tops_of(view)
    return tuple(TrioLay(act.card, act.pile, tops[act.pile]) for act in legal if isinstance(act, TrioLay))


def aims_of(view: TrioView, legal: tuple[TrioAct, ...]) -> list[TrioFault]:
    """The accusations that may be made, each with the card that is meant."""
    tops = tops_of(view)
    return [TrioFault(act.pile, act.on or tops[act.pile]) for act in legal if isinstance(act, TrioFault)]


def tops_of(view: TrioView) -> dict[str, str]:
    """The top card of each pile."""
    return {pile: cards[-1] for pile, cards in view.centre.items()}
