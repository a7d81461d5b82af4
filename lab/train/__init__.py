"""Where the bots' learned values come from: self-play in arrays, many matches at once. Not part of the package."""
