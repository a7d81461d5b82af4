"""Hexa: what may be varied from table to table."""

from typing import Annotated

import msgspec

from cartable.kernel import Options


class HexaOptions(Options, frozen=True, kw_only=True):
    """What may be varied."""

    patience_s: Annotated[int, msgspec.Meta(ge=0, le=1_000_000, extra={"rule": "HEXA-20"})] = 45
    calm: Annotated[bool, msgspec.Meta(extra={"rule": "HEXA-C1", "later": True})] = False
    window_s: Annotated[int, msgspec.Meta(ge=0, le=3600, extra={"rule": "HEXA-C3", "later": True})] = 0
