"""What `make fuzz` runs: searches with new seeds, for as long as one lets them."""
