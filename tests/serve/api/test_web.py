"""The files that pages are made of, as a browser gets them."""

from __future__ import annotations

import os
from pathlib import Path

import httpx
import pytest
from starlette.testclient import TestClient

from tablier.serve.api.web import Web
from tablier.serve.edition import WEB
from tests.serve.visiting import Server

FILES = [path.relative_to(WEB).as_posix() for path in (*WEB.rglob("*.js"), *WEB.rglob("*.css"), *WEB.rglob("*.woff2"))]


@pytest.mark.parametrize("accepted", ["gzip", "identity"])
def test_every_file_comes_as_it_is(server: Server, accepted: str) -> None:
    with httpx.Client(headers={"accept-encoding": accepted}) as browser:
        for name in FILES:
            answer = browser.get(f"{server.url}/web/{name}")
            assert answer.content == (WEB / name).read_bytes()
            assert accepted == "gzip" or "content-encoding" not in answer.headers


def test_a_script_comes_in_few_bytes_and_a_font_is_small_already(server: Server) -> None:
    script = httpx.get(f"{server.url}/web/js/table.js", headers={"accept-encoding": "gzip"})
    assert script.headers["content-encoding"] == "gzip"
    assert "accept-encoding" in script.headers["vary"].lower()
    assert script.headers["content-type"].startswith("text/javascript")
    assert int(script.headers["content-length"]) < len(script.content) / 2
    font = httpx.get(f"{server.url}/web/fonts/inter.woff2", headers={"accept-encoding": "gzip"})
    assert "content-encoding" not in font.headers


def test_who_has_a_file_already_is_told_so(server: Server) -> None:
    tag = httpx.get(f"{server.url}/web/js/table.js").headers["etag"]
    again = httpx.get(f"{server.url}/web/js/table.js", headers={"if-none-match": tag})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("path", ["js/none.js", "js", "../edition.py", "%2e%2e/edition.py"])
def test_there_is_nothing_else(server: Server, path: str) -> None:
    assert httpx.get(f"{server.url}/web/{path}").status_code == 404


def test_a_file_that_was_changed_is_read_again(tmp_path: Path) -> None:
    file, browser = tmp_path / "a.js", TestClient(Web(directory=tmp_path))
    for moment, text in enumerate(("old();" * 9, "new();" * 9)):
        file.write_text(text)
        os.utime(file, (moment, moment))
        answer = browser.get("/a.js")
        assert (answer.text, answer.headers["content-encoding"]) == (text, "gzip")
