"""Faults as a habit: three servers, PostgreSQL and NATS, each of which is hurt while people play."""
