"""What is counted, for Prometheus."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

REGISTRY = CollectorRegistry()

TABLES = Gauge("tablier_tables", "Tables in memory", registry=REGISTRY)
CONNECTIONS = Gauge("tablier_connections", "Open WebSockets", registry=REGISTRY)
OPENED = Counter("tablier_tables_opened", "Tables opened", ["game"], registry=REGISTRY)
ACTIONS = Counter("tablier_commands", "Commands of seats", ["do"], registry=REGISTRY)
REFUSED = Counter("tablier_refused", "What was refused", ["code"], registry=REGISTRY)
THINKERS = Gauge("tablier_thinkers", "Processes in which bots think, of our own or lent", ["whose"], registry=REGISTRY)
SECONDS = Histogram(
    "tablier_command_seconds",
    "From a command's arrival to its acknowledgement",
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5),
    registry=REGISTRY,
)


@cache
def commands(do: str) -> Counter:
    """What counts the commands of a kind: to find it among the others takes longer than to count."""
    return ACTIONS.labels(do)


def page(thinkers: Mapping[str, int]) -> bytes:
    """What Prometheus reads."""
    for whose, number in thinkers.items():
        THINKERS.labels(whose).set(number)
    return generate_latest(REGISTRY)


def refused() -> dict[str, int]:
    """How often something was refused, by its code, since the server runs."""
    samples = (sample for metric in REFUSED.collect() for sample in metric.samples)
    return {sample.labels["code"]: int(sample.value) for sample in samples if sample.name.endswith("_total")}
