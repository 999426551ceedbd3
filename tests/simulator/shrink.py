"""A session that went wrong, made smaller: fewer tables, fewer faults, less time."""

from __future__ import annotations

from collections.abc import Callable

from tests.simulator.plan import Plan
from tests.simulator.session import Verdict, run


def shrunk(plan: Plan, runs: int = 60, run: Callable[[Plan], Verdict] = run) -> tuple[Plan, Verdict]:
    """The smallest plan that is found in so many runs to go wrong as well, and how it does."""
    found = run(plan)
    assert found.violation
    tried = {plan}
    while candidates := [one for one in plan.smaller() if one not in tried]:
        for one in candidates:
            tried.add(one)
            verdict = run(one)
            if verdict.violation:
                plan, found = one, verdict
                break
            if len(tried) >= runs:
                return plan, found
    return plan, found
