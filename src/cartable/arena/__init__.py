"""Many matches at once: tournaments of bots, ratings, and what a match was worth move by move."""
