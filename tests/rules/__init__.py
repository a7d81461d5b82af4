"""The rules of each game, by number."""
