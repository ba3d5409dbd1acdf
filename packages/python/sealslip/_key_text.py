"""Keys as text: one PEM block, or base64 or base64url of DER."""

from __future__ import annotations

import re

from ._json import decode_b64u
from .errors import CryptoError

_MAX_TEXT = 16_384
_PEM = re.compile(
    r"^[ \t]*-----BEGIN ([A-Z0-9 ]{1,40})-----([A-Za-z0-9+/=\s]*)"
    r"-----END ([A-Z0-9 ]{1,40})-----[ \t\r]*$",
    re.MULTILINE | re.ASCII,
)


def read_private_der(text: str) -> bytes:
    """The DER of a PKCS#8. Raises CryptoError with ``malformed_key``."""
    label, der = _read(text)
    if label not in (None, "PRIVATE KEY") or _kind_of(der) != "pkcs8":
        raise malformed_private_key()
    return der


def read_public_der(text: str) -> bytes:
    """The DER of a possible SubjectPublicKeyInfo.

    Raises CryptoError: ``private_key_given`` or ``malformed_key``.
    """
    # Before any parsing: a sender of a private key must learn that it is one, however damaged it
    # is.
    if "PRIVATE KEY-----" in text or re.match(r'\s*\{[\s\S]*"d"\s*:', text):
        raise _private_key_given()
    label, der = _read(text)
    kind = _kind_of(der)
    if kind in ("pkcs8", "private"):
        raise _private_key_given()
    if kind != "sequence" or label not in (None, "PUBLIC KEY"):
        raise malformed_public_key()
    return der


def read_pkcs8(text: str) -> bytes | None:
    """The DER; None for a key of another form. Raises CryptoError with ``malformed_key``."""
    _, der = _read(text)
    return der if _kind_of(der) == "pkcs8" else None


def _read(text: str) -> tuple[str | None, bytes]:
    if len(text) > _MAX_TEXT:
        raise CryptoError("malformed_key", "The key is too long.")
    blocks = text.count("-----BEGIN")
    if blocks == 0:
        return None, _decode_der(text)
    if blocks > 1:
        raise CryptoError("malformed_key", "The text has more than one key. Send one alone.")
    match = None if "\0" in text else _PEM.search(text)
    if not match or match[1] != match[3]:
        raise CryptoError("malformed_key", "The key is not a single, whole PEM block.")
    return match[1], _decode_der(match[2])


def _decode_der(text: str) -> bytes:
    compact = re.sub(r"\s+", "", text).replace("+", "-").replace("/", "_")
    digits = re.sub("={1,2}$", "", compact) if len(compact) % 4 == 0 else compact
    if digits == "":
        raise CryptoError("malformed_key", "The key is empty.")
    try:
        return decode_b64u(digits)
    except ValueError:
        raise CryptoError("malformed_key", "The key is neither PEM nor base64.") from None


def _kind_of(der: bytes) -> str:
    """Recognizes the kinds of keys that callers mix up; the library judges whether the key is
    sound.
    """
    content = _sequence_content(der)
    if not content or content[0] not in (0x30, 0x02):
        return "unknown"
    if content[0] == 0x30:
        return "sequence"
    # A leading INTEGER is a version (one byte), or the modulus of a PKCS#1 public key.
    if content[1:2] != b"\1":
        return "pkcs1_public"
    is_pkcs8 = content[2:3] in (b"\0", b"\1") and content[3:4] == b"\x30"
    return "pkcs8" if is_pkcs8 else "private"


def _sequence_content(der: bytes) -> bytes | None:
    """Of a SEQUENCE that fills the bytes exactly: no data may follow a key."""
    if len(der) < 2 or der[0] != 0x30:
        return None
    if der[1] < 0x80:
        return der[2:] if len(der) == 2 + der[1] else None
    size = der[1] & 0x7F
    if size not in (1, 2):
        return None
    start = 2 + size
    return der[start:] if len(der) == start + int.from_bytes(der[2:start], "big") else None


def malformed_public_key() -> CryptoError:
    return CryptoError(
        "malformed_key",
        "Expected an RSA or P-256 public key as PEM (-----BEGIN PUBLIC KEY-----) or as base64 of "
        "its DER.",
    )


def malformed_private_key() -> CryptoError:
    return CryptoError(
        "malformed_key",
        "Expected an RSA or P-256 private key as PEM PKCS#8 (-----BEGIN PRIVATE KEY-----) or as "
        "base64 of its DER.",
    )


def _private_key_given() -> CryptoError:
    return CryptoError(
        "private_key_given",
        "This is a private key. Send the public key, and replace this pair: its private key has "
        "traveled.",
    )
