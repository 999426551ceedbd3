"""The random generator: the numbers that xoshiro128++ gives, the same everywhere, without bias."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablier.engine.compiled import compiled
from tablier.engine.kernels import Buffer
from tablier.engine.rng import WORD, below, next_word, seeded, weighted


def reference(state: list[int]) -> Iterator[int]:
    """xoshiro128++ 1.0, as Blackman and Vigna define it, in whole numbers of Python."""

    def rotate(x: int, k: int) -> int:
        return ((x << k) | (x >> (32 - k))) % 2**32

    s = list(state)
    while True:
        yield (rotate((s[0] + s[3]) % 2**32, 7) + s[0]) % 2**32
        t = (s[1] << 9) % 2**32
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = rotate(s[3], 11)


words = st.integers(min_value=0, max_value=WORD)


@given(st.lists(words, min_size=4, max_size=4))
def test_the_numbers_are_those_of_xoshiro128_plus_plus(state: list[int]) -> None:
    rng = np.array(state, dtype=np.int64)
    expected = reference(state)
    assert [int(next_word(rng)) for _ in range(20)] == [next(expected) for _ in range(20)]


def test_the_first_numbers_from_the_state_1_2_3_4_are_known() -> None:
    rng = np.array([1, 2, 3, 4], dtype=np.int64)
    assert [int(next_word(rng)) for _ in range(5)] == [641, 1573767, 3222811527, 3517856514, 836907274]


def test_equal_keys_give_equal_streams_and_others_do_not() -> None:
    assert seeded("nature", 7, 0).tolist() == seeded("nature", 7, 0).tolist()
    streams = {tuple(seeded(*key).tolist()) for key in [("nature", 7, 0), ("nature", 7, 1), ("nature", 8, 0), (7, 0)]}
    assert len(streams) == 4


def test_a_key_gives_the_same_stream_on_every_machine() -> None:
    """These numbers decide the dice of every game file that names a seed: they may never change."""
    assert seeded("nature", 7, 0).tolist() == [1161714772, 1241374474, 4054251269, 114720798]
    assert seeded("nature", 7, 0).dtype == np.int64


@given(st.lists(words, min_size=4, max_size=4).filter(any), st.integers(min_value=1, max_value=2**31))
def test_below_is_in_range(state: list[int], n: int) -> None:
    rng = np.array(state, dtype=np.int64)
    assert all(0 <= below(rng, n) < n for _ in range(5))


def test_below_takes_each_number_from_equally_many_words() -> None:
    """Of n = 3 * 2**29 numbers, scaling alone would give those of the form 3k + 2 two words, and all others three."""
    n, rng = 3 * 2**29, seeded("thirds")
    fair = Counter(int(below(rng, n)) % 3 for _ in range(6000))
    assert all(abs(fair[third] - 2000) < 150 for third in range(3))
    scaled = Counter((int(next_word(rng)) * n >> 32) % 3 for _ in range(6000))
    assert abs(scaled[2] - 1500) < 150


@pytest.mark.parametrize("n", [2, 3, 6, 7])
def test_below_is_even(n: int) -> None:
    rng = seeded("even", n)
    met = Counter(int(below(rng, n)) for _ in range(7000))
    assert sorted(met) == list(range(n))
    assert all(abs(times - 7000 / n) < 0.1 * 7000 / n for times in met.values())


def test_below_one_is_nought() -> None:
    assert below(seeded("one"), 1) == 0


@pytest.mark.parametrize("weights", [[1], [1, 2, 3], [5, 0, 1], [0, 0, 4, 4], [1, 1, 1, 1, 1, 1]])
def test_weighted_draws_in_proportion(weights: list[int]) -> None:
    rng, buffer = seeded("weighted", str(weights)), np.array(weights, dtype=np.int64)
    met = Counter(int(weighted(rng, buffer, len(weights))) for _ in range(6000))
    for i, weight in enumerate(weights):
        expected = 6000 * weight / sum(weights)
        assert abs(met[i] - expected) <= 0.1 * expected


def test_weighted_looks_at_the_first_n_alone() -> None:
    rng, buffer = seeded("first"), np.array([1, 1, 1000], dtype=np.int64)
    assert {int(weighted(rng, buffer, 2)) for _ in range(50)} == {0, 1}


@compiled
def draw(rng: Buffer, out: Buffer, weights: Buffer) -> None:
    for i in range(0, len(out), 3):
        out[i] = next_word(rng)
        out[i + 1] = below(rng, 2**31 - i)
        out[i + 2] = weighted(rng, weights, len(weights))


def test_compiled_and_interpreted_give_the_same_numbers() -> None:
    weights = np.array([1, 2, 3, 1000], dtype=np.int64)
    streams = []
    for function in (draw, draw.function):
        rng, out = seeded("same", 1), np.zeros(3000, dtype=np.int64)
        function(rng, out, weights)
        streams.append((rng.tolist(), out.tolist()))
    assert streams[0] == streams[1]


def test_drawn_by_weight_is_the_first_whose_sum_exceeds_what_was_drawn() -> None:
    """In lists of any length: long ones are passed over by the stride."""
    chooser = np.random.default_rng(1)
    for n in [1, 2, 15, 16, 17, 31, 32, 33, 100]:
        weights = chooser.integers(0, 4, n + 5)
        weights[n - 1] += 1
        for seed in range(40):
            drawn = below(seeded("weights", seed), int(weights[:n].sum()))
            expected = int(np.searchsorted(np.cumsum(weights[:n]), drawn, side="right"))
            assert weighted(seeded("weights", seed), weights, n) == expected
