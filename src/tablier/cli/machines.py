"""Other machines, as a command line names them."""

from __future__ import annotations

from tablier.cli.refusal import FAILED, Refusal
from tablier.cli.texts import say
from tablier.work import cluster
from tablier.work.cluster import Cluster


def chosen_cluster(address: str | None, lang: str) -> Cluster | None:
    """The cluster of `--ray`, if one is asked for."""
    if address is None:
        return None
    if not cluster.available():
        raise Refusal(say(lang, "arena_no_ray"), FAILED)
    return Cluster(address)
