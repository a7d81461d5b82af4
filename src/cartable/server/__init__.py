"""The table server: tables over HTTP and WebSockets, everything stored before it is told."""
