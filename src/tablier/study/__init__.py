"""Studies, for authors of games: what a rule does to who wins, how long it takes, what there is to decide, to luck."""

from tablier.study.findings import Findings
from tablier.study.plan import BadStudy, Study

__all__ = ["BadStudy", "Findings", "Study"]
