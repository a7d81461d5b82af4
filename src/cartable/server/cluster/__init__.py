"""Several server processes with one store: the bus between them, and the way to a table of another process."""
