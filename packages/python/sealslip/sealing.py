"""Seals receipts at the till."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from ._json import encode_b64u, parse_json, to_json
from ._public_keys import SealingKey, import_public_key, to_jwk
from ._wrap import ECDH, RSA, oaep, wrap_for_point
from .envelope import receipt_aad
from .errors import CryptoError
from .signing import SigningKey, sign_receipt

#: The plaintext is padded to steps of so many bytes, so that its length says little about what was
#: bought.
_PADDED_TO = 1024


def seal_receipt(
    reservation: Mapping[str, Any],
    receipt: Mapping[str, Any],
    signing_key: SigningKey | None = None,
    binding: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Seals a receipt to the keys of a reservation: the service gets the envelope alone.

    Returns ``reservation``, ``sealedReceipt``, and ``otherRecipients`` where there are any, for
    the body of the payment or refund. The cardholder reads every field: hashes of the recipient
    and tokens of a card (``cardNonce``, ``customer``) are not part of a receipt. Raises
    CryptoError: ``malformed_receipt``, what a key of the reservation has wrong, and what
    sign_receipt raises.
    """
    payment_id = reservation["paymentId"]
    fields = _read_fields(receipt, payment_id)
    named = [reservation, *(reservation.get("otherKeys") or [])]
    keys = [import_public_key(one["publicKey"]) for one in named]
    thumbprints = [key.thumbprint for key in keys]
    sealed_to = thumbprints if len(thumbprints) > 1 else thumbprints[0]
    sealed = {**fields, "paymentId": payment_id, "sealedTo": sealed_to, "sealedAt": "till"}
    if signing_key is not None:
        sealed["merchantSignature"] = sign_receipt(sealed, signing_key, binding)
    plaintext = to_json(sealed)
    # Blanks, which JSON allows (RFC 8259 section 2).
    plaintext += b" " * (-len(plaintext) % _PADDED_TO)

    content_key = AESGCM.generate_key(256)
    content = _encrypt(plaintext, content_key, receipt_aad(payment_id))
    first, *others = [_wrap(content_key, one["keyId"], key.key) for one, key in zip(named, keys)]
    body = {"reservation": reservation["reservation"], "sealedReceipt": {**content, **first}}
    return {**body, "otherRecipients": others} if others else body


def _read_fields(receipt: Mapping[str, Any], payment_id: str) -> dict[str, Any]:
    """As its JSON has them."""
    try:
        fields: dict[str, Any] = parse_json(to_json(dict(receipt)))
    except (TypeError, ValueError, RecursionError):
        raise CryptoError(
            "malformed_receipt", "A receipt is an object that JSON can carry."
        ) from None
    names = ["sealedTo", "sealedAt", "merchantSignature"]
    if fields.get("paymentId") != payment_id:
        names.append("paymentId")
    for name in names:
        if name in fields:
            raise CryptoError("malformed_receipt", f"A receipt gets its {name} when it is sealed.")
    return fields


def _encrypt(plaintext: bytes, content_key: bytes, aad: str) -> dict[str, Any]:
    """A256GCM (RFC 7518 section 5.3); additional data as in RFC 7516 section 5.1 step 14."""
    protected, iv = encode_b64u(to_json({"enc": "A256GCM"})), os.urandom(12)
    encrypted = AESGCM(content_key).encrypt(iv, plaintext, f"{protected}.{aad}".encode())
    ciphertext, tag = encode_b64u(encrypted[:-16]), encode_b64u(encrypted[-16:])
    return {
        "protected": protected,
        "iv": encode_b64u(iv),
        "ciphertext": ciphertext,
        "tag": tag,
        "aad": aad,
    }


def _wrap(content_key: bytes, key_id: str, key: SealingKey) -> dict[str, Any]:
    if isinstance(key, rsa.RSAPublicKey):
        wrapped = key.encrypt(content_key, oaep())
        return {"header": {"alg": RSA, "kid": key_id}, "encrypted_key": encode_b64u(wrapped)}
    ephemeral = ec.generate_private_key(ec.SECP256R1())
    header = {"alg": ECDH, "kid": key_id, "epk": to_jwk(ephemeral.public_key())}
    return {
        "header": header,
        "encrypted_key": encode_b64u(wrap_for_point(ephemeral, key, content_key)),
    }
