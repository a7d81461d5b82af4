"""Who is asking, from where, and may they: cookies, bearer tokens, origins."""

from http.cookies import CookieError, SimpleCookie
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec

from cartable.wire import rest

COOKIE_DAYS: Final = 400

Headers = dict[str, str]


def headers_of(scope: Any) -> Headers:
    """The headers of an ASGI scope, the last of each name."""
    return {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}


def cookie_name(code: str) -> str:
    """The cookie that holds the key of a place at this table."""
    return f"cartable_{code}"


def key_of(headers: Headers, code: str) -> str | None:
    """The key a request carries: as a bearer token, or in the table's cookie."""
    scheme, _, token = headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and token:
        return token.strip()
    try:
        morsel = SimpleCookie(headers.get("cookie", "")).get(cookie_name(code))
    except CookieError:
        return None
    return morsel.value if morsel is not None else None


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


def same_origin(headers: Headers, public_url: str) -> bool:
    """Browsers say which page asks: only our own may. A client that says nothing is no browser, and has no cookies."""
    origin = headers.get("origin")
    if origin is None:
        return True
    asked = urlsplit(origin).netloc.lower()
    ours = {headers.get("host", "").lower(), urlsplit(public_url).netloc.lower()} - {""}
    return asked in ours


async def refuse_socket(send: Any, status: int, code: str) -> None:
    """Answer a socket that is not opened as any other request is."""
    headers = [(b"content-type", b"application/json")]
    await send({"type": "websocket.http.response.start", "status": status, "headers": headers})
    await send({"type": "websocket.http.response.body", "body": msgspec.json.encode(rest.Problem(code))})
