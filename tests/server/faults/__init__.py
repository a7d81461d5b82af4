"""Three servers, PostgreSQL and NATS, each of which is killed, paused or cut off while people play."""
