"""The OpenAPI document: what can be asked and what is answered, read from the routes and from the types of `wire`.

The bodies are described by msgspec, which reads and writes them. Every error has the one shape of `rest.Problem`.
"""

from collections.abc import Iterable
from typing import Any, Final

import msgspec

import cartable
from cartable.server.http.routing import JSON, Route
from cartable.wire import rest

_REF: Final = "#/components/schemas/{name}"
_PROBLEM: Final = {
    "description": "It was not done: `code` has a sentence in the catalogue",
    "content": {JSON: {"schema": {"$ref": _REF.format(name=rest.Problem.__name__)}}},
}


def describe(routes: Iterable[Route], base_path: str) -> dict[str, Any]:
    """The document of these routes."""
    listed = [(path, route) for route in routes if route.listed for path in route.paths]
    paths: dict[str, Any] = {}
    for path, route in listed:
        paths.setdefault(path, {})[route.method.lower()] = _operation(path, route)
    bodies = {route.kinds["data"] for _, route in listed if "data" in route.kinds}
    kinds = [rest.Problem, *bodies, *(route.answer for _, route in listed if route.media_type == JSON)]
    _, components = msgspec.json.schema_components(kinds, ref_template=_REF)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Cartable", "version": cartable.__version__},
        "servers": [{"url": base_path or "/"}],
        "paths": paths,
        "components": {"schemas": components},
    }


def _operation(path: str, route: Route) -> dict[str, Any]:
    name = f"{route.handler.__name__}{'' if path == route.paths[0] else '_' + path.rpartition('/')[2]}"
    described = {
        "summary": route.summary,
        "operationId": name,
        "parameters": _parameters(path, route),
        "responses": {
            str(route.status_code): {"description": "Done", "content": {route.media_type: {"schema": _answer(route)}}},
            "default": _PROBLEM,
        },
    }
    if "data" in route.kinds:
        described["requestBody"] = {"required": True, "content": {JSON: {"schema": _schema(route.kinds["data"])}}}
    elif route.accepts:
        described["requestBody"] = {"required": True, "content": {route.accepts: {"schema": {"type": "string"}}}}
    return described


def _parameters(path: str, route: Route) -> list[dict[str, Any]]:
    in_query = route.in_query(path)
    return [
        {
            "name": name,
            "in": "query" if name in in_query else "path",
            "required": name not in in_query,
            "schema": _schema(kind),
        }
        for name, kind in route.kinds.items()
        if name != "data"
    ]


def _answer(route: Route) -> dict[str, Any]:
    return _schema(route.answer) if route.media_type == JSON else {"type": "string"}


def _schema(kind: Any) -> dict[str, Any]:
    (described,), _ = msgspec.json.schema_components([kind], ref_template=_REF)
    return described
