"""The laboratory: thousands of games side by side, played and studied from Python."""

from tablier.lab.batch import Batch
from tablier.lab.results import Results
from tablier.lab.simulation import simulate

__all__ = ["Batch", "Results", "simulate"]
