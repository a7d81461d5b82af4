"""What holds for every game, taken from the registry: there is no list of names here, so no game can be exempted."""
