"""`tablier bench`."""

import json

from tests.cli.conftest import Run


def test_speed_is_measured_and_written_for_programs(run: Run) -> None:
    told = run("bench", "master-citadel", "--seconds", "0.05", "--json", TABLIER_JIT="1")
    assert (told.returncode, told.stderr) == (0, "")
    (measure,) = json.loads(told.stdout)
    assert measure.pop("game") == "master-citadel"
    assert set(measure) == {
        "plies_per_second", "copy_nanoseconds", "state_bytes", "first_compilation_seconds", "warm_start_seconds"
    }  # fmt: skip
    assert all(value > 0 for value in measure.values())
    assert measure["warm_start_seconds"] < measure["first_compilation_seconds"]


def test_there_is_nothing_to_measure_without_a_compiler(run: Run) -> None:
    told = run("bench", "war-of-masters", TABLIER_JIT="0")
    assert (told.returncode, told.stdout) == (1, "")
    assert told.stderr.count("\n") == 1
