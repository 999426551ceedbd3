"""Links as QR codes."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from tests.serve.visiting import Server

LINK = "https://tables.example/t/AAAAAAAAAAAAAAAA#seat=1&key=JH937K8mZ1KBkJ-zaK5KV0U2W75qptbhl0UyKPKESsg"


def test_link_becomes_a_picture(server: Server) -> None:
    answer = server.post("/qr", json={"link": LINK})
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "image/svg+xml"
    picture = ElementTree.fromstring(answer.text)
    assert picture.get("viewBox")
    assert len(picture) >= 2  # the paper, and the squares on it
    assert server.post("/qr", json={"link": LINK + "x"}).text != answer.text


@pytest.mark.parametrize("link", ["", "javascript:alert(1)", "https://a b", "https://" + "x" * 600, 7])
def test_what_is_no_link_is_refused(server: Server, link: object) -> None:
    assert server.post("/qr", json={"link": link}).status_code == 422
