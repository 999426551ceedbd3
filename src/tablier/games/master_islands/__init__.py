"""Master Islands (Julien Sentis, 2015)."""
