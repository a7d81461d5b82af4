"""Who sits where, and who plays for a player that is gone."""

from typing import Literal

import msgspec


class TableSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a table may set about people and time; the rules' own options are the game's."""

    race_grace_s: float = 8.0
    """How long an absent player's seat stays still in a race. Short: the others are running."""
    turn_grace_s: float = 40.0
    """The same in a turn game, counted on the player's own turn only."""
    auto_s: float = 5.0
    """When a present player in a race has but one thing to do and does not, the table does it."""
    turn_limit_s: float = 0.0
    """Time for a decision in a turn game; 0 is for ever, which is the default: nobody is hurried unasked."""
    stand_in: str = "fair"
    """The level of the bot that plays for an absent player."""
    hints: bool = True
    """May people ask what a strong player would do? A casual table lets them."""
    pace: float = 1.0
    """Scales every courtesy wait. 0 is for tests: nothing waits but for the players themselves."""
    bot_pause_s: float = 0.7
    """How long a bot lets its turn be seen before it moves in a turn game."""
    odds: bool = True
    """Whether boards show the chances that anybody could work out from what is seen."""


class Chair(msgspec.Struct):
    """One seat of a match: who it belongs to, whether they are here, and the last act number judged."""

    name: str
    kind: Literal["human", "bot"] = "human"
    level: str = ""
    present: bool = True
    absent_since: float = 0.0
    stood_in: bool = False
    """A bot plays for an absent player until they are back."""
    k: int = -1

    @property
    def bot_level(self) -> str:
        """The level of whoever plays here if it is a bot, else empty."""
        return self.level if self.kind == "bot" or self.stood_in else ""
