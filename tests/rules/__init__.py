"""Rules that several games have; those of one game are tested in its folder."""
