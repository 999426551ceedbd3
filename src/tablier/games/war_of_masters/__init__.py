"""War of Masters (La Guerre des Maîtres, 1983)."""
