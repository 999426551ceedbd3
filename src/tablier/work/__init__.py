"""Processes that work for this one: prepared, handed out one job at a time, replaced when they are lost."""
