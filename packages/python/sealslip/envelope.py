"""Opens sealed receipts: flattened JWE (RFC 7516 section 7.2.2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NoReturn, cast

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import keywrap, serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from ._json import decode_b64u, encode_b64u, parse_json, to_json
from ._key_text import malformed_private_key, read_private_der
from ._public_keys import import_point, require_rsa_2048, unsupported_key
from ._wrap import ECDH, RSA, oaep, unwrap_for_point
from .errors import CryptoError

#: PEM PKCS#8 or base64 of its DER, or a key of the package ``cryptography``.
PrivateKey = str | rsa.RSAPrivateKey | ec.EllipticCurvePrivateKey

#: A modulus of 2048 bits, or AES key wrap's 8 bytes beyond the key.
_WRAPPED_BYTES = {RSA: 256, ECDH: 40}


def open_envelope(
    envelope: Mapping[str, Any], payment_id: str, private_key: PrivateKey
) -> dict[str, Any]:
    """Opens an envelope on this device, for RSA-2048 and P-256 keys.

    Raises CryptoError: ``wrong_payment``, ``wrong_key`` (tampering included),
    ``malformed_envelope``, ``unsupported_algorithm``, or what the key has wrong.
    """
    key = import_private_key(private_key)
    algorithm, epk = _check_header(_require_object(envelope))
    _check_protected(envelope.get("protected"))
    wrapped = _require_bytes(envelope.get("encrypted_key"), _WRAPPED_BYTES[algorithm])
    iv, tag = _require_bytes(envelope.get("iv"), 12), _require_bytes(envelope.get("tag"), 16)
    ciphertext = _require_bytes(envelope.get("ciphertext"))
    _require_bytes(envelope.get("aad"))
    if envelope["aad"] != receipt_aad(payment_id):
        raise CryptoError("wrong_payment", "The envelope belongs to another payment.")
    try:
        content_key = _unwrap(wrapped, key, epk)
        if len(content_key) != 32:
            raise _wrong_key()
        data = f"{envelope['protected']}.{envelope['aad']}".encode()
        plaintext = AESGCM(content_key).decrypt(iv, ciphertext + tag, data)
    except (InvalidTag, keywrap.InvalidUnwrap, ValueError):
        # One answer for a failed unwrap and a failed tag (RFC 7516 section 11.5).
        raise _wrong_key() from None
    return _read_receipt(plaintext)


def receipt_aad(payment_id: str) -> str:
    """The member ``aad`` of the envelope of a payment:

    an envelope in another place does not open.
    """
    return encode_b64u(to_json({"paymentId": payment_id, "v": 1}))


def import_private_key(given: PrivateKey) -> rsa.RSAPrivateKey | ec.EllipticCurvePrivateKey:
    """Raises CryptoError: ``malformed_key`` or ``unsupported_key``."""
    key = _load(read_private_der(given)) if isinstance(given, str) else given
    if isinstance(key, rsa.RSAPrivateKey):
        require_rsa_2048(key.public_key().public_numbers())
        return key
    if isinstance(key, ec.EllipticCurvePrivateKey) and key.curve.name == "secp256r1":
        return key
    raise unsupported_key()


def _load(der: bytes) -> object:
    try:
        return serialization.load_der_private_key(der, None)
    except Exception:  # Its kind differs between versions of the library.
        raise malformed_private_key() from None


def _unwrap(
    wrapped: bytes,
    key: rsa.RSAPrivateKey | ec.EllipticCurvePrivateKey,
    epk: ec.EllipticCurvePublicKey | None,
) -> bytes:
    if isinstance(key, rsa.RSAPrivateKey):
        if epk is not None:
            raise _wrong_key()
        return key.decrypt(wrapped, oaep())
    if epk is None:
        raise _wrong_key()
    return unwrap_for_point(key, epk, wrapped)


def _check_header(envelope: Mapping[str, Any]) -> tuple[str, ec.EllipticCurvePublicKey | None]:
    # The one member that would change the meaning of the others; unknown ones mean nothing and are
    # ignored.
    if "unprotected" in envelope:
        _malformed()
    header = _require_object(envelope.get("header"))
    _refuse_extensions(header)
    # Parameter names are disjoint across headers (RFC 7516 section 7.2.1), and `enc` is protected.
    if "enc" in header:
        _malformed()
    algorithm = header.get("alg")
    if algorithm not in (RSA, ECDH):
        _unsupported()
    if not isinstance(header.get("kid"), str) or header["kid"] == "":
        _malformed()
    return cast(str, algorithm), _read_ephemeral(header.get("epk")) if algorithm == ECDH else None


def _read_ephemeral(value: object) -> ec.EllipticCurvePublicKey:
    """A point that is not on the curve could give away the private key (SP 800-56A Rev.

    3 section 5.6.2.2.2).
    """
    epk = _require_object(value)
    if epk.get("kty") != "EC" or epk.get("crv") != "P-256":
        _malformed()
    x, y = (_require_bytes(epk.get(name), 32) for name in "xy")
    try:
        return import_point(x, y)
    except ValueError:
        _malformed()


def _check_protected(encoded: object) -> None:
    try:
        header = parse_json(_require_bytes(encoded))
    except ValueError:
        _malformed()
    header = _require_object(header)
    _refuse_extensions(header)
    if any(name in header for name in ("alg", "kid", "epk")):
        _malformed()
    if header.get("enc") != "A256GCM":
        _unsupported()


def _refuse_extensions(header: Mapping[str, Any]) -> None:
    """Compression leaks lengths of its input, and names of the parties are part of the derived
    key.
    """
    if any(name in header for name in ("zip", "crit", "apu", "apv")):
        _unsupported()


def _require_object(value: object) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        _malformed()
    return value


def _require_bytes(value: object, length: int | None = None) -> bytes:
    if not isinstance(value, str) or value == "":
        _malformed()
    try:
        data = decode_b64u(value)
    except ValueError:
        _malformed()
    if length is not None and len(data) != length:
        _malformed()
    return data


def _read_receipt(plaintext: bytes) -> dict[str, Any]:
    try:
        receipt = parse_json(plaintext)
    except ValueError:
        receipt = None
    if not isinstance(receipt, dict):
        raise CryptoError("malformed_envelope", "The envelope does not hold a receipt.")
    return receipt


def _malformed() -> NoReturn:
    raise CryptoError("malformed_envelope", "The envelope is not a sealed receipt.")


def _unsupported() -> NoReturn:
    raise CryptoError(
        "unsupported_algorithm",
        "The envelope asks for something other than RSA-OAEP-256 or ECDH-ES+A256KW, with A256GCM.",
    )


def _wrong_key() -> CryptoError:
    return CryptoError("wrong_key", "The key does not open the envelope, or it was changed.")
