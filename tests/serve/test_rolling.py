"""What nodes of an older version rely on, while they are replaced by newer ones, one after the other."""

from __future__ import annotations

import asyncio
import json
import subprocess
from collections import Counter
from pathlib import Path
from typing import Any
from unittest import mock

import httpx
import pytest

from tablier.serve.api import relay
from tablier.serve.api.refusals import MOVED
from tablier.serve.nodes.cluster import Cluster as Nodes
from tablier.serve.nodes.peers import TOKEN, token_of
from tablier.serve.store import Store
from tablier.serve.store.schema import LEASES, NODES
from tests.patience import PATIENCE
from tests.postgres import Cluster
from tests.serve.nodes import Cooperative, Node
from tests.serve.test_nodes import Playing

ROOT = Path(__file__).parents[2]

SPOKEN: dict[str, Any] = json.loads((ROOT / "tests" / "data" / "nodes.json").read_text(encoding="utf-8"))
"""What nodes of a certain commit say to others, and keep in the store: as it was then, not as it is now."""


BEFORE = "b452997ec9d49b364e87180350dfcc3b70f3bf05"
"""The version that is replaced: the first whose events newer ones, and older ones, can read."""


@pytest.fixture(scope="module")
def older(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sources of the version before, as git has them."""
    folder = tmp_path_factory.mktemp("older")
    asked = ["git", "archive", BEFORE, "src", "tests"]
    found = subprocess.run(asked, cwd=ROOT, capture_output=True, check=False)
    if found.returncode:
        pytest.skip(f"The version before, {BEFORE}, is not in this clone: git clone without --depth has it.")
    subprocess.run(["tar", "-x"], cwd=folder, input=found.stdout, check=True)
    return folder


def test_nodes_find_each_other_by_the_same_words() -> None:
    assert SPOKEN["headers"] == {"token": TOKEN, "client": relay.CLIENT, "scheme": relay.SCHEME, "moved": MOVED}
    assert token_of(bytes.fromhex(SPOKEN["token"]["secret"])) == SPOKEN["token"]["is"]


def test_what_an_older_node_tells_is_understood() -> None:
    store = mock.create_autospec(Store, instance=True)
    store.signer.return_value = b"secret"
    nodes, spent = Nodes(store, "http://here"), Counter[str]()
    nodes.spend = lambda told: spent.update({name: len(each) for name, each in told.items()})
    nodes.hear(SPOKEN["news"])
    assert spent == {"requests": 1}


def test_what_we_tell_has_all_that_an_older_node_looks_for() -> None:
    told: list[Any] = []

    async def main() -> None:
        store = mock.create_autospec(Store, instance=True)
        store.signer.return_value = b"secret"
        nodes = Nodes(store, "http://here")
        nodes._house = mock.Mock(sockets=Counter(), living=list)
        nodes.peers = {1: mock.Mock(owed={}, lost=None)}
        with mock.patch.object(nodes.lines, "ask", side_effect=lambda *said: told.append(said[1:])):
            await nodes._tell_all()
        await nodes.lines.close()

    asyncio.run(main())
    ((what, body),) = told
    assert what == "news"
    assert body.keys() >= SPOKEN["news"].keys()


def test_the_store_has_all_that_an_older_node_keeps_there() -> None:
    for table in (NODES, LEASES):
        kept = SPOKEN["columns"][table.name]
        assert {column.name for column in table.columns} >= set(kept)
        added = [column for column in table.columns if column.name not in kept]
        assert all(column.nullable or column.server_default is not None for column in added)  # it does not fill them in


# --- for real


def test_nodes_are_replaced_one_after_the_other_while_people_play(postgres: Cluster, older: Path) -> None:
    async def main() -> None:
        house = Cooperative(postgres)
        for node in house.nodes:
            node.sources = older
        async with house, Playing(house) as playing:
            for number, node in enumerate(house.nodes):
                assert await node.stop() == 0
                await playing.everybody_goes_on()
                node.sources = None
                await node.start()
                assert _tells_of_thinkers(node)
                assert [_tells_of_thinkers(one) for one in house.nodes] == [True, bool(number)]
                await playing.some_actions()
                await playing.everybody_goes_on()
            await playing.nothing_was_lost()

    asyncio.run(main())


def _tells_of_thinkers(node: Node) -> bool:
    """Whether it is of this version: those before did not."""
    return "thinkers" in httpx.get(f"{node.url}/api/v1/health", timeout=PATIENCE).json()
