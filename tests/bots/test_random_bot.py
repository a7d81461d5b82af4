"""The bot that takes any legal act."""

from collections import Counter
from random import Random

from cartable.bots import Intent
from cartable.bots.random_bot import RandomBot
from cartable.games.hexa import HEXA
from cartable.games.hexa.acts import CALLS, TURN, HexaAct
from cartable.games.hexa.options import HexaOptions

VIEW = HEXA.view(HEXA.start(HexaOptions(), 2), 0)


def decided(bot: RandomBot[HexaAct], legal: tuple[HexaAct, ...], now_ms: float) -> Intent[HexaAct]:
    chosen = bot.decide(VIEW, legal, now_ms)
    assert chosen is not None
    return chosen


def test_all_acts_are_equally_likely() -> None:
    bot: RandomBot[HexaAct] = RandomBot(Random(1))
    count = Counter(decided(bot, CALLS, now_ms=0.0).act for _ in range(7000))
    assert set(count) == set(CALLS)
    assert all(900 < times < 1100 for times in count.values())


def test_in_a_turn_game_it_answers_at_once() -> None:
    assert decided(RandomBot(Random(1)), CALLS, now_ms=123.0).at_ms == 123.0


def test_in_a_race_it_takes_its_time_and_keeps_to_its_choice() -> None:
    """Whatever changes meanwhile: else it would never come to act where much is going on."""
    bot: RandomBot[HexaAct] = RandomBot(Random(1), 400.0, 2000.0)
    chosen = decided(bot, CALLS, now_ms=1000.0)
    assert 1400.0 <= chosen.at_ms <= 3000.0
    assert decided(bot, CALLS, now_ms=chosen.at_ms - 1) == chosen
    assert decided(bot, CALLS, now_ms=chosen.at_ms).at_ms >= chosen.at_ms + 400.0


def test_it_chooses_again_when_its_choice_is_gone() -> None:
    bot: RandomBot[HexaAct] = RandomBot(Random(1), 400.0, 2000.0)
    decided(bot, CALLS, now_ms=0.0)
    assert decided(bot, (TURN,), now_ms=1.0).act == TURN


def test_it_waits_when_there_is_nothing_to_do() -> None:
    assert RandomBot[HexaAct](Random(1)).decide(VIEW, (), now_ms=0.0) is None
