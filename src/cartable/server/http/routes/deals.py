"""Deals that were played several times, at several tables or on several evenings."""

from typing import Final

from cartable.kernel import BadInput
from cartable.server.http.context import context, within
from cartable.server.http.requests import Request
from cartable.server.http.routing import get
from cartable.server.tables.deal_results import MOST_NUMBERS, deal_results
from cartable.table.deal_number import read_deal_number
from cartable.wire import rest


@get("/api/deals/{numbers}", summary="How everybody did with the same cards: one deal number, or several with commas")
async def compare_deals(request: Request, numbers: str) -> rest.DealResults:
    wanted = tuple(dict.fromkeys(read_deal_number(number) for number in numbers.split(",")[: MOST_NUMBERS + 1]))
    if len(wanted) > MOST_NUMBERS:
        raise BadInput("numbers", f"expected at most {MOST_NUMBERS} deal numbers")
    within(request, "replays", len(wanted))
    return await deal_results(context(request).services.store, wanted)


ROUTES: Final = (compare_deals,)
