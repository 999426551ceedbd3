"""Behind Caddy and behind nginx: the real programs, with the configuration that deploy/ has for hosts, by https."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from websockets.sync.client import ClientConnection, connect

from tablier.serve.hatch import ask
from tablier.serve.identity import COOKIE
from tests.patience import PATIENCE
from tests.serve.hosting import ENTROPY
from tests.serve.proxies import NAME, Caddy, Nginx, Proxied, Proxy, found

GAME = "war-of-masters"


class Site:
    """A server, its proxy, and somebody who comes to it from an address of theirs."""

    def __init__(self, server: Proxied, proxy: Proxy) -> None:
        self.server, self.proxy = server, proxy
        self.host = f"{NAME}:{proxy.port}"

    def client(self, address: str = "127.0.0.1") -> httpx.Client:
        transport = httpx.HTTPTransport(verify=self.proxy.trust, local_address=address)
        return httpx.Client(
            base_url=f"https://127.0.0.1:{self.proxy.port}", transport=transport, timeout=PATIENCE,
            headers={"host": self.host}, cookies=None,
        )  # fmt: skip

    def ask(self, client: httpx.Client, method: str, path: str, **given: Any) -> httpx.Response:
        return client.request(method, path, extensions={"sni_hostname": NAME}, **given)

    def socket(self, path: str, address: str = "127.0.0.1", **headers: str) -> ClientConnection:
        plain = socket.create_connection(("127.0.0.1", self.proxy.port), PATIENCE, (address, 0))
        return connect(
            f"wss://{self.host}/api/v1/{path}", sock=plain, ssl=self.proxy.trust, server_hostname=NAME,
            additional_headers=headers, open_timeout=PATIENCE, max_size=None,
        )  # fmt: skip

    def opened(self, address: str = "127.0.0.1") -> tuple[str, str]:
        """A table between somebody who came from this address and a bot; the secret of who plays there."""
        with self.client(address) as client:
            secret = self.ask(client, "POST", "/api/v1/people").json()["secret"]
            known = {"authorization": f"Bearer {secret}", "x-forwarded-for": "192.0.2.66"}
            wish = {"game": GAME, "seats": [{"who": "me"}, {"who": "bot", "level": 1}]}
            table = self.ask(client, "POST", "/api/v1/tables", json=wish, headers=known).json()["table"]
            body = {"name": "Ann", "entropy": ENTROPY}
            sat = self.ask(client, "POST", f"/api/v1/tables/{table}/seats/0", json=body, headers=known)
            assert sat.status_code == 201, sat.text
            return table, secret


@pytest.fixture(scope="module", params=[Caddy, Nginx], ids=["caddy", "nginx"])
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("proxied")
    found(request.param.program)  # before anything runs that would have to be stopped
    server = Proxied(folder / "tables.db")
    proxy: Proxy = request.param(folder, server.url.removeprefix("http://"))
    yield Site(server, proxy)
    proxy.stop()
    assert server.stop()[0] == 0


def test_pages_come_by_https_with_headers_and_cookies_that_keep_to_it(site: Site) -> None:
    with site.client() as client:
        page = site.ask(client, "GET", "/")
        assert (page.status_code, "Tablier" in page.text) == (200, True)
        assert page.headers["strict-transport-security"] == "max-age=31536000"
        assert "default-src 'none'" in page.headers["content-security-policy"]
        cookie = site.ask(client, "POST", "/api/v1/people").headers["set-cookie"]
        assert cookie.startswith(f"{COOKIE}=")
        assert "; secure" in cookie.lower()


def test_who_comes_without_https_is_led_there(site: Site) -> None:
    answer = httpx.get(
        f"http://127.0.0.1:{site.proxy.plain_port}/learn?x=1", headers={"host": NAME}, timeout=PATIENCE
    )  # fmt: skip
    assert answer.status_code in (301, 308)
    assert answer.headers["location"].startswith(f"https://{NAME}")
    assert answer.headers["location"].endswith("/learn?x=1")


def test_a_game_is_played_over_a_websocket(site: Site) -> None:
    table, secret = site.opened()
    path = f"tables/{table}/socket?seat=0&show=legal"
    known = {"authorization": f"Bearer {secret}", "origin": f"https://{site.host}"}
    with site.socket(path, **known) as connection:
        first = json.loads(connection.recv(PATIENCE))
        command = {
            "id": "a",
            "do": "play",
            "action": first["now"]["legal"][0],
            "version": first["events"][-1]["version"],
        }
        connection.send(json.dumps(command))
        kinds = set()
        while "done" not in kinds:
            message = json.loads(connection.recv(PATIENCE))
            assert message["type"] != "refused", message
            kinds.add(message["type"])


def test_pages_of_other_sites_are_refused_here_too(site: Site) -> None:
    table, secret = site.opened()
    known = {"authorization": f"Bearer {secret}", "origin": "https://evil.example.com"}
    with site.client() as client:
        assert site.ask(client, "POST", "/api/v1/people", headers=known).json()["code"] == "seat/not-yours"
    with site.socket(f"tables/{table}/socket?seat=0", **known) as connection:
        assert json.loads(connection.recv(PATIENCE))["code"] == "seat/not-yours"


def test_the_server_knows_from_where_somebody_comes_whatever_they_say(site: Site) -> None:
    table, secret = site.opened("127.0.0.5")
    known = {"authorization": f"Bearer {secret}", "x-forwarded-for": "192.0.2.66"}
    with site.socket(f"tables/{table}/socket?seat=0", "127.0.0.6", **known) as connection:
        connection.recv(PATIENCE)
        seen = ask(site.server.store, {"do": "table", "table": table}, "en")
    assert (seen["opened_from"], seen["seats"][0]["addresses"]) == ("127.0.0.5", ["127.0.0.6"])


def test_a_ban_of_an_address_is_one_of_who_comes_from_there_and_not_of_the_proxy(site: Site) -> None:
    ask(site.server.store, {"do": "ban", "who": "127.0.0.7"}, "en")
    with site.client("127.0.0.7") as banned, site.client("127.0.0.8") as other:
        lie = {"x-forwarded-for": "127.0.0.8", "forwarded": "for=127.0.0.8", "x-real-ip": "127.0.0.8"}
        assert site.ask(banned, "GET", "/api/v1/games", headers=lie).status_code == 403
        assert site.ask(other, "GET", "/api/v1/games").status_code == 200


def test_a_long_game_file_comes_through_and_one_that_is_too_long_does_not(site: Site) -> None:
    with site.client() as client:
        for length, status in ((900_000, 200), (1_150_000, 422), (1_300_000, 413)):
            answer = site.ask(client, "POST", "/api/v1/verify", json={"file": "#" * length})
            assert answer.status_code == status, (length, answer.text[:200])
            assert ("code" in answer.json()) == (status != 200)  # it is ours, and not the proxy's


def test_another_name_leads_nowhere(site: Site) -> None:
    with site.client() as client:
        answer = site.ask(client, "GET", "/api/v1/health", headers={"host": "evil.example.com"})
    assert answer.status_code == 421 or not answer.content  # by the server, or by Caddy, which says nothing
