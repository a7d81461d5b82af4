"""Names of hosts: what stands in a `Host` header or an origin, and by which names this server may be asked.

A page of another site can let its own name mean this machine (DNS rebinding), and would then read answers as our page
does. So names that anybody can register are refused unless the server was started with them.
"""

import re
import socket
from ipaddress import ip_address
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from cartable.server.config import ServerConfig

_AUTHORITY: Final = re.compile(r"([A-Za-z0-9._-]{1,100}|\[[0-9A-Fa-f:.]{2,45}\])(?::(\d{1,5}))?")
"""A name or an address, and a port."""

_LOCAL_ENDINGS: Final = (".local", ".localhost", ".lan", ".home", ".home.arpa", ".internal", ".localdomain")
"""Names that the public DNS does not have."""

_DEFAULT_PORTS: Final = {"http": ":80", "https": ":443"}

HOST_EXPECTED: Final = (
    "a name of this server; whoever runs it names others with --public-url https://NAME or --allow-host NAME"
)
"""What somebody is told who asks by another name."""


class Origin(NamedTuple):
    """Where a page comes from."""

    scheme: str
    authority: str
    """The host, with its port unless that is the scheme's own."""


def read_origin(url: str) -> Origin | None:
    """Return the origin of a URL, or None if it has none."""
    try:
        parts = urlsplit(url.lower())
    except ValueError:
        return None
    if parts.scheme not in _DEFAULT_PORTS or _AUTHORITY.fullmatch(parts.netloc) is None:
        return None
    return Origin(parts.scheme, parts.netloc.removesuffix(_DEFAULT_PORTS[parts.scheme]))


def host_name(authority: str) -> str | None:
    """Return the name or address of a host that may have a port, in small letters; None if it is malformed."""
    found = _AUTHORITY.fullmatch(authority)
    return found[1].strip("[]").rstrip(".").lower() if found is not None else None


def is_loopback(authority: str) -> bool:
    """Return whether a host, with or without a port, is the machine itself."""
    name = host_name(authority)
    if name is None:
        return False
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        address = ip_address(name)
    except ValueError:
        return False
    return (getattr(address, "ipv4_mapped", None) or address).is_loopback


class AllowedHosts:
    """The names by which browsers may ask this server."""

    def __init__(self, config: ServerConfig) -> None:
        public = read_origin(config.public_url)
        self._names = {name for each in config.allowed_hosts if (name := host_name(each))}
        self._is_public = public is not None
        if public is not None:
            self._names.add(host_name(public.authority) or "")
        else:
            self._names.add(socket.gethostname().lower())

    def allow(self, authority: str) -> bool:
        """Return whether a `Host` header names this server. Whoever sends none is no browser."""
        name = host_name(authority)
        if name is None:
            return not authority
        return name in self._names or is_loopback(authority) or _is_address(name) or self._is_local(name)

    def _is_local(self, name: str) -> bool:
        """Return whether this is a name of a home network. A server with a public name is not asked by those."""
        return not self._is_public and ("." not in name or name.endswith(_LOCAL_ENDINGS))


def _is_address(name: str) -> bool:
    """Return whether this is an IP address: nobody can let that mean another machine."""
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
