"""Contests between bots: which games are played, on all cores, and what they tell, with error bars."""

from tablier.arena.bout import Outcome, play_out
from tablier.arena.contest import Contest, GamesLost, round_robin
from tablier.arena.kept import BadResults
from tablier.arena.merge import merge
from tablier.arena.results import OtherContest
from tablier.arena.summary import Summary
from tablier.work.shard import Shard

__all__ = [
    "BadResults",
    "Contest",
    "GamesLost",
    "OtherContest",
    "Outcome",
    "Shard",
    "Summary",
    "merge",
    "play_out",
    "round_robin",
]
