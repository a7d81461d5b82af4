"""What a table may set about people and time."""

import msgspec

from cartable.matches.learned_head_starts import ByHand, HandicapWay, Learnt


class TableSettings(msgspec.Struct, frozen=True, kw_only=True):
    """What a table may set about people and time; the rules' own options are the game's.

    It is stored, and read by older nodes too while a cluster is updated: they ignore fields that they do not know. What
    clients send is `wire.rest.Settings`, where unknown fields are refused."""

    race_grace_s: float = 8.0
    """How long an absent player's seat stays still in a race. Short: the others are running."""
    turn_grace_s: float = 40.0
    """The same in a turn game, counted on the player's own turn only."""
    auto_s: float = 5.0
    """When a present player in a race has only one thing to do and does not do it, the table does."""
    turn_limit_s: float = 0.0
    """Time for a decision in a turn game; 0, the default, means no limit."""
    stand_in: str = "fair"
    """The level of the bot that plays for an absent player."""
    hints: bool = True
    """May people ask what a good player would do? A casual table lets them."""
    wait_scale: float = msgspec.field(default=1.0, name="pace")
    """Scales every courtesy wait. 0 is for tests: nothing waits but for the players themselves. Stored as `pace`, which
    in the code is how fast bots are."""
    bot_pause_s: float = 0.7
    """How long a bot lets its turn be seen before it moves in a turn game."""
    paces: dict[str, float] = {}
    """By game: how much longer than an easy bot the bots take that follow the people, at the next match's beginning."""
    odds: bool = True
    """Whether boards show the chances that anybody could work out from what is seen."""
    handicap: HandicapWay = "off"
    """Where head starts come from: nobody has one, the host has chosen them, or they are learnt from the matches."""
    head_starts: ByHand = {}
    """Those that the host has chosen."""
    learnt: Learnt = {}
    """What the matches have taught so far."""
    deal_number: str = ""
    """What the host has entered for the next match: nothing, `new`, or a number, which nobody else is told."""
