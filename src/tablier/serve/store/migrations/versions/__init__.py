"""One file for each version: what it adds to the one before."""
