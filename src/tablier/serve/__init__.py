"""The table: a server that people can trust with their game. `tablier serve` starts it."""
