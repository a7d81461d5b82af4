"""The tables: the registry of all of them, who is at each, its matches, and what is shown to whom."""
