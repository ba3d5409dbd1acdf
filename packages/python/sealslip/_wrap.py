"""The content key of a receipt, wrapped for a key: RFC 7518 sections 4.3 and 4.6."""

from __future__ import annotations

from cryptography.hazmat.primitives import hashes, keywrap
from cryptography.hazmat.primitives.asymmetric import ec, padding
from cryptography.hazmat.primitives.kdf.concatkdf import ConcatKDFHash

RSA = "RSA-OAEP-256"
ECDH = "ECDH-ES+A256KW"


def oaep() -> padding.OAEP:
    """SHA-256 also in MGF1, which many libraries leave at SHA-1."""
    return padding.OAEP(padding.MGF1(hashes.SHA256()), hashes.SHA256(), None)


def wrap_for_point(
    own: ec.EllipticCurvePrivateKey, other: ec.EllipticCurvePublicKey, content_key: bytes
) -> bytes:
    return keywrap.aes_key_wrap(_derive(own, other), content_key)


def unwrap_for_point(
    own: ec.EllipticCurvePrivateKey, other: ec.EllipticCurvePublicKey, wrapped: bytes
) -> bytes:
    """Raises keywrap.InvalidUnwrap."""
    return keywrap.aes_key_unwrap(_derive(own, other), wrapped)


def _derive(own: ec.EllipticCurvePrivateKey, other: ec.EllipticCurvePublicKey) -> bytes:
    # Empty apu and apv, and 256 bits (RFC 7518 section 4.6.2).
    name = ECDH.encode()
    info = _uint32(len(name)) + name + _uint32(0) + _uint32(0) + _uint32(256)
    return ConcatKDFHash(hashes.SHA256(), 32, info).derive(own.exchange(ec.ECDH(), other))


def _uint32(value: int) -> bytes:
    return value.to_bytes(4, "big")
