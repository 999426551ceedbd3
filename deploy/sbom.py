"""What Tablier is made of, from its locks: a software bill of materials as CycloneDX writes it (`make sbom`).

`constraints.txt` has every Python package that is installed to run it, to test it and to compare it;
`package-lock.json` the tools that check the pages. What a server needs is `required`; tools are `excluded`. Fonts are
files of ours.
"""

from __future__ import annotations

import base64
import json
import os
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from hashlib import sha256
from importlib import metadata
from pathlib import Path
from uuid import NAMESPACE_URL, uuid5

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import HashAlgorithm, HashType, Property
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentScope, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from packageurl import PackageURL
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tablier import __version__

ROOT = Path(__file__).parents[1]
FONTS = ROOT / "src" / "tablier" / "web" / "fonts"

OWN: list[str] = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
"""What Tablier itself asks for."""

REQUIRED, TOOL = ComponentScope.REQUIRED, ComponentScope.EXCLUDED


def bill() -> Bom:
    """Everything, and what needs what."""
    bom = Bom()
    own = Component(
        name="tablier", version=__version__, type=ComponentType.APPLICATION, bom_ref="tablier",
        purl=PackageURL("pypi", name="tablier", version=__version__),
        licenses=[LicenseFactory().make_from_string("MIT")],
    )  # fmt: skip
    bom.metadata.component = own
    bom.metadata.timestamp = datetime.fromtimestamp(int(os.environ.get("SOURCE_DATE_EPOCH", _now())), UTC)
    python = {_name(one): one for one in python_packages()}
    components = [*python.values(), *node_packages(), *fonts()]
    for component in components:
        bom.components.add(component)
    refs = "\n".join(sorted(str(component.bom_ref) for component in components))
    bom.serial_number = uuid5(NAMESPACE_URL, f"tablier {__version__}\n{refs}")
    bom.register_dependency(own, [python[name] for name in sorted(_needs("tablier")) if name in python])
    for name, component in python.items():
        bom.register_dependency(component, [python[other] for other in sorted(_needs(name)) if other in python])
    return bom


def _now() -> int:
    return int(datetime.now(UTC).timestamp())


def _name(component: Component) -> str:
    return canonicalize_name(component.name)


# --- Python


def locked() -> dict[str, str]:
    """Names and versions of `constraints.txt`."""
    lines = (ROOT / "constraints.txt").read_text().splitlines()
    found = (re.fullmatch(r"([\w.-]+)==([\w.!+-]+)(?: *;.*)?", line.strip()) for line in lines)
    return {canonicalize_name(one[1]): one[2] for one in found if one}


def python_packages() -> Iterator[Component]:
    needed = _all_needed()
    for name, version in locked().items():
        purl = PackageURL("pypi", name=name, version=version)
        scope = REQUIRED if name in needed else TOOL
        yield Component(
            name=name, version=version, type=ComponentType.LIBRARY, bom_ref=str(purl), purl=purl, scope=scope,
            licenses=[LicenseFactory().make_from_string(text) for text in _licence(name)],
        )  # fmt: skip


def _licence(name: str) -> list[str]:
    """As the package says it, if it is here and says it in a word or two."""
    try:
        told = metadata.metadata(name)
    except metadata.PackageNotFoundError:
        return []
    said = next((told[key] for key in ("License-Expression", "License") if key in told), "")
    return [said] if 0 < len(said) < 60 and "\n" not in said else []


def _needs(name: str) -> set[str]:
    """What a package needs on this machine, without what is only for some."""
    try:
        lines = OWN if name == "tablier" else metadata.requires(name) or []
    except metadata.PackageNotFoundError:
        return set()
    required = map(Requirement, lines)
    return {canonicalize_name(one.name) for one in required if not one.marker or one.marker.evaluate({"extra": ""})}


def _all_needed() -> set[str]:
    """What a server needs, and what that needs in turn."""
    needed, waiting = set[str](), _needs("tablier")
    while waiting:
        name = waiting.pop()
        if name not in needed:
            needed.add(name)
            waiting |= _needs(name)
    return needed


# --- the rest


def node_packages() -> Iterator[Component]:
    packages = json.loads((ROOT / "package-lock.json").read_text())["packages"]
    for path, told in packages.items():
        if not path:
            continue
        group, _, name = path.rpartition("node_modules/")[2].rpartition("/")
        purl = PackageURL("npm", namespace=group or None, name=name, version=told["version"])
        yield Component(
            group=group or None, name=name, version=told["version"], type=ComponentType.LIBRARY, scope=TOOL,
            bom_ref=str(purl), purl=purl, hashes=_integrity(told.get("integrity", "")),
            licenses=[LicenseFactory().make_from_string(told["license"])] if "license" in told else (),
        )  # fmt: skip


def _integrity(text: str) -> Iterable[HashType]:
    kind, _, digest = text.partition("-")
    if kind == "sha512":
        yield HashType(alg=HashAlgorithm.SHA_512, content=base64.b64decode(digest).hex())


def fonts() -> Iterator[Component]:
    for path in sorted(FONTS.glob("*.woff2")):
        digest = HashType(alg=HashAlgorithm.SHA_256, content=sha256(path.read_bytes()).hexdigest())
        yield Component(
            name=path.stem, type=ComponentType.FILE, scope=REQUIRED, bom_ref=f"font:{path.stem}", hashes=[digest],
            licenses=[LicenseFactory().make_from_string("OFL-1.1")],
            properties=[Property(name="path", value=path.relative_to(ROOT).as_posix())],
        )  # fmt: skip


def written() -> str:
    """As JSON."""
    return JsonV1Dot6(bill()).output_as_string(indent=2)


if __name__ == "__main__":
    text = written()
    if len(sys.argv) > 1:
        to = Path(sys.argv[1])
        to.parent.mkdir(parents=True, exist_ok=True)
        to.write_text(text + "\n", encoding="utf-8")
    else:
        print(text)
