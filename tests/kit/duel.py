"""Two bots measured against each other, so that luck cancels: every deal is played twice, with the seats exchanged."""

from cartable.arena.simulation import play
from cartable.bots import bot
from cartable.kernel import AnyGame


def share_won(game: AnyGame, level: str, other: str, deals: int, first: int = 0) -> float:
    """How many of the two-player matches the first level wins; a shared victory counts half."""
    won = 0.0
    for seed in range(first, first + deals):
        for levels in ((level, other), (other, level)):
            bots = [bot(game.id, each, seed, seat) for seat, each in enumerate(levels)]
            winners = play(game, bots, seed).outcome.winners
            won += sum(levels[seat] == level for seat in winners) / len(winners)
    return won / (2 * deals)
