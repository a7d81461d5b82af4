"""The HTTP side of the server: its ASGI entry, routes, problems, the OpenAPI document and the static files."""
