"""The simulator beside the engine."""
