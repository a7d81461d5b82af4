"""Trio: a player with two eyes and one hand. Looking takes time, moving a card takes time, and both can go wrong."""

from collections.abc import Collection
from typing import Final

import msgspec

from cartable.bots.contract import Bot, BotRandom, Intent
from cartable.bots.reaction import Reaction, Reflexes, difficulty
from cartable.bots.trio.choice import Tops, best, likeness, right
from cartable.games.trio.acts import GO, TrioAct, TrioFault, TrioLay
from cartable.games.trio.cards import fits
from cartable.games.trio.view import TrioView

THINK: Final = 1.7
"""Three laws have to be thought of: so much longer than a plain choice does the eye take to find a card."""

AGAIN: Final = 0.7
"""Who has just looked and sees one top change does not start from nothing."""

READY: Final = 0.6
"""Who saw the next card coming while the hand was busy hardly has to look."""

HAND_SPREAD: Final = 0.15
SIGNAL_MS: Final = (400.0, 900.0)
"""How soon the signal to start or to go on is given."""


class Skill(msgspec.Struct, frozen=True, kw_only=True):
    """What sets one level apart from another."""

    reflexes: Reflexes
    hand_ms: float
    """How long it takes to lay a card that one has chosen."""
    ahead: int
    """How many cards of the hand are thought of beyond the one to be laid."""
    notices: float
    """How often a wrong card of somebody else is noticed."""


class TrioPlayer(Bot[TrioView, TrioAct]):
    """Looks for a card that fits, lays it, and keeps half an eye on what the others lay."""

    def __init__(self, skill: Skill, random: BotRandom) -> None:
        self._skill = skill
        self._dice = random.own
        self._match = random.match_seed
        self._reaction = Reaction(skill.reflexes, random.own)
        self._go: Intent[TrioAct] | None = None
        self._lay: Intent[TrioAct] | None = None
        self._fault: Intent[TrioAct] | None = None
        self._in_vain: tuple[TrioLay, ...] = ()
        self._read: dict[str, tuple[str, ...]] = {}

    def decide(self, view: TrioView, legal: tuple[TrioAct, ...], now_ms: float) -> Intent[TrioAct] | None:
        self._go = self._signal(now_ms) if GO in legal else None
        self._lay = self._reach(view, legal, now_ms)
        self._fault = self._watch(view, legal, now_ms)
        plans = [plan for plan in (self._go, self._lay, self._fault) if plan is not None]
        return min(plans, key=lambda plan: plan.at_ms, default=None)

    def _signal(self, now_ms: float) -> Intent[TrioAct]:
        return self._go or Intent(GO, now_ms + self._dice.uniform(*SIGNAL_MS))

    def _still(self, plan: Intent[TrioAct] | None, aims: Collection[TrioAct], now_ms: float) -> Intent[TrioAct] | None:
        """A plan under way goes on while its aim is there. Was it held up (play had stopped), the hand starts again."""
        if plan is None or plan.act not in aims:
            return None
        return plan if plan.at_ms >= now_ms else Intent(plan.act, now_ms + self._moving_ms())

    def _moving_ms(self) -> float:
        """How long the hand is on its way."""
        return self._skill.hand_ms * max(0.5, self._dice.gauss(1.0, HAND_SPREAD))

    # --- laying --------------------------------------------------------------------------------------------------

    def _reach(self, view: TrioView, legal: tuple[TrioAct, ...], now_ms: float) -> Intent[TrioAct] | None:
        """The card under way, or the next one that the eye finds; None when nothing fits, or play is stopped."""
        tops = tops_of(view)
        lays = tuple(TrioLay(act.card, act.pile, tops[act.pile]) for act in legal if isinstance(act, TrioLay))
        under_way = self._still(self._lay, lays, now_ms)
        if under_way is not None or not lays or lays == self._in_vain:  # nothing is new since nothing was found
            return under_way
        act, hasty = self._find(view, lays, tops)
        if act is None:
            self._in_vain = lays
            return None
        took_ms = self._looking_ms(len(lays), hasty, self._familiar(view) * difficulty(self._match, str(tops)))
        return Intent(act, now_ms + took_ms + self._moving_ms())

    def _find(self, view: TrioView, lays: tuple[TrioLay, ...], tops: Tops) -> tuple[TrioLay | None, bool]:
        """The card to lay, and whether it was taken for right in haste."""
        fitting = right(lays)
        if not view.referee and self._dice.random() < self._skill.reflexes.wrong:
            wrong = [lay for lay in lays if lay not in fitting]
            weights = [likeness(lay.pile, lay.card, lay.on) for lay in wrong]
            if any(weights):
                return self._dice.choices(wrong, weights)[0], True
        if not fitting:
            return None, False
        return best(fitting, view.hand, tops, self._skill.ahead, self._dice), False

    def _familiar(self, view: TrioView) -> float:
        """How much there is still to look for: the last plan was spoiled by others, or carried out with foresight."""
        if self._lay is None or not isinstance(self._lay.act, TrioLay):
            return 1.0
        if self._lay.act.card in view.hand:
            return AGAIN
        return READY if self._skill.ahead else 1.0

    def _looking_ms(self, choices: int, hasty: bool, hard: float) -> float:
        looks = 2 if self._dice.random() < self._skill.reflexes.missed else 1  # overlooked at first
        return sum(self._reaction.time_ms(choices, hasty=hasty, hard=THINK * hard) for _ in range(looks))

    # --- watching ------------------------------------------------------------------------------------------------

    def _watch(self, view: TrioView, legal: tuple[TrioAct, ...], now_ms: float) -> Intent[TrioAct] | None:
        """The word on the tongue; or the next wrong card that is noticed. Each card is read once, when it is new."""
        tops = tops_of(view)
        aims = [TrioFault(act.pile, act.on or tops[act.pile]) for act in legal if isinstance(act, TrioFault)]
        plan = self._still(self._fault, aims, now_ms)
        for aim in aims:
            cards = view.centre[aim.pile]
            if aim.on != cards[-1] or self._read.get(aim.pile) == cards:
                continue  # what lies below was read when it was new
            self._read[aim.pile] = cards
            below = cards[-2]
            wrong = below != "" and not fits(aim.pile, cards[-1], below)
            if plan is None and wrong and self._dice.random() < self._skill.notices:
                plan = Intent(aim, now_ms + self._reaction.time_ms(len(view.centre), hard=THINK))
        return plan


def tops_of(view: TrioView) -> Tops:
    """The top card of each pile."""
    return {pile: cards[-1] for pile, cards in view.centre.items()}
