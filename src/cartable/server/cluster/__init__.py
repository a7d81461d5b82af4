"""Several server processes (nodes) with one store. Clients may come to any node, and are carried to the one that has
their table.

`bus` sends packets between nodes and may lose them (`nats` is the one between machines); `channel` and `peers` make
lossless channels of it; `messages` says what goes over them. `relay` finds the node that has a table; `edge` and
`owner` are the two ends of a client's pipe; `requests` and `forwarding` do the same for HTTP requests.
"""
