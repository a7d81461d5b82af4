"""The server over real sockets, on ports that the system chooses."""
