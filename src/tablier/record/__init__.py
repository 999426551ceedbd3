"""A game being played: its moves and turns, the file that holds it, and the proof that chance was fair."""
