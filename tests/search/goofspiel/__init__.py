"""Goofspiel, small enough to be solved: both bid cards of the same hand, simultaneously, for one prize after another.

With three cards the prizes are 2, 3 and then 1, so that there is no best bid, only a best mixture. The higher bid takes
the prize, and what is bid is gone. Who has more points has won.
"""
