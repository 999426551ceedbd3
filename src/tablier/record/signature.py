"""The signature of a server under a finished game: Ed25519.

When a game has ended its secret is known, and whoever has the file could alter it and make every hash anew. The
signature they cannot make: its key never leaves the server.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablier.record.hashes import WHOLE_GAME, text

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey


class Signer:
    """The key of a server: 32 bytes that nobody else knows."""

    def __init__(self, secret: bytes) -> None:
        self.secret = secret

    @property
    def key(self) -> str:
        """By which everybody can check its signatures, as hex."""
        return self._private.public_key().public_bytes_raw().hex()

    def sign(self, end: str) -> str:
        """The signature under the head after the ending, as hex."""
        return self._private.sign(text(WHOLE_GAME, "signed", end)).hex()

    @property
    def _private(self) -> Ed25519PrivateKey:
        # Where nothing is signed, this is not loaded.
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        return Ed25519PrivateKey.from_private_bytes(self.secret)


def is_signed(end: str, key: str, signature: str) -> bool:
    """Whether the server with this key has signed a game with this head after its ending."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(key))
        public.verify(bytes.fromhex(signature), text(WHOLE_GAME, "signed", end))
    except (InvalidSignature, ValueError):
        return False
    return True
