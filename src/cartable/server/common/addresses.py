"""Under which address other devices reach this server: what the link, the QR code and the terminal say."""

import socket
from collections.abc import Iterable
from ipaddress import IPv4Network, ip_address, ip_network

from cartable.server.common.hosts import host_name, is_loopback
from cartable.server.config import ServerConfig


class TrustedProxies:
    """The proxies whose word about a client's address is believed: addresses and networks."""

    def __init__(self, proxies: Iterable[str]) -> None:
        """A proxy that is neither an address nor a network is a `ValueError`."""
        self._networks = [ip_network(proxy) for proxy in proxies]

    def __contains__(self, host: str) -> bool:
        try:
            address = ip_address(host.partition("%")[0])
        except ValueError:
            return False
        mapped = getattr(address, "ipv4_mapped", None)
        return any((mapped or address) in network for network in self._networks)

    def written(self) -> list[str]:
        """All of them, those of IPv4 also as a socket for both kinds of addresses tells them."""
        mapped = [
            f"::ffff:{n.network_address}/{96 + n.prefixlen}" for n in self._networks if isinstance(n, IPv4Network)
        ]
        return [*map(str, self._networks), *mapped]


def address_for_others(config: ServerConfig, came_by: str) -> str:
    """The address of the server for another device, without a slash at the end.

    The public one if there is one. Otherwise the one that the request came by, unless no other device could follow
    that: then the address of this machine on its network.
    """
    if config.public_url:
        return config.public_url.rstrip("/")
    scheme, _, host = came_by.partition("://")
    if host_name(host) is None:
        host = "localhost"
    lan = lan_address() if config.on_network and is_loopback(host) else None
    if lan is not None:
        port = host.rpartition(":")[2]
        host = f"{bracketed(lan)}:{port}" if port.isdecimal() else bracketed(lan)
    return f"{scheme}://{host}{config.base_path}"


def lan_address() -> str | None:
    """The address of this machine on its network, as far as it can be told: nothing is sent."""
    for family, target in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as probe:
                probe.connect((target, 9))
                return str(probe.getsockname()[0])
        except OSError:
            continue
    return None


def bracketed(host: str) -> str:
    """A host as it stands in an address."""
    return f"[{host}]" if ":" in host else host
