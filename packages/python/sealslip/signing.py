"""Signatures of the merchant: detached JWS (RFC 7515 appendix F, RFC 7797) by P-256 or Ed25519."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, utils

from ._json import encode_b64u, to_json
from ._public_keys import thumbprint_of, to_jwk
from .errors import CryptoError

#: PEM PKCS#8 without a password, or a key of the package ``cryptography``.
SigningKey = str | ec.EllipticCurvePrivateKey | ed25519.Ed25519PrivateKey


def sign_receipt(
    fields: Mapping[str, Any], signing_key: SigningKey, binding: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """``merchantSignature``, which goes into the envelope beside the fields that it covers.

    ``binding`` is what the signature is for, the member ``sealslip`` of its header. Raises
    CryptoError with ``unsupported_key``.
    """
    signed = to_json(fields)
    key = _import(signing_key)
    return {
        "jws": _sign(signed, key, binding),
        "signedBytes": encode_b64u(signed),
        "jwk": to_jwk(key.public_key()),
    }


def sign_request(
    body: Mapping[str, Any] | bytes,
    signing_key: SigningKey,
    binding: Mapping[str, Any] | None = None,
) -> str:
    """The header ``X-Merchant-Signature`` over a body, as the client sends it.

    Pass it on: ``client.payments.create(gateway, body, headers={"X-Merchant-Signature": …})``.
    """
    return _sign(body if isinstance(body, bytes) else to_json(body), _import(signing_key), binding)


def _sign(
    data: bytes,
    key: ec.EllipticCurvePrivateKey | ed25519.Ed25519PrivateKey,
    binding: Mapping[str, Any] | None,
) -> str:
    is_ec = isinstance(key, ec.EllipticCurvePrivateKey)
    crit = ["b64", "sealslip"] if binding else ["b64"]
    kid = thumbprint_of(to_jwk(key.public_key()))
    header = {"alg": "ES256" if is_ec else "EdDSA", "kid": kid, "b64": False, "crit": crit}
    protected = encode_b64u(to_json({**header, "sealslip": binding} if binding else header))
    signed = protected.encode() + b"." + data
    if isinstance(key, ec.EllipticCurvePrivateKey):
        numbers = utils.decode_dss_signature(key.sign(signed, ec.ECDSA(hashes.SHA256())))
        signature = b"".join(number.to_bytes(32, "big") for number in numbers)
    else:
        signature = key.sign(signed)
    return f"{protected}..{encode_b64u(signature)}"


def _import(given: SigningKey) -> ec.EllipticCurvePrivateKey | ed25519.Ed25519PrivateKey:
    key: object = given
    if isinstance(given, str):
        try:
            key = serialization.load_pem_private_key(given.encode(), None)
        except Exception:  # Its kind differs between versions of the library.
            raise _unsupported() from None
    if isinstance(key, ed25519.Ed25519PrivateKey):
        return key
    if isinstance(key, ec.EllipticCurvePrivateKey) and key.curve.name == "secp256r1":
        return key
    raise _unsupported()


def _unsupported() -> CryptoError:
    return CryptoError(
        "unsupported_key", "Expected a private key of P-256 or Ed25519, as PEM PKCS#8."
    )
