"""Trio: what may be varied from table to table."""

from typing import Annotated, Literal

import msgspec

from cartable.kernel import Options


class TrioOptions(Options, frozen=True, kw_only=True):
    """What may be varied. Without `rounds` a single play decides, and there are no scores."""

    referee: Annotated[bool, msgspec.Meta(extra={"rule": "TRIO-23"})] = False
    refill: Annotated[Literal["one", "three"], msgspec.Meta(extra={"rule": "TRIO-25"})] = "one"
    wrong_card: Annotated[Literal["returns", "stays"], msgspec.Meta(extra={"rule": "TRIO-19"})] = "returns"
    rounds: Annotated[int, msgspec.Meta(ge=0, le=20, extra={"rule": "TRIO-26"})] = 0
    grace_s: Annotated[int, msgspec.Meta(ge=0, le=600, extra={"rule": "TRIO-22"})] = 3
    relief_s: Annotated[int, msgspec.Meta(ge=0, le=600, extra={"rule": "TRIO-24"})] = 4
    calm: Annotated[bool, msgspec.Meta(extra={"rule": "TRIO-C1", "later": True})] = False
    window_s: Annotated[int, msgspec.Meta(ge=0, le=3600, extra={"rule": "TRIO-C3", "later": True})] = 0
