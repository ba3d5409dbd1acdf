"""The key pair of a device."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa

from ._public_keys import thumbprint_of, to_jwk

KeyKind = Literal["P-256", "RSA-2048"]


@dataclass(frozen=True)
class DeviceKeys:
    """``public_key`` and ``key_id`` are what to register; ``private_key`` is PEM PKCS#8 and stays
    on the device.
    """

    kind: KeyKind
    key_id: str
    public_key: str
    private_key: str = field(repr=False)


def generate_device_keys(kind: KeyKind = "P-256") -> DeviceKeys:
    """A fresh pair. On a phone, make it in the phone's hardware instead."""
    key: ec.EllipticCurvePrivateKey | rsa.RSAPrivateKey
    if kind == "P-256":
        key = ec.generate_private_key(ec.SECP256R1())
    elif kind == "RSA-2048":
        key = rsa.generate_private_key(65537, 2048)
    else:
        raise ValueError("kind is P-256 or RSA-2048")
    pem = serialization.Encoding.PEM
    public_key = key.public_key().public_bytes(
        pem, serialization.PublicFormat.SubjectPublicKeyInfo
    )
    private_key = key.private_bytes(
        pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    key_id = f"key_{thumbprint_of(to_jwk(key.public_key()))}"
    return DeviceKeys(kind, key_id, public_key.decode(), private_key.decode())
