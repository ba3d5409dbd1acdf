"""The proof that a merchant signed a request or a receipt, checked by its own content."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, utils

from ._json import decode_b64u, parse_json
from ._public_keys import import_point, thumbprint_of, to_jwk
from ._same_json import ABSENT
from .errors import CryptoError

_Key = ec.EllipticCurvePublicKey | ed25519.Ed25519PublicKey


@dataclass(frozen=True)
class Verified:
    data: bytes
    #: RFC 7638, of the key that signed.
    thumbprint: str
    #: What the signature says it is for; ABSENT where it does not.
    binding: object


def verify_merchant_signature(proof: object) -> Verified:
    """It does not identify the owner of the key.

    Raises CryptoError: ``malformed_signature``, ``unsupported_algorithm``, ``unsupported_key``,
    ``missing_algorithm``, or ``wrong_signature``.
    """
    members = proof if isinstance(proof, dict) else {}
    protected, signature, header = _parse_detached(_require_text(members, "jws"))
    data = _require_bytes(_require_text(members, "signedBytes"))
    key = _import_key(members.get("jwk"))
    thumbprint = thumbprint_of(to_jwk(key))
    # The key determines its algorithm; the header is only the sender's claim. `kid` is signed, so
    # a proof cannot be moved to another key that also verifies it.
    is_ec = isinstance(key, ec.EllipticCurvePublicKey)
    is_of_key = header["alg"] == ("ES256" if is_ec else "EdDSA") and header["kid"] == thumbprint
    if not is_of_key or not _is_signed(protected.encode() + b"." + data, signature, key):
        raise CryptoError("wrong_signature", "The key did not sign these bytes.")
    return Verified(data, thumbprint, header.get("sealslip", ABSENT))


def _parse_detached(jws: str) -> tuple[str, bytes, Mapping[str, Any]]:
    """A detached JWS with an unencoded payload (RFC 7797 section 3)."""
    parts = jws.split(".")
    if len(parts) != 3 or parts[1] != "":
        raise _malformed()
    return parts[0], _require_bytes(parts[2]), _read_header(parts[0])


def _read_header(encoded: str) -> Mapping[str, Any]:
    try:
        header = parse_json(decode_b64u(encoded))
    except ValueError:
        raise _malformed() from None
    if not isinstance(header, dict):
        raise _malformed()
    # RFC 7797 section 6: a verifier that does not know `b64` would verify another text, so it must
    # be critical.
    is_unencoded = header.get("b64") is False and _is_critical(header)
    if not is_unencoded or header.get("alg") not in ("ES256", "EdDSA"):
        raise CryptoError(
            "unsupported_algorithm",
            "The signature is not ES256 or EdDSA with b64 false, which crit lists.",
        )
    if not isinstance(header.get("kid"), str):
        raise _malformed()
    return header


def _is_critical(header: Mapping[str, Any]) -> bool:
    """Lists ``b64``, and the binding at most if there is one (RFC 7515 section 4.1.11), each
    once.
    """
    crit = header.get("crit")
    known = ("b64", "sealslip") if "sealslip" in header else ("b64",)
    if not isinstance(crit, list) or "b64" not in crit:
        return False
    return all(name in known and crit.count(name) == 1 for name in crit)


def _import_key(jwk: object) -> _Key:
    """Of P-256 or Ed25519, with the members that its kind needs; others are ignored."""
    members = jwk if isinstance(jwk, dict) else {}
    kind, curve = _require_text(members, "kty"), _require_text(members, "crv")
    text = _require_text(members, "x")
    if (kind, curve) not in (("EC", "P-256"), ("OKP", "Ed25519")):
        raise _unsupported_key()
    try:
        x = decode_b64u(text)
        if kind == "EC":
            return import_point(x, decode_b64u(cast(str, members.get("y"))))
        return ed25519.Ed25519PublicKey.from_public_bytes(x)
    except UnsupportedAlgorithm:
        raise CryptoError("missing_algorithm", f"This platform has no {curve}.") from None
    except (TypeError, ValueError):
        raise _unsupported_key() from None


def _is_signed(data: bytes, signature: bytes, key: _Key) -> bool:
    try:
        if isinstance(key, ed25519.Ed25519PublicKey):
            key.verify(signature, data)
        else:
            key.verify(_to_der(signature), data, ec.ECDSA(hashes.SHA256()))
    except InvalidSignature:
        return False
    return True


def _to_der(signature: bytes) -> bytes:
    """From both numbers in 32 bytes each (RFC 7518 section 3.4)."""
    if len(signature) != 64:
        raise InvalidSignature
    numbers = (int.from_bytes(half, "big") for half in (signature[:32], signature[32:]))
    return utils.encode_dss_signature(*numbers)


def _require_text(members: Mapping[str, Any], name: str) -> str:
    value = members.get(name)
    if not isinstance(value, str) or value == "":
        raise _malformed()
    return value


def _require_bytes(text: str) -> bytes:
    try:
        return decode_b64u(text)
    except ValueError:
        raise _malformed() from None


def _malformed() -> CryptoError:
    return CryptoError(
        "malformed_signature",
        "The signature is not a detached JWS with a kid, or its bytes are not base64url.",
    )


def _unsupported_key() -> CryptoError:
    return CryptoError("unsupported_key", "The key is not on P-256 or Ed25519.")
