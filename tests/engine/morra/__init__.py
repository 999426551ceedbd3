"""A very small game, for what the core does that one open game alone cannot show.

Each round a card is drawn that only the first seat sees, then both seats choose secretly, and at the same time, how
many fingers they show. An even sum gives the card's points to the first seat, an odd one to the second. In the end
the points (and one more for each) are the parts of the win.
"""
