"""The WebSockets: frames, and the session of one client."""
