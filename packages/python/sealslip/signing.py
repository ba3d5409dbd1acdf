"""Signatures of the merchant: detached JWS (RFC 7515 appendix F, RFC 7797) by P-256 or Ed25519."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, utils

from ._json import encode_b64u, to_json
from ._key_text import read_pkcs8
from ._public_keys import thumbprint_of, to_jwk
from .errors import CryptoError

PrivateSigningKey = ec.EllipticCurvePrivateKey | ed25519.Ed25519PrivateKey

#: PEM PKCS#8 without a password or base64 of its DER, or a key of the package ``cryptography``.
SigningKey = str | PrivateSigningKey


def sign_receipt(
    fields: Mapping[str, Any], signing_key: SigningKey, binding: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """``merchantSignature``, which goes into the envelope beside the fields that it covers.

    ``binding`` is what the signature is for, the member ``sealslip`` of its header. Raises
    CryptoError: ``malformed_key`` or ``unsupported_key``.
    """
    signed = to_json(fields)
    key = import_signing_key(signing_key)
    return {
        "jws": sign_detached(signed, key, binding),
        "signedBytes": encode_b64u(signed),
        "jwk": to_jwk(key.public_key()),
    }


def sign_request(
    body: Mapping[str, Any] | bytes,
    signing_key: SigningKey,
    binding: Mapping[str, Any] | None = None,
) -> str:
    """The header ``X-Merchant-Signature`` over a body, as the client sends it.

    A client with a ``signing_key`` sends it by itself. For another caller, pass the bytes that it
    sends.
    """
    data = body if isinstance(body, bytes) else to_json(body)
    return sign_detached(data, import_signing_key(signing_key), binding)


def sign_challenge(challenge: str, signing_key: SigningKey) -> str:
    """The proof that the console asks for when a public key is registered:

    a JWS over its challenge.
    """
    key = import_signing_key(signing_key)
    signed = f"{encode_b64u(to_json(_header_of(key)))}.{encode_b64u(challenge.encode())}"
    return f"{signed}.{encode_b64u(_sign(signed.encode(), key))}"


def sign_detached(
    data: bytes, key: PrivateSigningKey, binding: Mapping[str, Any] | None = None
) -> str:
    crit = ["b64", "sealslip"] if binding else ["b64"]
    header = {**_header_of(key), "b64": False, "crit": crit}
    protected = encode_b64u(to_json({**header, "sealslip": binding} if binding else header))
    return f"{protected}..{encode_b64u(_sign(protected.encode() + b'.' + data, key))}"


def import_signing_key(given: SigningKey) -> PrivateSigningKey:
    """Raises CryptoError: ``malformed_key``, or ``unsupported_key`` unless it is a private key of
    Ed25519 or P-256.
    """
    key = _load(read_pkcs8(given)) if isinstance(given, str) else given
    if isinstance(key, ed25519.Ed25519PrivateKey):
        return key
    if isinstance(key, ec.EllipticCurvePrivateKey) and key.curve.name == "secp256r1":
        return key
    raise _unsupported()


def _load(der: bytes | None) -> object:
    try:
        return der and serialization.load_der_private_key(der, None)
    except Exception:  # Its kind differs between versions of the library.
        raise _unsupported() from None


def _header_of(key: PrivateSigningKey) -> dict[str, Any]:
    is_ec = isinstance(key, ec.EllipticCurvePrivateKey)
    kid = thumbprint_of(to_jwk(key.public_key()))
    return {"alg": "ES256" if is_ec else "EdDSA", "kid": kid}


def _sign(data: bytes, key: PrivateSigningKey) -> bytes:
    if isinstance(key, ed25519.Ed25519PrivateKey):
        return key.sign(data)
    numbers = utils.decode_dss_signature(key.sign(data, ec.ECDSA(hashes.SHA256())))
    return b"".join(number.to_bytes(32, "big") for number in numbers)


def _unsupported() -> CryptoError:
    return CryptoError(
        "unsupported_key", "Expected a private key of P-256 or Ed25519, as PEM PKCS#8."
    )
