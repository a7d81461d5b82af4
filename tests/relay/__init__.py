"""Several processes, one house: tables are elsewhere, and nobody at them can tell."""
