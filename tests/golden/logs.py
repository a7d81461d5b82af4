"""`v1.jsonl`, `v2.jsonl`, ...: the log of one finished match for each version of the rules there ever was."""

from pathlib import Path
from random import Random
from typing import Final

from cartable.games import registry
from cartable.kernel import AnyGame, Refused, read_options
from cartable.matches.deal.dealers import FairDealer
from cartable.matches.deal.fairdeal import fingerprint
from cartable.matches.log.header import header_for
from cartable.matches.log.reading import LogReader
from cartable.matches.match import Match
from cartable.matches.perft import in_order
from tests.golden.plan import KEPT, folder_of, plan
from tests.kit.policies import POLICIES
from tests.matches.played import NONCES, SECRET, export, seated

LONGEST: Final = 2_000
"""A log of more acts is too long to keep."""


def log_path(game: AnyGame, version: int, folder: Path | None = None) -> Path:
    """Return where the log of a version is, in the game's golden files or in another folder."""
    return (folder or folder_of(game)) / f"v{version}.jsonl"


def log_of(game: AnyGame) -> bytes:
    """The match of the plan, played to its end under the present rules, as it is exported."""
    wanted = plan(game).log
    options = read_options(game.options, wanted.options)
    header = header_for(game, options, seated(wanted.players), fingerprint(SECRET), map(fingerprint, NONCES))
    match = Match(game, header, FairDealer(SECRET, header.line(), NONCES))
    match.start()
    rng = Random(f"{wanted.policy} {wanted.seed}")
    choose = POLICIES[wanted.policy](rng)
    while match.outcome is None:
        seat = rng.choice([seat for seat in in_order(game.actors(match.state)) if game.legal(match.state, seat)])
        answer = match.act(seat, choose(game.legal(match.state, seat)), 1000 * len(match.entries))
        assert not isinstance(answer, Refused), f"{game.id}: an act that was offered is refused: {answer.code}"
        assert len(match.entries) < LONGEST, f"{game.id}: the match does not end"
    return b"".join(export(match))


def reader(path: Path) -> LogReader:
    """A kept log; unlike the registry, it knows the template as well."""
    return LogReader(path.read_bytes().splitlines(keepends=True), str(path), game_of=_game_of)


def _game_of(game_id: str, version: int) -> AnyGame:
    here = [game for game in KEPT if (game.id, game.rules_version) == (game_id, version)]
    return here[0] if here else registry.game(game_id, version)
