"""A small explicit random generator, the same compiled and interpreted.

Its state is four 32-bit words kept in an int64 array, so that plain Python, NumPy and compiled code all compute the
same numbers without overflow. The generator is xoshiro128++ (Blackman and Vigna).
"""

from __future__ import annotations

from hashlib import blake2b

import numpy as np

from tablier.engine.kernels import Buffer, kernel

WORD = (1 << 32) - 1
"""Mask of a 32-bit word."""

STRIDE = 16
"""Weights that are added up at once."""


def seeded(*key: int | str) -> Buffer:
    """A generator of its own for this key: equal keys give equal streams, on every machine and version."""
    digest = blake2b("/".join(map(str, key)).encode(), digest_size=16, person=b"tablier rng").digest()
    return np.frombuffer(digest, dtype="<u4").astype(np.int64)


@kernel
def next_word(rng: Buffer) -> int:
    """A uniform number of 32 bits."""
    a, b, c, d = rng[0], rng[1], rng[2], rng[3]
    total = (a + d) & WORD
    word = (((total << 7) & WORD | total >> 25) + a) & WORD
    c ^= a
    d ^= b
    rng[0] = a ^ d
    rng[1] = b ^ c
    rng[2] = c ^ (b << 9) & WORD
    rng[3] = (d << 11) & WORD | d >> 21
    return word


@kernel
def below(rng: Buffer, n: int) -> int:
    """A uniform number from 0 to n - 1, without bias (Lemire's method); n is at most 2**31."""
    product = next_word(rng) * n
    if product & WORD < n:
        least = (WORD + 1 - n) % n
        while product & WORD < least:
            product = next_word(rng) * n
    return product >> 32


@kernel
def weighted(rng: Buffer, weights: Buffer, n: int) -> int:
    """An index below n, drawn in proportion to its weight."""
    total = 0
    for i in range(n):
        total += weights[i]
    drawn = below(rng, total)
    first, reached = 0, 0
    while first + STRIDE <= n:  # of a long list, most is passed over by the stride, whose sum is quickly made
        part = 0
        for i in range(first, first + STRIDE):
            part += weights[i]
        if reached + part > drawn:
            break
        reached += part
        first += STRIDE
    chosen = first
    for i in range(first, min(n, first + STRIDE)):  # to the end, without a branch
        reached += weights[i]
        chosen += reached <= drawn
    return chosen
