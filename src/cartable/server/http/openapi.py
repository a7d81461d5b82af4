"""The OpenAPI document: Litestar's, with what it cannot know or leaves out.

The bodies are described by msgspec, which reads them: bounds, fields that are refused, structs written as arrays. And
every error has the one shape of `rest.Problem`.
"""

from typing import Any, Final

import msgspec
from litestar import Litestar

from cartable.wire import rest

JSON_LINES: Final = "application/x-ndjson"

_REF: Final = "#/components/schemas/{name}"
_PROBLEM: Final = {
    "description": "It was not done: `code` has a sentence in the catalogue",
    "content": {"application/json": {"schema": {"$ref": _REF.format(name=rest.Problem.__name__)}}},
}


def describe(app: Litestar, base_path: str) -> dict[str, Any]:
    """What can be asked, and what is answered."""
    described = app.openapi_schema.to_schema()
    described["servers"] = [{"url": base_path or "/"}]
    kinds = [kind for kind in vars(rest).values() if isinstance(kind, type) and issubclass(kind, msgspec.Struct)]
    _, ours = msgspec.json.schema_components(kinds, ref_template=_REF)
    described["components"]["schemas"] |= ours
    for path in described["paths"].values():
        for operation in path.values():
            operation["responses"].pop("400", None)
            operation["responses"]["default"] = _PROBLEM
    described["paths"]["/api/matches"]["post"]["requestBody"] = {
        "required": True,
        "content": {JSON_LINES: {"schema": {"type": "string"}}},
    }
    return described
