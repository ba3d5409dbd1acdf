"""Public keys that a receipt is sealed to."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa

from ._json import encode_b64u, to_json
from ._key_text import malformed_public_key, read_public_der
from ._rsa_modulus import find_flaw
from .errors import CryptoError

_ID_EC_PUBLIC_KEY = bytes.fromhex("06072a8648ce3d0201")
#: The DER of a SubjectPublicKeyInfo of P-256 up to its point (RFC 5480).
_P256_HEAD = bytes.fromhex("3059301306072a8648ce3d020106082a8648ce3d030107034200")
#: Ed25519 and its like (RFC 8410), and RSA for one purpose alone.
_OTHER_ALGORITHMS = (bytes.fromhex("06032b65"), bytes.fromhex("06092a864886f70d0101"))
_PRIME = 0xFFFFFFFF00000001000000000000000000000000FFFFFFFFFFFFFFFFFFFFFFFF

SealingKey = rsa.RSAPublicKey | ec.EllipticCurvePublicKey


@dataclass(frozen=True)
class PublicKey:
    key: SealingKey
    #: RFC 7638, base64url.
    thumbprint: str


def import_public_key(text: str) -> PublicKey:
    """RSA of 2048 bits or P-256, as PEM SPKI or base64 of its DER.

    Raises CryptoError: ``private_key_given``, ``unsupported_key``, ``weak_key``, or
    ``malformed_key``.
    """
    der = read_public_der(text)
    key = _import_p256(der) if names_elliptic_curve(der) else _import_rsa(der)
    return PublicKey(key, thumbprint_of(to_jwk(key)))


def names_elliptic_curve(der: bytes) -> bool:
    return _ID_EC_PUBLIC_KEY in der[:40]


def import_point(x: bytes, y: bytes) -> ec.EllipticCurvePublicKey:
    """Raises ValueError unless it is a point on P-256."""
    left, right = (int.from_bytes(coordinate, "big") for coordinate in (x, y))
    if len(x) != 32 or len(y) != 32 or max(left, right) >= _PRIME:
        raise ValueError("Not a point.")
    return ec.EllipticCurvePublicNumbers(left, right, ec.SECP256R1()).public_key()


def to_jwk(key: SealingKey | ed25519.Ed25519PublicKey) -> dict[str, str]:
    """RFC 7518 section 6, RFC 8037."""
    if isinstance(key, rsa.RSAPublicKey):
        rsa_numbers = key.public_numbers()
        n, e = (_to_bytes(value) for value in (rsa_numbers.n, rsa_numbers.e))
        return {"kty": "RSA", "n": encode_b64u(n), "e": encode_b64u(e)}
    if isinstance(key, ec.EllipticCurvePublicKey):
        ec_numbers = key.public_numbers()
        x, y = (encode_b64u(value.to_bytes(32, "big")) for value in (ec_numbers.x, ec_numbers.y))
        return {"kty": "EC", "crv": "P-256", "x": x, "y": y}
    raw = key.public_bytes(serialization.Encoding.Raw, serialization.PublicFormat.Raw)
    return {"kty": "OKP", "crv": "Ed25519", "x": encode_b64u(raw)}


def thumbprint_of(jwk: dict[str, str]) -> str:
    """RFC 7638: the members in order, without white space."""
    return encode_b64u(hashlib.sha256(to_json(dict(sorted(jwk.items())))).digest())


def unsupported_key() -> CryptoError:
    return CryptoError(
        "unsupported_key",
        "Only RSA keys of exactly 2048 bits with an odd exponent from 65537 up to 2^64, and "
        "P-256 keys, are supported.",
    )


def _import_p256(der: bytes) -> ec.EllipticCurvePublicKey:
    # This form alone, byte by byte, so that one key has one spelling.
    point = der[len(_P256_HEAD) :]
    if not der.startswith(_P256_HEAD) or len(point) != 65 or point[0] != 4:
        message = (
            "Of elliptic curve keys, only those on P-256 with an uncompressed point are supported."
        )
        raise CryptoError("unsupported_key", message)
    try:
        return import_point(point[1:33], point[33:])
    except ValueError:
        raise CryptoError(
            "weak_key", "This key is broken: its point is not on the curve P-256."
        ) from None


def _import_rsa(der: bytes) -> rsa.RSAPublicKey:
    if not _names_rsa(der):
        raise (
            unsupported_key()
            if any(name in der[:40] for name in _OTHER_ALGORITHMS)
            else malformed_public_key()
        )
    try:
        key = serialization.load_der_public_key(der)
    except Exception:  # Its kind differs between versions of the library.
        raise malformed_public_key() from None
    if not isinstance(key, rsa.RSAPublicKey):
        raise unsupported_key()
    numbers = key.public_numbers()
    require_rsa_2048(numbers)
    # The parser is lenient; one key must not have two spellings.
    spki = serialization.PublicFormat.SubjectPublicKeyInfo
    if key.public_bytes(serialization.Encoding.DER, spki) != der:
        raise malformed_public_key()
    flaw = find_flaw(numbers.n)
    if flaw:
        raise CryptoError("weak_key", f"This key is weak: {flaw}. Generate a new key pair.")
    return key


def _names_rsa(der: bytes) -> bool:
    return bytes.fromhex("06092a864886f70d010101") in der[:40]


def require_rsa_2048(numbers: rsa.RSAPublicNumbers) -> None:
    """FIPS 186-5 A.1.1:

    odd, 2^16 < e. No honest key has more than 2^64, and a larger one slows every receipt.
    """
    is_sound = numbers.e % 2 == 1 and 2**16 < numbers.e < 2**64
    if numbers.n.bit_length() != 2048 or not is_sound:
        raise unsupported_key()


def _to_bytes(value: int) -> bytes:
    return value.to_bytes((value.bit_length() + 7) // 8, "big")
