"""Nothing hidden is shown: what a seat cannot know is swapped, and it must not notice."""
