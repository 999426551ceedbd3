"""Contests between bots: which games are played, on all cores, and what they tell, with error bars."""

from tablier.arena.bout import Outcome, play_out
from tablier.arena.contest import Contest, round_robin
from tablier.arena.results import BadResults, OtherContest
from tablier.arena.summary import Summary

__all__ = ["BadResults", "Contest", "OtherContest", "Outcome", "Summary", "play_out", "round_robin"]
