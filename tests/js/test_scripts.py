"""The scripts of the pages, without a browser: what has logic is tested in Node, which came as a wheel."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tablier.serve.api import site

NODE = Path(sys.executable).with_name("node")

SCRIPTS = Path(__file__).parents[2] / "src" / "tablier" / "web"
TESTS = sorted(Path(__file__).parent.glob("*.test.js"))
PAGES = sorted(SCRIPTS.glob("*.html"))


@pytest.fixture(scope="module")
def words(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the pages say in French, as the server sends it."""
    file = tmp_path_factory.mktemp("words") / "fr.json"
    file.write_bytes(site.words_of("fr").plain)
    return file


@pytest.mark.parametrize("file", TESTS, ids=lambda file: file.name.removesuffix(".test.js"))
def test_logic_of_the_pages(file: Path, words: Path) -> None:
    env = {**os.environ, "WORDS": str(words)}
    done = subprocess.run([NODE, "--test", file], capture_output=True, text=True, env=env, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_page_begins_to_load_at_once_what_it_needs_and_nothing_else(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    entry = re.search(r'<script type="module" src="/web/(js/\w+\.js)">', text)
    assert entry
    assert set(re.findall(r'rel="modulepreload" href="/web/([^"]+)"', text)) == imported(entry[1])


def imported(script: str) -> set[str]:
    """The scripts that a script imports, and what these import."""
    found: set[str] = set()
    waiting = [script]
    while waiting:
        one = waiting.pop()
        text = (SCRIPTS / one).read_text(encoding="utf-8")
        for name in re.findall(r'^(?:import|\} from|import [^"]+ from) "\./([^"]+)";$', text, re.MULTILINE):
            path = (Path(one).parent / name).as_posix()
            if path not in found:
                found.add(path)
                waiting.append(path)
    return found
