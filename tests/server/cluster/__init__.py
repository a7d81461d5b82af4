"""Several servers with one store: the bus, the channels on it, and the way to a table of another node."""
