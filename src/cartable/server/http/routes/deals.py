"""Deals that were played several times, at several tables or on several evenings."""

from typing import Final

from cartable.kernel import BadInput
from cartable.matches.deal.deal_number import read_deal_number
from cartable.server.http.context import context, outside_address, within
from cartable.server.http.requests import Request
from cartable.server.http.routing import get
from cartable.server.tables.deal_results import MOST_NUMBERS, deal_results
from cartable.wire import rest
from cartable.wire.deals import DealResults


@get("/api/deals/{numbers}", summary="How everybody did with the same cards: one deal number, or several with commas")
async def compare_deals(request: Request, numbers: str) -> DealResults:
    wanted = read_numbers(numbers)
    within(request, "replays", len(wanted))
    return await deal_results(context(request).services.store, wanted)


@get("/api/deals/{numbers}/invitation", summary="The link to these deals, as other devices can follow it")
async def invite_to_deals(request: Request, numbers: str) -> rest.Invitation:
    return rest.Invitation(f"{outside_address(request)}/deal/{','.join(read_numbers(numbers))}")


ROUTES: Final = (compare_deals, invite_to_deals)


def read_numbers(text: str) -> tuple[str, ...]:
    """Deal numbers with commas between, each once."""
    wanted = tuple(dict.fromkeys(read_deal_number(number) for number in text.split(",")[: MOST_NUMBERS + 1]))
    if len(wanted) > MOST_NUMBERS:
        raise BadInput("numbers", f"expected at most {MOST_NUMBERS} deal numbers")
    return wanted
