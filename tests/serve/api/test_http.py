"""The HTTP interface, by a real server."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from tablier.engine.kernels import NATURE
from tablier.record.match import Match
from tablier.serve.api import limits
from tests.patience import PATIENCE
from tests.serve.serving import serving
from tests.serve.visiting import Person, Server

GUARDED = ("/", "/api/v1/games", "/api/v1/health", "/api/v1/tables/nosuchtable00000", "/nowhere")


@pytest.mark.parametrize("path", GUARDED)
def test_every_answer_makes_browsers_careful(server: Server, path: str) -> None:
    headers = httpx.get(server.url + path, timeout=PATIENCE).headers
    assert "script-src 'self'" in headers["content-security-policy"]
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "server" not in headers


def test_a_secret_is_kept_where_no_script_can_read_it(server: Server) -> None:
    answer = server.post("/people")
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    again = server.post("/people", cookies={"tablier": answer.json()["secret"]})
    assert again.json() == answer.json()


def test_nobody_is_known_without_a_secret(server: Server) -> None:
    new = {"game": "maestria", "seats": [{"who": "me"}, {"who": "anyone"}]}
    for headers in ({}, {"authorization": "Bearer short"}):
        refused = server.post("/tables", json=new, headers=headers)
        assert (refused.status_code, refused.json()["code"]) == (403, "seat/not-yours")


def test_pages_of_others_cannot_ask_in_somebody_s_name(server: Server) -> None:
    person = Person(server)
    new = {"game": "maestria", "seats": [{"who": "me"}, {"who": "anyone"}]}
    foreign = person.client.post("/tables", json=new, headers={"origin": "https://evil.example"})
    assert (foreign.status_code, foreign.json()["code"]) == (403, "seat/not-yours")
    own = person.client.post("/tables", json=new, headers={"origin": server.url})
    assert own.status_code == 201


def test_a_version_that_there_is_not_is_answered_with_all_and_one_that_cannot_be_is_refused(server: Server) -> None:
    table = Person(server).open("maestria", ["me", "anyone"])["table"]
    told = server.get(f"/tables/{table}?after=1000").json()
    assert (told["after"], told["events"][0]["version"]) == (0, 1)
    for path in (f"/tables/{table}?after=9999999999999999999999999999992", f"/tables/{table}/at/{10**30}"):
        assert server.get(path).status_code == 422


def test_a_request_that_is_too_large_is_refused_also_if_it_does_not_say_so(server: Server) -> None:
    person = Person(server)
    large = json.dumps({"file": "x" * 1_300_000})
    assert person.client.post("/verify", content=large).status_code == 413
    parts = (large[i : i + 100_000].encode() for i in range(0, len(large), 100_000))
    refused = person.client.post("/verify", content=parts, headers={"content-type": "application/json"})
    assert (refused.status_code, refused.json()["code"]) == (400, "request/invalid")


def test_what_is_not_understood_is_said_without_repeating_it(server: Server) -> None:
    person = Person(server)
    refused = person.client.post("/tables", json={"game": "maestria", "seats": "<script>hello</script>"})
    assert (refused.status_code, refused.json()["code"]) == (422, "request/invalid")
    assert refused.json()["where"][0]["at"] == "body.seats"
    assert "<script>" not in refused.text


def test_refusals_speak_the_language_of_who_asks(server: Server) -> None:
    french, english = "cette table n’existe pas", "there is no such table"
    asked: list[tuple[dict[str, Any], str]] = [
        ({}, english),
        ({"headers": {"accept-language": "de"}}, english),
        ({"headers": {"accept-language": "de, fr"}}, french),
        ({"headers": {"accept-language": "fr;q=0.5, en-GB"}}, english),
        ({"headers": {"accept-language": "en", "cookie": "lang=fr"}}, french),
        ({"headers": {"accept-language": "fr", "cookie": "lang=fr"}, "params": {"lang": "en"}}, english),
        ({"headers": {"accept-language": "fr"}, "params": {"lang": "xx"}}, french),
    ]
    for how, words in asked:
        answer = server.get("/tables/nosuchtable00000", **how)
        assert (answer.status_code, answer.json()["code"], answer.json()["words"]) == (404, "table/unknown", words)


def test_games_tell_what_there_is_to_choose(server: Server) -> None:
    games = {game["name"]: game for game in server.get("/games?lang=en").json()}
    assert games["war-of-masters"]["title"] == "War of Masters"
    assert {option["name"] for option in games["master-islands"]["options"]} >= {"mode", "players"}


def test_a_table_is_found_by_those_who_look_for_one_and_by_who_sits_there(server: Server) -> None:
    person = Person(server)
    opened = person.open("maestria", ["me", "anyone"])
    hidden = person.open("maestria", ["me", "anyone"], listed=False)
    found = [row["table"] for row in server.get("/tables?status=open&game=maestria").json()]
    assert opened["table"] in found
    assert hidden["table"] not in found
    person.sit(opened["table"], 0)
    assert person.client.get("/mine").json()[0]["table"] == opened["table"]
    seats = person.client.get("/mine").json()[0]["seats"]
    assert seats == [{"who": "person", "name": "Ann", "level": 0}, {"who": "anyone", "free": True}]


def test_a_finished_game_is_mine_with_its_result_until_i_take_it_off_my_list(server: Server) -> None:
    ann, bob = Person(server), Person(server, "Bob")
    opened = ann.open("war-of-masters", ["me", "link"])
    table = opened["table"]
    ann.sit(table, 0)
    bob.sit(table, 1, key=opened["keys"]["1"])
    assert ann.client.delete(f"/mine/{table}").json()["code"] == "table/not-now"
    assert ann.client.get("/mine?over=true").json() == []
    for command in ("resign", "rematch"):  # what happens later does not change the result
        done = ann.client.post(f"/tables/{table}/seats/0/commands", json={"id": command, "do": command})
        assert done.status_code == 200, done.text
    assert table not in [row["table"] for row in ann.client.get("/mine").json()]
    (row,) = ann.client.get("/mine?over=true").json()
    assert (row["table"], row["seat"], row["result"]) == (table, 0, ["0", "1"])
    assert ann.client.delete(f"/mine/{table}").status_code == 204
    assert ann.client.get("/mine?over=true").json() == []
    assert [row["table"] for row in bob.client.get("/mine?over=true").json()] == [table]
    assert server.get(f"/tables/{table}/file").status_code == 200


def resume(person: Person, file: str, actions: int, seats: tuple[str, str] = ("me", "bot")) -> httpx.Response:
    places = [{"who": who} for who in seats]
    wish = {"game": "war-of-masters", "seats": places, "resume": {"file": file, "actions": actions}}
    return person.client.post("/tables", json=wish)


def test_a_game_goes_on_from_a_moment_of_another_with_chance_of_its_own(server: Server) -> None:
    ann = Person(server)
    match = Match("war-of-masters", seed=3, goal="all", max_turns=6)
    while not match.over:
        match.play(match.legal()[0])
    answer = resume(ann, str(match), 5)
    assert answer.status_code == 201, answer.text
    table = answer.json()["table"]
    assert ann.sit(table, 0).status_code == 201
    seen = ann.client.get(f"/tables/{table}", params={"seat": 0}).json()["events"]
    acted = [(event["seat"], event["action"]) for event in seen if event["kind"] == "acted"]
    assert acted[:5] == match.log[:5]
    assert seen[0]["resumed"] == 5
    assert seen[0]["options"] == match.options
    taken = {"id": "t", "do": "takeback"}
    assert ann.client.post(f"/tables/{table}/seats/0/commands", json=taken).json()["code"] == "takeback/not-possible"
    ann.client.post(f"/tables/{table}/seats/0/commands", json={"id": "r", "do": "resign"})
    file = server.get(f"/tables/{table}/file").text
    assert "resumed: 5" in file
    verdict = server.post("/verify", json={"file": file}).json()
    assert (verdict["ok"], verdict["checked"]) == (
        True,
        sum(seat == NATURE for seat, _ in Match.loads(file).actions[5:]),
    )
    assert not server.post("/verify", json={"file": file.replace("resumed: 5", "resumed: 7")}).json()["ok"]


def test_a_game_goes_on_only_for_oneself_and_from_a_moment_that_there_was(server: Server) -> None:
    ann = Person(server)
    match = Match("war-of-masters", seed=3, max_turns=2)
    while not match.over:
        match.play(match.legal()[0])
    assert resume(ann, str(match), 2, ("me", "link")).status_code == 422
    assert resume(ann, str(match), match.length).status_code == 422
    assert resume(ann, str(match), 99).status_code == 422
    assert resume(ann, str(match.file(0)), 2).status_code == 409  # what a seat may know is no game file to play on from


def test_a_whole_game_by_http_alone_and_its_file_is_verified(server: Server) -> None:
    ann, bob = Person(server), Person(server, "Bob")
    opened = ann.open("war-of-masters", ["me", "link"])
    table, people = opened["table"], (ann, bob)
    ann.sit(table, 0)
    assert bob.sit(table, 1).status_code == 403
    assert bob.sit(table, 1, key=opened["keys"]["1"]).status_code == 201
    assert ann.client.get(f"/tables/{table}/verdict").json()["problems"][0]["code"] in (
        "fair/bad-file",
        "fair/not-revealed",
    )
    number = 0
    while True:
        public = server.get(f"/tables/{table}").json()
        if public["now"]["status"] == "over":
            break
        (seat,) = public["now"]["pending"]
        view = people[seat].client.get(f"/tables/{table}", params={"seat": seat, "show": "legal"}).json()
        version, legal = view["events"][-1]["version"], view["now"]["legal"]
        command = {"id": f"n{number}", "do": "play", "version": version, "action": legal[number % len(legal)]}
        answer = people[seat].client.post(f"/tables/{table}/seats/{seat}/commands", json=command)
        assert answer.status_code == 200, answer.text
        number += 1
        if number > 60:
            resign = {"id": "enough", "do": "resign"}
            people[seat].client.post(f"/tables/{table}/seats/{seat}/commands", json=resign)
    file = server.get(f"/tables/{table}/file").text
    assert server.get(f"/tables/{table}/verdict").json()["ok"]
    assert server.post("/verify", json={"file": file}).json()["ok"]
    line = next(line for line in file.splitlines() if line.startswith("1. ["))
    altered = file.replace(line, line.replace(line[3:6], "[1]" if line[3:6] != "[1]" else "[2]"))
    assert not server.post("/verify", json={"file": altered}).json()["ok"]
    replay = server.post("/replay", json={"file": file, "actions": 2, "lang": "en"}).json()
    assert replay["acts"] == []
    assert replay["scene"]["items"]
    assert replay["scene"]["touches"] == {}


def test_the_seat_of_another_is_not_shown(server: Server) -> None:
    ann, eve = Person(server), Person(server, "Eve")
    table = ann.open("master-islands", ["me", "bot"])["table"]
    ann.sit(table, 0)
    assert ann.client.get(f"/tables/{table}?seat=0").status_code == 200
    for who in (eve.client, server.visitors.enter_context(httpx.Client(base_url=server.api, timeout=PATIENCE))):
        for path in (f"/tables/{table}?seat=0", f"/tables/{table}/file?seat=0"):
            assert who.get(path).json()["code"] == "seat/not-yours"
        refused = who.post(f"/tables/{table}/seats/0/commands", json={"id": "x", "do": "resign"})
        assert refused.json()["code"] == "seat/not-yours"


def test_what_is_counted_is_private_unless_the_host_wants_it_read(tmp_path: Path) -> None:
    server = Server(tmp_path / "tables.db", limited=True)
    try:
        assert httpx.get(f"{server.url}/metrics", timeout=PATIENCE).status_code == 404
    finally:
        server.kill()


def test_health_and_metrics_tell_how_it_goes(server: Server) -> None:
    health = server.get("/health")
    assert (health.status_code, health.json()["ok"]) == (200, True)
    assert set(health.json()["ready"]) == {"war-of-masters", "maestria", "master-islands", "master-citadel"}
    metrics = httpx.get(f"{server.url}/metrics", timeout=PATIENCE).text
    assert "tablier_connections" in metrics
    assert "tablier_command_seconds_bucket" in metrics


class Clock:
    """In the place of the module `time`: it stands still until it is told."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now


def test_one_address_may_not_ask_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    monkeypatch.setattr(limits, "time", clock)
    with (
        serving(tmp_path / "tables.db", limits.Limits()) as url,
        httpx.Client(base_url=f"{url}/api/v1", timeout=PATIENCE) as client,
    ):
        client.post("/people")
        new = {"game": "maestria", "seats": [{"who": "me"}, {"who": "anyone"}]}
        answers = [client.post("/tables", json=new) for _ in range(45)]
        assert answers[0].status_code == 201
        assert (answers[-1].status_code, answers[-1].json()["code"]) == (429, "limit/too-much")
        statuses = [client.get("/games/none/rules").status_code for _ in range(400)]
        assert statuses[-1] == 429
        clock.now += 1
        assert client.get("/health").status_code == 200
        long = {"file": "#" * 900_000}
        answers = [client.post("/verify", json=long) for _ in range(2)]
        assert [answer.status_code for answer in answers] == [200, 429]


def test_server_with_its_usual_limits_logs_no_secret(tmp_path: Path) -> None:
    server = Server(tmp_path / "tables.db", limited=True)
    person = Person(server)
    person.open("maestria", ["me", "anyone"])
    code, logged = server.stop()
    assert code == 0
    assert person.secret not in logged
