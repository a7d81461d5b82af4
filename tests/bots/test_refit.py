"""`lab/bench/bots/reactions.py` finds the values again that simulated matches were played with, roughly."""

from pathlib import Path
from random import Random

import pytest

from cartable.bots import bot
from cartable.bots.contract import Level
from cartable.bots.reaction import SPEEDS
from cartable.games import registry
from cartable.games.trio.bots.pace import SPEEDS as TRIO_SPEEDS
from cartable.kernel import Act
from cartable.matches.deal.dealers import FairDealer, secret_of
from cartable.matches.deal.fairdeal import fingerprint
from cartable.matches.live import LiveMatch, LocalHost, SeatState, TableSettings, Think
from cartable.matches.log.header import Player, header_for
from cartable.matches.match import Match
from lab.bench.bots.reactions import fit, report
from lab.bench.bots.reactions_data import Groups, checks_for, orders_after, read

MATCHES = 40


def played(game_id: str, level: str, seed: int) -> bytes:
    """The log of a match of two or three bots at a table, in counted time."""
    game, secret = registry.game(game_id), secret_of(seed)
    seats = [Player(f"Bot {seat}", "bot", level) for seat in range(2 + seed % 2)]
    header = header_for(game, game.options(), seats, fingerprint(secret))
    match = Match(game, header, FairDealer(secret, header.line(), ()))
    bots = [bot(game_id, level, seed, seat) for seat in range(len(seats))]

    def think(asked: Think) -> tuple[Act | None, float]:
        intent = bots[asked.seat].decide(asked.view, asked.legal, asked.now)
        return (None, asked.now) if intent is None else (intent.act, intent.at_ms)

    states = [SeatState(player.name, player.kind, player.level) for player in seats]
    live = LiveMatch(match, states, TableSettings(), Random(seed), 0.0)
    LocalHost(live, think, lambda _lines: None, lambda _news: None).run(0.0, 3_600_000.0)
    assert match.ending is not None
    return b"".join(match.lines())


@pytest.fixture(scope="module")
def groups(tmp_path_factory: pytest.TempPathFactory) -> Groups:
    folder: Path = tmp_path_factory.mktemp("logs")
    for game, level in (("hexa", "easy"), ("trio", "strong")):
        for seed in range(MATCHES):
            (folder / f"{game}-{seed}.jsonl").write_bytes(played(game, level, seed))
    return read(sorted(folder.iterdir()))


def test_hexa_is_found_again(groups: Groups) -> None:
    """Beginning, rows and things within a third, the tail within a factor of two: the moment a card was shown is not in
    the log unless two calls were close."""
    found, speed = fit("hexa", groups["hexa", "easy"]), SPEEDS[Level.EASY]
    assert found is not None
    values = found.values
    assert [values["t0"], values["a"], values["b"]] == pytest.approx(
        [speed.t0_ms, speed.group_ms, speed.item_ms], rel=0.34
    )
    assert speed.tau_ms / 2 < values["tau"] < speed.tau_ms * 2
    assert values["miss"] < 0.05
    assert values["ghost"] < 0.1


def test_trio_is_found_again(groups: Groups) -> None:
    found, speed = fit("trio", groups["trio", "strong"]), TRIO_SPEEDS[Level.STRONG]
    assert found is not None
    values = found.values
    assert values["t0 + hand"] == pytest.approx(speed.t0_ms + speed.hand_ms, rel=0.15)
    assert values["c"] == pytest.approx(speed.check_ms, rel=0.3)
    assert speed.tau_ms / 2 < values["tau"] < speed.tau_ms * 2
    assert values["noticed"] == pytest.approx(speed.notices, abs=0.15)


def test_the_report_says_where_there_is_too_little(groups: Groups) -> None:
    few: Groups = type(groups)(groups.default_factory)
    few["hexa", "people"].searches = groups["hexa", "easy"].searches[:20]
    assert report(few) == "hexa, people: too few contests to fit anything"


def test_every_order_that_the_model_allows_is_weighed() -> None:
    assert len(orders_after(0)) == 720
    assert len(orders_after(3)) == 12
    assert {order[0] for order in orders_after(3)} == {3}
    tops = {"same": "1-red-sun", "step": "3-green-star", "different": "3-blue-drop"}
    looks = checks_for(("2-purple-star",), tops, None)  # fits `step` alone: first, second or third
    assert looks == {(1.0,): 2, (2.0,): 2, (3.0,): 2}
    assert checks_for(("3-yellow-leaf",), tops, None) == {}
