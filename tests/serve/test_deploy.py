"""What hosts are given to run: it names nothing that is not there, and the programs that read it understand it.

No engine of containers runs here: an image is not built, and what it is built from is only read.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml

from tablier.cli.app import localised
from tablier.serve.limits import LIMITS
from tests.patience import PATIENCE
from tests.serve.proxies import DEPLOY, NAME, Caddy, Proxied, found

ROOT = DEPLOY.parent
HEALTH = "/api/v1/health"

KNOWN = {"TABLIER_LOG", "TABLIER_LANG", "TABLIER_JIT"}
"""What is read from the environment besides flags."""

FOR_OTHERS = {"TABLIER_SITE", "TABLIER_UPSTREAM", "TABLIER_PASSWORD"}
"""What the files themselves, and Caddy, are told."""


"""Flags of several nodes on one store, which the command is being given."""


def parameters(command: str) -> list[Any]:
    return list(localised("en").commands[command].params)


def flags(command: str) -> set[str]:
    return {flag for parameter in parameters(command) for flag in (*parameter.opts, *parameter.secondary_opts)}


def settings() -> set[str]:
    """Every variable that the server reads, and who thinks for it."""
    both = [*parameters("serve"), *parameters("think")]
    named = {str(one.envvar) for one in both if getattr(one, "envvar", None)}
    limits = {f"TABLIER_LIMIT_{name.upper().replace('-', '_')}" for name in LIMITS}
    return named | limits | KNOWN


def compose() -> dict[str, Any]:
    read: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    return read


def lines(name: str) -> list[str]:
    """Of a file, without comments, those that go on joined."""
    text = re.sub(r"^\s*#.*\n", "", (DEPLOY / name).read_text(), flags=re.MULTILINE)
    return [line.strip() for line in text.replace("\\\n", " ").splitlines() if line.strip()]


@pytest.mark.parametrize("name", ["Containerfile", "compose.yaml", "tablier.service", "Caddyfile", "Caddyfile.nodes"])
def test_every_variable_of_ours_is_one_that_is_read(name: str) -> None:
    named = set(re.findall(r"TABLIER_[A-Z_]+", (DEPLOY / name).read_text()))
    assert named <= settings() | FOR_OTHERS


def commands() -> Iterator[list[str]]:
    """Every call of tablier in what hosts are given."""
    for name in ("tablier.service", "Containerfile", "compose.yaml", "Caddyfile", "Caddyfile.nodes", "nginx.conf"):
        for line in (DEPLOY / name).read_text().splitlines():
            if call := re.search(r"(?:^#\s+|bin/|RUN )tablier ((?:serve|prepare|admin|backup|think)\b[^()]*)", line):
                yield shlex.split(call.group(1))
    for service in compose()["services"].values():
        if "command" in service:
            yield service["command"]


def told_to_hosts() -> Iterator[list[str]]:
    """Every command that the page for hosts shows."""
    for line in (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8").splitlines():
        if line.startswith("$ tablier "):
            yield shlex.split(line)[2:]


def test_every_call_of_ours_can_be_made() -> None:
    calls = [*commands(), *told_to_hosts()]
    assert {call[0] for call in calls} == {"serve", "prepare", "admin", "backup", "move-store", "think"}
    for name, *arguments in calls:
        assert {word for word in arguments if word.startswith("--")} <= flags(name), (name, arguments)


# --- the container


def test_image_is_built_of_files_that_are_there_and_not_left_out() -> None:
    kept = {line.removeprefix("!") for line in (ROOT / ".dockerignore").read_text().splitlines() if line[:1] == "!"}
    copied = [line.split()[1:-1] for line in lines("Containerfile") if line.startswith("COPY") and "--from" not in line]
    assert copied
    for path in (path for paths in copied for path in paths):
        assert (ROOT / path).exists()
        assert path in kept


def test_image_runs_as_nobody_in_particular_says_how_it_is_and_stops_when_it_is_asked() -> None:
    all_lines = lines("Containerfile")
    words = [line.split()[0] for line in all_lines]
    assert all_lines.index("USER tablier") < all_lines.index("RUN tablier prepare") < words.index("ENTRYPOINT")
    assert HEALTH in next(line for line in all_lines if line.startswith("HEALTHCHECK"))
    assert "STOPSIGNAL SIGINT" in all_lines
    assert f"VOLUME {Path(_environment()['TABLIER_STORE']).parent}" in all_lines
    assert f"EXPOSE {_environment()['TABLIER_PORT']}" in all_lines
    bases = [line.split()[1] for line in all_lines if line.startswith("FROM")]
    assert all(re.fullmatch(r"docker\.io/library/python:3\.\d+-slim", base) for base in bases)


def _environment() -> dict[str, str]:
    line = next(line for line in lines("Containerfile") if line.startswith("ENV"))
    return dict(pair.split("=", 1) for pair in line.split()[1:])


def test_question_after_health_is_one_that_the_server_answers(tmp_path: Path) -> None:
    question = next(line for line in lines("Containerfile") if line.startswith("HEALTHCHECK")).partition("CMD ")[2]
    program, *arguments = yaml.safe_load(question)
    server = Proxied(tmp_path / "tables.db")
    here = [word.replace("http://127.0.0.1:8000", server.url) for word in arguments]
    assert here != arguments
    assert subprocess.run([shutil.which(program) or "python3", *here], check=False, timeout=PATIENCE).returncode == 0
    server.stop()
    asked = subprocess.run(
        [shutil.which(program) or "python3", *here], check=False, capture_output=True, timeout=PATIENCE
    )
    assert asked.returncode == 1


def test_two_nodes_share_a_database_and_caddy_knows_both() -> None:
    services = compose()["services"]
    nodes = {name: service for name, service in services.items() if "build" in service}
    assert len(nodes) == 2
    for name, node in nodes.items():
        assert node["command"] == ["serve", "--node", f"http://{name}:8000"]
        assert node["environment"]["TABLIER_STORE"].startswith("postgresql://tablier:")
        assert "@database/tablier" in node["environment"]["TABLIER_STORE"]
        assert (DEPLOY / node["build"]["context"] / node["build"]["dockerfile"]).exists()
    assert services["caddy"]["environment"]["TABLIER_UPSTREAM"].split() == [f"{name}:8000" for name in nodes]
    assert services["thinker"]["command"] == ["think", *(f"http://{name}:8000" for name in nodes)]
    assert services["thinker"]["image"] in {node["image"] for node in nodes.values()}


def test_volumes_and_services_that_are_named_are_there() -> None:
    read = compose()
    for service in read["services"].values():
        assert set(service.get("depends_on", ())) <= set(read["services"])
        for volume in service.get("volumes", ()):
            source = volume.split(":")[0]
            assert (DEPLOY / source).exists() if source.startswith(".") else source in read["volumes"]


# --- Caddy, systemd


class Several(Caddy):
    """In front of several nodes."""

    def configured(self) -> list[str]:
        command = super().configured()
        file = self.folder / "Caddyfile"
        file.write_text(file.read_text().replace(str(DEPLOY / "Caddyfile"), str(DEPLOY / "Caddyfile.nodes")))
        return command


def test_who_comes_while_a_node_is_gone_is_sent_to_the_other(tmp_path: Path) -> None:
    found("caddy")
    nodes = [Proxied(tmp_path / f"{number}.db") for number in (1, 2)]
    proxy = Several(tmp_path, " ".join(node.url.removeprefix("http://") for node in nodes))
    with httpx.Client(verify=proxy.trust, timeout=PATIENCE, headers={"host": f"{NAME}:{proxy.port}"}) as client:

        def status() -> int:
            where = f"https://127.0.0.1:{proxy.port}/api/v1/games"
            return client.get(where, extensions={"sni_hostname": NAME}).status_code

        assert [status() for _ in range(4)] == [200] * 4
        nodes[0].kill()
        assert [status() for _ in range(10)] == [200] * 10
    proxy.stop()
    nodes[1].stop()


def test_systemd_understands_the_service_and_calls_it_safe(tmp_path: Path) -> None:
    analyze = shutil.which("systemd-analyze")
    if not analyze:
        pytest.skip("The service is looked at by systemd-analyze, and it is not here.")
    program = tmp_path / "tablier"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    unit = tmp_path / "tablier.service"
    unit.write_text((DEPLOY / "tablier.service").read_text().replace("/opt/tablier/bin/tablier", str(program)))
    verified = subprocess.run([analyze, "verify", str(unit)], capture_output=True, text=True, check=False)
    assert (verified.returncode, verified.stderr) == (0, "")
    secure = [analyze, "security", "--offline=true", "--threshold=20", str(unit)]  # of 100: 20 is safe
    assert subprocess.run(secure, capture_output=True, check=False, env={**os.environ, "PAGER": ""}).returncode == 0
