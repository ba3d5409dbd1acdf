"""The key pair of a merchant that signs, and what its signatures of requests hold for."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519

from ._public_keys import thumbprint_of, to_jwk
from .signing import PrivateSigningKey, SigningKey, import_signing_key, sign_detached

SigningKeyKind = Literal["Ed25519", "P-256"]

_ENVIRONMENTS = {"prod": "production", "stg": "staging", "dev": "development"}


@dataclass(frozen=True)
class SigningKeys:
    """``public_key`` is what to register in the console, which shows ``kid``, the RFC 7638
    thumbprint. ``private_key`` is PEM PKCS#8, for the place where you keep secrets.
    """

    kind: SigningKeyKind
    kid: str
    public_key: str
    private_key: str = field(repr=False)


@dataclass(frozen=True)
class RequestSigningKey:
    """A ``signing_key`` of a client whose signatures hold for one request of one organization.

    ``organization`` is its id, as its settings show it; ``environment`` is that of the API key, if
    not given.
    """

    key: SigningKey = field(repr=False)
    organization: str | None = None
    environment: str | None = None


#: Signs the bytes of a body for what it is: ``request``, ``gateway``, and ``paymentId``.
RequestSigner = Callable[[bytes, Mapping[str, str]], str]


def generate_signing_keys(kind: SigningKeyKind = "Ed25519") -> SigningKeys:
    """A fresh pair."""
    if kind == "Ed25519":
        return _describe(ed25519.Ed25519PrivateKey.generate())
    if kind == "P-256":
        return _describe(ec.generate_private_key(ec.SECP256R1()))
    raise ValueError("kind is Ed25519 or P-256")


def read_signing_keys(private_key: SigningKey) -> SigningKeys:
    """The pair of a private key, such as the console's ``signing-key.pem``.

    Raises CryptoError: ``malformed_key``, or ``unsupported_key`` unless it is Ed25519 or P-256.
    """
    return _describe(import_signing_key(private_key))


def create_request_signer(given: SigningKey | RequestSigningKey, api_key: str) -> RequestSigner:
    """Raises CryptoError as read_signing_keys, and ValueError for an organization without its
    environment.
    """
    signing = given if isinstance(given, RequestSigningKey) else RequestSigningKey(given)
    key, organization = import_signing_key(signing.key), signing.organization
    if not organization:
        return lambda body, request: sign_detached(body, key)
    environment = signing.environment or _environment_of(api_key)
    if environment is None:
        raise ValueError("signing_key has an organization, and needs its environment, too")
    place = {"organization": organization, "environment": environment}
    return lambda body, request: sign_detached(body, key, {**place, **request})


def _environment_of(api_key: str) -> str | None:
    prefix = re.match("ssk_(prod|stg|dev)_", api_key)
    return _ENVIRONMENTS[prefix[1]] if prefix else None


def _describe(key: PrivateSigningKey) -> SigningKeys:
    pem = serialization.Encoding.PEM
    public_key = key.public_key().public_bytes(
        pem, serialization.PublicFormat.SubjectPublicKeyInfo
    )
    private_key = key.private_bytes(
        pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    kid = thumbprint_of(to_jwk(key.public_key()))
    kind: SigningKeyKind = "P-256" if isinstance(key, ec.EllipticCurvePrivateKey) else "Ed25519"
    return SigningKeys(kind, kid, public_key.decode(), private_key.decode())
