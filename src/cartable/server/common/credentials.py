"""Authentication: keys of places from cookies and bearer tokens, and origin checks."""

from math import ceil
from typing import Any, Final

import msgspec

from cartable.server.common.hosts import read_origin
from cartable.wire import rest

COOKIE_DAYS: Final = 400
SECURE: Final = ("https", "wss")

MOST_KEYS: Final = 8
"""How many cookies of one table are looked at."""

Headers = dict[str, str]


def headers_of(scope: Any) -> Headers:
    """Return the headers of an ASGI scope: the last of each name, but all cookies."""
    headers: Headers = {}
    for raw, value in scope["headers"]:
        name, text = raw.decode("latin-1").lower(), value.decode("latin-1")
        headers[name] = f"{headers[name]}; {text}" if name == "cookie" and name in headers else text
    return headers


def cookie_name(code: str) -> str:
    """The cookie that holds the key of a place at this table."""
    return f"cartable_{code}"


def keys_of(headers: Headers, code: str) -> tuple[str, ...]:
    """Return the keys that a request carries for a table: its bearer token, or all cookies of that table.

    Browsers send the cookies of every program on a host, whatever its port, and some of those obey no standard. So each
    pair is read by itself, and whichever of several keys opens a place is taken.
    """
    scheme, _, token = headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and token:
        return (token.strip(),)
    pairs = (pair.partition("=") for pair in headers.get("cookie", "").split(";"))
    values = (value.strip().strip('"') for name, _, value in pairs if name.strip() == cookie_name(code))
    return tuple(value for value in values if value)[:MOST_KEYS]


def cookie(code: str, key: str, base_path: str, *, secure: bool) -> str:
    """The header that keeps a key in the browser, out of reach of scripts, and only for this table."""
    parts = [
        f"{cookie_name(code)}={key}",
        f"Path={base_path}/api/tables/{code}",
        f"Max-Age={COOKIE_DAYS * 86_400}",
        "HttpOnly",
        "SameSite=Lax",
    ]
    return "; ".join([*parts, "Secure"] if secure else parts)


def no_cookie(code: str, base_path: str) -> str:
    """The header that removes it."""
    return f"{cookie_name(code)}=; Path={base_path}/api/tables/{code}; Max-Age=0; HttpOnly; SameSite=Lax"


def same_origin(headers: Headers, scheme: str, public_url: str) -> bool:
    """Return whether a request comes from our own page. A client that says nothing of a page is no browser.

    Where the address is known to be `https`, a page that came without TLS is another's. `scheme` is the request's, as
    far as it is known: a proxy need not tell it.
    """
    if "origin" not in headers:
        return True
    asking, public = read_origin(headers["origin"]), read_origin(public_url)
    if asking is None:
        return False
    if asking == public:
        return True
    here = read_origin(f"{asking.scheme}://{headers.get('host', '')}")
    is_public = public is not None and here is not None and here.authority == public.authority
    is_secure = scheme in SECURE or (is_public and public is not None and public.scheme == "https")
    return asking == here and (asking.scheme == "https" or not is_secure)


def is_secure(headers: Headers, scheme: str, public_url: str) -> bool:
    """Return whether a browser has come by TLS, as its page says, or else the proxy or the public address."""
    asking = read_origin(headers.get("origin", ""))
    if scheme in SECURE or asking is not None:
        return scheme in SECURE or (asking is not None and asking.scheme == "https")
    return public_url.lower().startswith("https:")


async def refuse_socket(send: Any, status: int, code: str, *, retry_after_s: float | None = None) -> None:
    """Answer a socket that is not opened as any other request is."""
    headers = [(b"content-type", b"application/json")]
    if retry_after_s is not None:
        headers.append((b"retry-after", whole_seconds(retry_after_s).encode()))
    await send({"type": "websocket.http.response.start", "status": status, "headers": headers})
    await send({"type": "websocket.http.response.body", "body": msgspec.json.encode(rest.Problem(code))})


def whole_seconds(seconds: float) -> str:
    """Return how a `Retry-After` header tells a time."""
    return str(max(1, ceil(seconds)))
