"""Three at the Market: a toy that has everything a game may have."""
