"""A server's tables from outside, for other programs."""
