"""The software bill of materials: valid, whole, and true of what is installed."""

from __future__ import annotations

import json
import runpy
import tomllib
from importlib import metadata
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from jsonschema_rs import Draft7Validator, Registry
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def text() -> str:
    written: str = runpy.run_path(str(ROOT / "deploy" / "sbom.py"))["written"]()
    return written


@pytest.fixture(scope="module")
def components(text: str) -> dict[str, dict[str, Any]]:
    return {component["bom-ref"]: component for component in json.loads(text)["components"]}


@pytest.fixture(scope="module")
def schema() -> Draft7Validator:
    """CycloneDX 1.6, with what it refers to.

    Not by the library's own validator: what that needs makes `import ray` two seconds slower, in every process.
    """
    others = ("spdx", "jsf-0.82", "cryptography-defs")
    registry = Registry(
        [(f"http://cyclonedx.org/schema/{name}.SNAPSHOT.schema.json", _schema(name)) for name in others]
    )
    return Draft7Validator(_schema("bom-1.6"), registry=registry, validate_formats=True)


def _schema(name: str) -> dict[str, Any]:
    file = files("cyclonedx.schema") / "_res" / f"{name}.SNAPSHOT.schema.json"
    schema: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return schema


def test_it_is_valid_by_the_schema(text: str, schema: Draft7Validator) -> None:
    assert [fault.message for fault in schema.iter_errors(json.loads(text))] == []


@pytest.mark.parametrize(
    ("place", "value"),
    [("serialNumber", "1"), ("dependencies", [{}]), ("metadata", {"timestamp": "today"}), ("made", 1)],
)
def test_what_is_not_valid_would_be_noticed(text: str, schema: Draft7Validator, place: str, value: Any) -> None:
    assert not schema.is_valid(json.loads(text) | {place: value})


def test_every_package_of_the_locks_is_there_once(components: dict[str, dict[str, Any]]) -> None:
    pinned = [line for line in (ROOT / "constraints.txt").read_text().splitlines() if "==" in line]
    npm = json.loads((ROOT / "package-lock.json").read_text())["packages"]
    kinds = [ref.partition("/")[0] for ref in components]
    assert kinds.count("pkg:pypi") == len(pinned)
    assert kinds.count("pkg:npm") == len(npm) - 1  # without our own
    assert {ref for ref in components if ref.startswith("font:")} == {"font:fraunces", "font:inter"}


def test_what_a_server_needs_is_told_from_tools_and_is_what_runs_here(components: dict[str, dict[str, Any]]) -> None:
    own = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    scopes = {one["name"]: one["scope"] for one in components.values()}
    assert {scopes[canonicalize_name(Requirement(line).name)] for line in own} == {"required"}
    assert {scopes[name] for name in ("pytest", "ruff", "mypy", "prettier", "cyclonedx-python-lib")} == {"excluded"}
    for one in components.values():
        if one["scope"] == "required" and one["type"] == "library":
            assert one["version"] == metadata.version(one["name"]), one["name"]


def test_it_says_what_needs_what(text: str) -> None:
    needs = {one["ref"]: one.get("dependsOn", []) for one in json.loads(text)["dependencies"]}
    assert any(ref.startswith("pkg:pypi/fastapi@") for ref in needs["tablier"])
    (fastapi,) = (ref for ref in needs if ref.startswith("pkg:pypi/fastapi@"))
    assert any(ref.startswith("pkg:pypi/starlette@") for ref in needs[fastapi])
