"""Parts of work for machines that do not know of each other."""

from __future__ import annotations

import pytest

from tablier.work.shard import Shard


@pytest.mark.parametrize("of", [1, 2, 7])
def test_every_unit_is_in_one_part(of: int) -> None:
    parts = [Shard(number, of) for number in range(1, of + 1)]
    assert all(sum(part.has(unit) for part in parts) == 1 for unit in range(50))


def test_part_is_read_as_it_is_written() -> None:
    assert Shard.read(str(Shard(3, 12))) == Shard(3, 12)


@pytest.mark.parametrize(
    "text", ["", "2", "0/2", "3/2", "1/0", "a/b", "1/2/3", "1/10001", "-1/2", " 1/2", "1/2\n", "٢/٣"]
)
def test_nonsense_is_no_part(text: str) -> None:
    with pytest.raises(ValueError, match="part"):
        Shard.read(text)
