"""docs/server.md tells the truth."""

from __future__ import annotations

import json
import re
from pathlib import Path

from tablier.language import DEFAULT
from tablier.serve import schema
from tablier.serve.api import socket
from tablier.serve.errors import WORDS
from tablier.serve.table import events

PAGE = (Path(__file__).parents[3] / "docs" / "server.md").read_text(encoding="utf-8")


def test_every_command_has_an_example_that_is_understood() -> None:
    lines = [line for line in PAGE.splitlines() if line.startswith('{"id"')]
    commands = {type(schema.COMMAND.validate_json(line)) for line in lines}
    assert {command.__name__ for command in commands} == {kind.__name__ for kind in schema.Command.__subclasses__()}


def test_every_kind_of_event_is_told_of_except_those_that_are_never_sent() -> None:
    told = set(re.findall(r"`([a-z-]+)`", PAGE))
    assert set(events.KINDS) - {"moved"} <= told


def test_every_code_in_it_exists_and_so_does_everything_to_show() -> None:
    codes = re.findall(r"`([a-z]+/[a-z-]+)`", PAGE)
    assert codes
    assert set(codes) <= set(WORDS.texts(DEFAULT))
    assert all(f"`{show}`" in PAGE for show in socket.SHOW)


def test_its_json_is_json() -> None:
    for block in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL):
        decoder, text = json.JSONDecoder(), block.strip()
        while text:
            _, end = decoder.raw_decode(text)
            text = text[end:].strip()
