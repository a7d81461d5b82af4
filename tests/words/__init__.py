"""The catalogue of sentences: complete, in both languages, and fit to be filled in."""
