"""What every game and every layer stands on: the protocol, positions, matches, game files, scenes, errors."""
