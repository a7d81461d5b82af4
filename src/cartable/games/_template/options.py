"""Template: what may be varied from table to table."""

from typing import Annotated

import msgspec

from cartable.kernel import Options


class TemplateOptions(Options, frozen=True, kw_only=True):
    """What may be varied. Every option has a default, and names the rule that tells of it."""

    # To change: yours; the docstring alone when nothing may be varied.
    drops: Annotated[int, msgspec.Meta(ge=0, le=3, extra={"rule": "TMPL-06"})] = 1
