"""A table in the terminal: what it looks like, what can be typed, and the loop that plays."""
