"""Master Citadel (1989)."""
