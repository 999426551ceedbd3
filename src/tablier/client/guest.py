"""A guest: a program that comes to a server's tables as people do, through its public interface.

It introduces itself, opens a table or sits down at one, and is connected to a seat for as long as it likes. A
connection that breaks is made again by itself; what was not answered is sent again under its old id, and so done once.

    async with Guest("http://localhost:8000") as guest:
        seated = await guest.sit(table, seat, "Zoé")
        async with guest.visit(seated.table, seated.seat, show=("legal",)) as visit:
            async for message in visit:
                ...
                await visit.send("play", action="e2-e5", version=visit.version)
"""

from __future__ import annotations

import asyncio
import json
import random
import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Self, TypeVar
from urllib.parse import urlencode

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from tablier.engine.errors import TablierError
from tablier.engine.options import Value
from tablier.language import DEFAULT
from tablier.record.hashes import pledge_of

Message = dict[str, Any]
T = TypeVar("T")

API = "/api/v1"
ENTROPY = 16
"""Bytes that a guest contributes to the chance of a game."""

SHORTEST, LONGEST = 0.1, 5.0
"""Seconds to wait before trying again, at first and in the end."""

REFUSED = 4400
"""How a server closes a connection that it will refuse another time as well."""

BUSY = (429, 502, 503, 504)
"""What a server answers that cannot at the moment: another time it may."""

MOST_BYTES = 1 << 20
"""Of a message: the story of a long game, with a picture."""


class Unreachable(TablierError):
    """The server does not answer."""

    code = "guest/unreachable"


class Refused(TablierError):
    """The server says no."""

    def __init__(self, told: Mapping[str, Any], *, is_busy: bool = False) -> None:
        self.code = str(told.get("code", "tablier/error"))
        self.words = str(told.get("words") or self.code)
        """Why not, in the guest's language."""
        self.is_busy = is_busy
        """Whether it says so only now: what was asked may even have been done."""
        super().__init__(self.words)


@dataclass(frozen=True, slots=True)
class OpenedTable:
    """A table that the guest has opened."""

    table: str
    seats: tuple[str, ...]
    keys: dict[int, str]
    """Of the seats that are for somebody with a link."""


@dataclass(frozen=True, slots=True)
class Seated:
    """A seat that the guest has taken."""

    table: str
    seat: int
    key: str
    """Opens the seat from another device."""
    commitment: str
    """To the server's part of chance, as it was before our own part was known to anybody."""
    entropy: str


