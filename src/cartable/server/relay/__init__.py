"""Tables that are elsewhere: clients may come to any process of a house, and are carried to the one that has their
table. The process they came to is the edge, the one with the table the host."""

from cartable.server.relay.forwarding import Forwarder
from cartable.server.relay.host import Client
from cartable.server.relay.relay import NotReached, Relay

__all__ = ["Client", "Forwarder", "NotReached", "Relay"]
