"""Names and secrets that are drawn by chance."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from itertools import cycle

import pytest

from tablier.serve.identity import new_secret, new_table


@pytest.mark.parametrize("new", [new_secret, new_table])
def test_what_is_drawn_can_be_given_on_a_command_line(new: Callable[[], str], monkeypatch: pytest.MonkeyPatch) -> None:
    """`tablier admin table -xyz` would ask for an option."""
    drawn = cycle(["-xyz", "-", "x-yz"])
    monkeypatch.setattr(secrets, "token_urlsafe", lambda length: next(drawn))
    assert [new(), new()] == ["x-yz", "x-yz"]