class Guest:
    """One person, as far as the server knows."""

    def __init__(
        self, url: str, *,
        secret: str = "", lang: str = DEFAULT, patience: float = 60.0, http: httpx.AsyncClient | None = None,
    ) -> None:  # fmt: skip
        """`patience`: seconds without an answer after which it gives up. Many guests may share an HTTP client."""
        self.url = url.rstrip("/")
        self.secret = secret
        self.lang = lang
        self.patience = patience
        self._own_http = http is None
        self._http = http or httpx.AsyncClient(timeout=30)
        self._commitments: dict[str, str] = {}
        self.pledged: dict[tuple[str, int], str] = {}
        """The entropy that we have pledged, by table and seat: a visit gives it when everybody has pledged theirs."""

    async def __aenter__(self) -> Self:
        if not self.secret:
            await self.introduce()
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._own_http:
            await self._http.aclose()

    async def introduce(self) -> None:
        """Get a secret to be known by; who has one already keeps it. A server that does not answer now is given up."""
        self.secret = (await self._ask("POST", "/people", again=False))["secret"]

    async def open(
        self, game: str, seats: Sequence[Mapping[str, Any]], options: Mapping[str, Value] | None = None, **more: Any
    ) -> OpenedTable:
        """Open a table; not tried again, for then there might be two."""
        body = {"game": game, "seats": list(seats), "options": dict(options or {}), **more}
        told = await self._ask("POST", "/tables", body, again=False)
        self._commitments[told["table"]] = told["commitment"]
        return OpenedTable(told["table"], tuple(told["seats"]), {int(seat): key for seat, key in told["keys"].items()})

    async def sit(self, table: str, seat: int, name: str, key: str = "") -> Seated:
        """Sit down. Our part of chance is chosen only now that the server's has been committed to.

        Until everybody has pledged theirs nobody knows it: then it is given, at once if we are the last. Who sits there
        already is held to what was pledged first.
        """
        commitment = self._commitments.pop(table, "") or await self._commitment(table)
        entropy = self.pledged.setdefault((table, seat), secrets.token_hex(ENTROPY))
        body = {"name": name, "pledge": pledge_of(table, seat, entropy), "key": key}
        try:
            told = await self._ask("POST", f"/tables/{table}/seats/{seat}", body)
        except Refused as refused:
            if not refused.is_busy:
                self.pledged.pop((table, seat), None)
            raise
        for mine in told["to_give"]:
            await self._give(table, mine)
        return Seated(table, seat, told["key"], commitment, entropy)

    async def _give(self, table: str, seat: int) -> None:
        """Give what we have pledged; who comes too late plays all the same."""
        if entropy := self.pledged.get((table, seat), ""):
            command = {"id": secrets.token_hex(8), "do": "give", "entropy": entropy}
            try:
                await self._ask("POST", f"/tables/{table}/seats/{seat}/commands", command)
            except Refused as refused:
                if refused.is_busy:
                    return
            self.pledged.pop((table, seat), None)  # not before: where nobody answers, a visit gives it later

    async def look(self, table: str, seat: int | None = None) -> Message:
        """A table and all that happened there, as one who watches, or holds the seat, may know it."""
        told: Message = await self._ask("GET", f"/tables/{table}" + (f"?seat={seat}" if seat is not None else ""))
        return told

    async def tables(self, status: str = "open", game: str | None = None) -> list[Message]:
        """Tables that anyone may find."""
        query = urlencode({"status": status} | ({"game": game} if game else {}))
        told: list[Message] = await self._ask("GET", f"/tables?{query}")
        return told

    def visit(self, table: str, seat: int | None = None, *, show: Iterable[str] = (), after: int = 0) -> Visit:
        """Be connected to a table: as the seat, or to watch."""
        return Visit(self, table, seat, tuple(show), after)

    def socket_address(self, table: str, query: Mapping[str, Any]) -> str:
        return f"ws{self.url.removeprefix('http')}{API}/tables/{table}/socket?{urlencode(query)}"

    @property
    def credentials(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.secret}"} if self.secret else {}

    async def _commitment(self, table: str) -> str:
        opened: Message = (await self.look(table))["events"][0]
        return str(opened["commitment"])

    async def _ask(self, method: str, path: str, body: Any = None, *, again: bool = True) -> Any:
        """One request; where nobody answers, or cannot at the moment, `again` until patience ends."""
        waiting = Waiting(self.patience if again else 0)
        while True:
            try:
                answer = await self._http.request(
                    method, self.url + API + path, json=body, headers=self.credentials | {"accept-language": self.lang}
                )
            except (httpx.TransportError, httpx.InvalidURL) as problem:
                await waiting.before_trying_again(problem)
                continue
            if answer.is_success:
                return _read(answer.json, "this is not the answer of a tablier server")
            is_busy = answer.status_code in BUSY
            if not is_busy or waiting.is_over:
                raise Refused(_read(answer.json, f"the server answers {answer.status_code}"), is_busy=is_busy)
            await waiting.before_trying_again(None)


def _read(answer: Callable[[], T], otherwise: str) -> T:
    try:
        return answer()
    except ValueError:
        raise Unreachable(otherwise) from None


class Waiting:
    """How long one waits before trying again: longer each time, by chance a bit more or less, and not for ever."""

    def __init__(self, patience: float) -> None:
        self._end = _now() + patience
        self._next = SHORTEST

    @property
    def is_over(self) -> bool:
        return _now() + self._next > self._end

    async def before_trying_again(self, problem: Exception | None) -> None:
        """Wait; raises Unreachable once patience is at its end."""
        if self.is_over:
            raise Unreachable(f"the server does not answer ({problem or 'busy'})") from problem
        await asyncio.sleep(self._next * random.uniform(0.5, 1))
        self._next = min(self._next * 2, LONGEST)


def _now() -> float:
    return asyncio.get_running_loop().time()


