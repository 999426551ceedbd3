"""`tablier serve`, as it is told by flags and by the environment."""

from __future__ import annotations

import socket
from collections.abc import Callable
from unittest import mock

import pytest
from typer.testing import CliRunner

from tablier.cli import serve
from tablier.cli.app import app
from tablier.cli.serve import ServeArguments
from tablier.serve import limits
from tests.cli.conftest import Run

Command = Callable[..., tuple[int, str, str]]

ENVIRONMENT = {
    "TABLIER_HOST": "0.0.0.0", "TABLIER_PORT": "9000", "TABLIER_STORE": "here.db", "TABLIER_PROXY": "1",
    "TABLIER_NODE": "http://10.0.0.1", "TABLIER_THINKERS": "0",
    "TABLIER_NAME": "Play.example.org other.example.org", "TABLIER_METRICS": "1",
    "TABLIER_KEEP": "30d", "TABLIER_KEEP_UNFINISHED": "1y", "TABLIER_LIMIT_ALL_SOCKETS": "50", "TABLIER_OPEN": "1",
}  # fmt: skip
FLAGS = [
    "--host", "0.0.0.0", "--port", "9000", "--store", "here.db", "--proxy", "--node", "http://10.0.0.1",
    "--thinkers", "0", "--name", "Play.example.org", "--name", "other.example.org", "--metrics",
    "--keep", "30d", "--keep-unfinished", "1y", "--limit", "all-sockets=50", "--open",
]  # fmt: skip
LIMITS = {"keep": "30d", "keep-unfinished": "1y", "all-sockets": "50"}
NAMES = ("play.example.org", "other.example.org")


@pytest.mark.parametrize(("flags", "environment"), [(FLAGS, {}), ([], ENVIRONMENT)])
def test_whatever_a_flag_says_the_environment_can_say(flags: list[str], environment: dict[str, str]) -> None:
    with mock.patch.object(serve, "run") as run:
        CliRunner().invoke(app, ["serve", *flags], env=environment, catch_exceptions=False)
    assert run.call_args.args[0] == ServeArguments(
        "0.0.0.0", 9000, "here.db", "http://10.0.0.1", 0, True, NAMES, True, True, LIMITS
    )


def test_a_flag_says_more_than_the_environment() -> None:
    environment = {"TABLIER_LIMIT_KEEP": "1y", "TABLIER_LIMIT_SOCKETS": "7", "TABLIER_LIMIT_HINTS": "1+1/m"}
    asked = serve.asked_limits({"keep": "30d", "keep-unfinished": None}, ["sockets=8"], environment)
    assert asked == {"keep": "30d", "sockets": "8", "hints": "1+1/m"}


@pytest.mark.parametrize(
    "limit", ["sockets=many", "sockets", "requests=20", "keep=long", "request-time=forever", "x=1"]
)
def test_a_limit_that_cannot_be_is_refused_in_one_line(command: Command, limit: str) -> None:
    code, _, told = command("serve", "--port", "0", "--limit", limit)
    assert code == 2
    assert len(told.splitlines()) == 1
    assert "limite" in told


def test_all_limits_are_listed_with_what_they_are(run: Run) -> None:
    told = run("serve", "--limits", "--keep", "30d", TABLIER_LANG="en").stdout
    assert all(name in told for name in limits.LIMITS)
    assert "how long finished games are kept" in told
    assert "30d" in told


SERVE = ("serve", "--port", "0")


@pytest.mark.parametrize(
    ("limit", "like"),
    [
        ("sockets=abc", "la limite sockets ne peut pas être « abc » ; elle s'écrit comme 200, ou none"),
        ("hints=7", "elle s'écrit comme 20+20/m"),
        ("keep=3x", "la limite keep ne peut pas être « 3x » ; elle s'écrit comme 30d, 1y, ou forever"),
    ],
)
def test_how_a_limit_is_written_is_told_in_the_users_language(command: Command, limit: str, like: str) -> None:
    assert like in command(*SERVE, "--limit", limit)[2]


def test_a_limit_that_there_is_not_is_refused_in_the_environment_as_on_the_command_line(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "foo : cette limite n'existe pas ; il y a : requests, " in command(*SERVE, "--limit", "foo=1")[2]
    monkeypatch.setenv("TABLIER_LIMIT_FOO", "1")
    code, _, told = command(*SERVE)
    assert code == 2
    assert "TABLIER_LIMIT_FOO : cette limite n'existe pas ; il y a : requests, " in told


@pytest.mark.parametrize("name", ["https://play.example.org/", "play.example.org:8000", "play example", "*.org", ""])
def test_what_nobody_could_call_a_server_is_refused_as_its_name(command: Command, name: str) -> None:
    code, _, told = command(*SERVE, "--name", name)
    assert code == 2
    assert "il s'écrit play.example.org, sans https://" in told


@pytest.mark.parametrize(
    "node", ["nonsense", "10.0.0.7:8000", "ftp://10.0.0.7", "http://10.0.0.7/tables", "http://[", "http://"]
)
def test_an_address_where_no_other_server_could_come_is_refused(command: Command, node: str) -> None:
    with mock.patch.object(serve, "serve"):
        code, _, told = command(*SERVE, "--node", node)
    assert code == 2
    assert "une adresse s'écrit http://10.0.0.7:8000" in told


def test_a_log_that_there_is_not_is_refused_with_those_that_there_are(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TABLIER_LOG", "loud")
    code, _, told = command(*SERVE)
    assert code == 2
    assert "TABLIER_LOG : « loud » n'est aucun de ceux-ci : debug, info, warning, error, critical" in told


@pytest.mark.parametrize("host", ["nosuch.invalid", "192.0.2.7"])
def test_who_listens_elsewhere_than_here_is_not_told_to_take_another_port(command: Command, host: str) -> None:
    code, _, told = command(*SERVE, "--host", host)
    assert code == 1
    assert f"{host} : cette machine n'a pas cette adresse" in told
    assert "--port" not in told


def test_who_takes_a_port_of_another_program_is_told_how_to_have_a_free_one(command: Command) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        code, _, told = command("serve", "--port", str(other.getsockname()[1]))
    assert code == 1
    assert "est pris par un autre programme" in told
    assert "--port 0" in told
