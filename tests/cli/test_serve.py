"""`tablier serve`, as it is told by flags and by the environment."""

from __future__ import annotations

from unittest import mock

import pytest
from typer.testing import CliRunner

from tablier.cli import serve
from tablier.cli.app import app
from tablier.cli.serve import ServeArguments

ENVIRONMENT = {
    "TABLIER_HOST": "0.0.0.0", "TABLIER_PORT": "9000", "TABLIER_STORE": "here.db", "TABLIER_PROXY": "1",
    "TABLIER_NAME": "Play.example.org other.example.org", "TABLIER_METRICS": "1",
}  # fmt: skip
FLAGS = [
    "--host", "0.0.0.0", "--port", "9000", "--store", "here.db", "--proxy",
    "--name", "Play.example.org", "--name", "other.example.org", "--metrics",
]  # fmt: skip
NAMES = ("play.example.org", "other.example.org")


@pytest.mark.parametrize(("flags", "environment"), [(FLAGS, {}), ([], ENVIRONMENT)])
def test_whatever_a_flag_says_the_environment_can_say(flags: list[str], environment: dict[str, str]) -> None:
    with mock.patch.object(serve, "run") as run:
        CliRunner().invoke(app, ["serve", *flags], env=environment, catch_exceptions=False)
    assert run.call_args.args[0] == ServeArguments("0.0.0.0", 9000, "here.db", True, NAMES, True, False)