class Visit:
    """A seat at a table, or a place to watch from, connected for as long as it is wanted.

    It is to be used by one task: who does not receive does not notice that the connection is broken.
    """

    def __init__(self, guest: Guest, table: str, seat: int | None, show: tuple[str, ...], after: int) -> None:
        self.table, self.seat = table, seat
        self.version = after
        """The last event that was received."""
        self.times = 0
        """How often it was connected."""
        self._guest = guest
        self._show = show
        self._socket: ClientConnection | None = None
        self._welcome = False
        self._waiting: Waiting | None = None
        self.unanswered: dict[str, str] = {}
        """What was sent, by id: as long as it is here, it may or may not have been done."""
        self.head = ""
        """What fixes all that had happened when we were last told: no game file that tells it otherwise has it."""
        self._given: dict[str, str] = {}
        """The same of what was sent unasked, what we had pledged: its answer is nobody else's."""
        self._refused: Message = {}
        self._closed = False

    @property
    def is_connected(self) -> bool:
        """Whether the server has told us, on this connection, what we had missed; only then anything is sent."""
        return self._welcome

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Message:
        if self._closed:
            raise StopAsyncIteration
        try:
            return await self.receive()
        except ConnectionClosed:
            raise StopAsyncIteration from None

    async def close(self) -> None:
        """Nothing more is received; a loop over this visit ends."""
        self._closed = True
        if socket := self._leave():
            await socket.close()

    async def send(self, do: str, **what: Any) -> str:
        """Ask for something, under a new id; it is sent again and again until it is answered with this id."""
        return await self._send(self.unanswered, do, what)

    async def _send(self, unanswered: dict[str, str], do: str, what: Mapping[str, Any]) -> str:
        id = secrets.token_hex(8)
        text = json.dumps({"id": id, "do": do, **what}, ensure_ascii=False, separators=(",", ":"))
        unanswered[id] = text
        if self._socket and self._welcome:
            with suppress(ConnectionClosed):  # noticed when receiving
                await self._socket.send(text)
        return id

    async def receive(self) -> Message:
        """The next message; the connection is made again where it must be.

        The first message of each connection has `protocol` and `after`: if that is less than what was asked for, the
        server knows less than it told before, and everything begins anew. Raises Refused or Unreachable.
        """
        while True:
            try:
                socket = self._socket or await self._connect()
                message: dict[str, Any] = json.loads(await socket.recv())
            except ConnectionClosed as problem:
                self._leave()
                if self._closed:
                    raise
                if problem.rcvd and problem.rcvd.code == REFUSED:
                    raise Refused(self._refused) from None
                await self._wait(problem)
            else:
                await self._note(message)
                if not self._is_of_giving(message):
                    return message

    async def _connect(self) -> ClientConnection:
        while True:
            query = {"after": self.version, "show": ",".join(self._show), "lang": self._guest.lang}
            query |= {} if self.seat is None else {"seat": self.seat}
            try:
                self._socket = await connect(
                    self._guest.socket_address(self.table, query),
                    additional_headers=self._guest.credentials, compression=None, max_size=MOST_BYTES, max_queue=64,
                    open_timeout=self._guest.patience,  # who gives up a busy server too soon makes it busier
                )  # fmt: skip
                return self._socket
            except InvalidStatus as problem:
                if problem.response.status_code < 500 and problem.response.status_code != 429:
                    raise Refused({"words": str(problem)}) from None
                await self._wait(problem)
            except (OSError, InvalidHandshake, TimeoutError, EOFError) as problem:
                await self._wait(problem)

    async def _wait(self, problem: Exception) -> None:
        self._waiting = self._waiting or Waiting(self._guest.patience)
        await self._waiting.before_trying_again(problem)

    def _leave(self) -> ClientConnection | None:
        socket, self._socket, self._welcome = self._socket, None, False
        return socket

    async def _note(self, message: Message) -> None:
        kind = message["type"]
        if kind == "events":
            events = message["events"]
            self.version = events[-1]["version"] if events else message.get("after", self.version)
            if "protocol" in message:
                await self._welcomed()
            await self._note_proof(message["now"])
        elif kind == "done" or (kind == "refused" and message["id"]):
            self.unanswered.pop(message["id"], None)
        elif kind == "refused":
            self._refused = message

    async def _note_proof(self, now: Message) -> None:
        """Keep what fixes the game so far; and give what we have pledged, if it is time to."""
        self.head = now["chain"]["head"] if "chain" in now else self.head
        if self.seat is None:
            return
        pledged, mine = self._guest.pledged, (self.table, self.seat)
        if now["status"] != "open":
            pledged.pop(mine, None)
        elif self.seat in now.get("to_give", ()) and mine in pledged and not self._given:
            await self._send(self._given, "give", {"entropy": pledged[mine]})

    def _is_of_giving(self, message: Message) -> bool:
        """Whether it answers what was sent unasked; only then nothing is left to give, for another visit either."""
        if not self._given.pop(message.get("id") or "", "") or self.seat is None:
            return False
        self._guest.pledged.pop((self.table, self.seat), None)
        return True

    async def _welcomed(self) -> None:
        self.times += 1
        self._waiting, self._welcome = None, True
        with suppress(ConnectionClosed):
            for text in [*self._given.values(), *self.unanswered.values()]:
                if self._socket:
                    await self._socket.send(text)
