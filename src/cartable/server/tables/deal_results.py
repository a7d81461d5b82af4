"""How everybody did with the same cards: all matches of the store with a deal number that were played to their end."""

from collections.abc import Sequence
from typing import Final

import msgspec

from cartable.kernel import Outcome
from cartable.matches.deal.duplicate import ComparedDeal, ComparedMatch, PlayedDeal, compare, totals
from cartable.matches.deal.fairdeal import fingerprint
from cartable.matches.log.header import Header
from cartable.server.store.contract import MatchRow, Store
from cartable.server.tables.archive import Stretches
from cartable.wire.deals import DealInfo, DealMatchInfo, DealPairInfo, DealResults, DealSeatInfo, DealTotalInfo

MOST_NUMBERS: Final = 12
MOST_MATCHES: Final = 60
"""So many deals are added up, and so many matches of each compared: the newest ones."""

DIGITS: Final = 3


class _LastLine(msgspec.Struct, frozen=True):
    """The end of a log."""

    outcome: Outcome | None = None


async def deal_results(store: Store, numbers: Sequence[str]) -> DealResults:
    """All matches with these numbers, compared, and everybody's results added up."""
    ids: dict[str, str] = {}
    played: list[PlayedDeal] = []
    stretches = Stretches()
    for number in numbers:
        for row in await store.matches_of_deal(number, MOST_MATCHES):
            found = await _played(store, row)
            if found is not None:
                played.append(found)
                if row.code is not None or found.id not in ids:  # one that was imported too is shown as it was played
                    ids[found.id] = row.id
            await stretches.pause()
    deals = compare(played)
    return DealResults(
        tuple(_deal(deal, ids) for deal in deals),
        tuple(
            DealTotalInfo(total.name, total.kind, total.matches, round(total.above, DIGITS)) for total in totals(deals)
        ),
    )


async def _played(store: Store, row: MatchRow) -> PlayedDeal | None:
    _, lines = await store.lines(row.id)
    outcome = msgspec.json.decode(lines[lines.rfind(b"\n", 0, -1) + 1 :], type=_LastLine).outcome
    if outcome is None:
        return None
    header = msgspec.json.decode(row.header, type=Header)
    return PlayedDeal(fingerprint(row.header), row.ended or row.started, row.deal, header, outcome)


def _deal(deal: ComparedDeal, ids: dict[str, str]) -> DealInfo:
    return DealInfo(
        deal.number,
        deal.game,
        deal.options,
        tuple(round(mean, DIGITS) for mean in deal.means),
        tuple(_match(match, ids[match.played.id]) for match in deal.matches),
    )


def _match(match: ComparedMatch, match_id: str) -> DealMatchInfo:
    return DealMatchInfo(
        match_id,
        match.played.at,
        match.played.header.deal_number == "given",
        tuple(
            DealSeatInfo(seat.player.name, seat.player.kind, seat.points, round(seat.above, DIGITS), seat.player.level)
            for seat in match.seats
        ),
        tuple(DealPairInfo(pair.first, pair.second, round(pair.above, DIGITS)) for pair in match.pairs),
    )
