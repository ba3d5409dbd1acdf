"""What is proven about an opened receipt."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from ._merchant_signature import verify_merchant_signature
from ._public_keys import import_public_key
from ._same_json import ABSENT, is_same_json
from ._signed_content import compare_signed, read_content
from .errors import CryptoError

#: What a receipt and its entry in a list both say.
_LISTED = ("receiptId", "transactionId", "amount", "gateway", "kind", "refundOf")

#: SHA-256 as base64url.
_THUMBPRINT = re.compile(r"[A-Za-z0-9_-]{43}")


@dataclass(frozen=True)
class ReceiptCheck:
    """What verify_receipt found.

    - ``signed``: a merchant signed what the receipt says. ``signer`` is the RFC 7638 thumbprint of
      its key: whose that is, you know from the merchant, or from earlier receipts.
      ``organization`` is the one that the signature names. ``made_up`` are the parts that the
      service filled in, of ``items`` and ``amount``.
    - ``unsigned``: there is no signature.
    - ``differs``: ``fields`` are those in which the receipt is not what was signed, listed, or
      sealed to this key.
    - ``broken``: its proof is none.
    - ``unsupported``: this platform lacks the algorithm of the signature.
    """

    state: Literal["signed", "unsigned", "differs", "broken", "unsupported"]
    signer: str | None = None
    organization: str | None = None
    made_up: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()


def verify_receipt(
    receipt: Mapping[str, Any],
    *,
    listed: Mapping[str, Any],
    public_key: str | None = None,
    environment: str | None = None,
) -> ReceiptCheck:
    """Who signed an opened receipt, and whether that agrees with what the service lists.

    It needs no network. ``listed`` is the receipt's entry in ``client.receipts.list``;
    ``public_key`` is that of the key that opened it, to which a till must have sealed it, unless
    its ``keyKind`` is ``escrow``: no device knows the escrow key, so such a receipt may have been
    read and sealed again. ``environment`` is the one in which the cardholder is registered; it is
    compared with what the signature names, if it names one. Raises CryptoError for a malformed
    ``public_key``.
    """
    differs = _compare_listed(receipt, listed)
    if (
        public_key is not None
        and not _is_sealed_to(receipt, public_key)
        and not _is_sealed_for_escrow(receipt, listed)
    ):
        differs.append("sealedTo")
    if "merchantSignature" not in receipt:
        return _differing(differs) if differs else ReceiptCheck("unsigned")
    try:
        verified = verify_merchant_signature(receipt["merchantSignature"])
        signed = read_content(verified.data)
    except CryptoError as error:
        return ReceiptCheck("unsupported" if error.reason == "missing_algorithm" else "broken")
    except ValueError:
        return ReceiptCheck("broken")
    not_signed, made_up = compare_signed(receipt, signed)
    binding = verified.binding
    differs += not_signed
    if binding is not ABSENT:
        differs += _compare_binding(binding, receipt, listed, environment)
    if differs:
        return _differing(differs)
    organization = _member(binding, "organization")
    return ReceiptCheck(
        "signed",
        signer=verified.thumbprint,
        organization=organization if isinstance(organization, str) else None,
        made_up=made_up,
    )


def _differing(fields: list[str]) -> ReceiptCheck:
    return ReceiptCheck("differs", fields=tuple(dict.fromkeys(fields)))


def _compare_listed(receipt: Mapping[str, Any], listed: Mapping[str, Any]) -> list[str]:
    """The fields in which the receipt is not what is listed. What a till may leave out is compared
    where it is there.
    """
    pairs = [("paymentId", receipt.get("paymentId"), listed.get("paymentId"))]
    pairs += [(name, receipt.get(name), listed.get(name)) for name in _LISTED]
    pairs.append(("currency", _lower(receipt.get("currency")), _lower(listed.get("currency"))))
    # Many tills write null for what they do not have.
    return [name for name, said, known in pairs if said is not None and not _is_one(said, known)]


def _is_sealed_to(receipt: Mapping[str, Any], public_key: str) -> bool:
    """True for what the service sealed, which does not say to which key."""
    thumbprint = import_public_key(public_key).thumbprint
    if receipt.get("sealedAt") != "till":
        return True
    sealed_to = receipt.get("sealedTo")
    return thumbprint in (sealed_to if isinstance(sealed_to, list) else [sealed_to])


def _is_sealed_for_escrow(receipt: Mapping[str, Any], listed: Mapping[str, Any]) -> bool:
    """To wait for its card, or offline for any: the escrow has one key."""
    if listed.get("sealedAt") != "till" or listed.get("keyKind") != "escrow":
        return False
    sealed_to = receipt.get("sealedTo")
    keys = sealed_to if isinstance(sealed_to, list) else [sealed_to]
    return len(keys) == 1 and isinstance(keys[0], str) and _THUMBPRINT.fullmatch(keys[0]) is not None


def _compare_binding(
    binding: object,
    receipt: Mapping[str, Any],
    listed: Mapping[str, Any],
    environment: str | None,
) -> list[str]:
    """A signature that says what it is for holds for nothing else."""
    is_refund = "refund" in (receipt.get("kind"), listed.get("kind"))
    said_environment = _member(binding, "environment")
    pairs = [
        ("gateway", _member(binding, "gateway"), listed.get("gateway", ABSENT)),
        ("kind", _member(binding, "request"), "refund" if is_refund else "create"),
        (
            "refundOf",
            _member(binding, "paymentId"),
            listed.get("refundOf", ABSENT) if is_refund else ABSENT,
        ),
        (
            "environment",
            said_environment,
            said_environment if environment is None else environment,
        ),
    ]
    differs = [name for name, said, known in pairs if not _is_one(said, known)]
    whole = (_member(binding, "organization"), said_environment)
    is_whole = all(isinstance(text, str) and text != "" for text in whole)
    return differs if is_whole else [*differs, "sealslip"]


def _member(value: object, name: str) -> object:
    return value.get(name, ABSENT) if isinstance(value, dict) else ABSENT


def _is_one(said: object, known: object) -> bool:
    """None of these fields is an object or a list."""
    return not isinstance(said, (dict, list)) and is_same_json(said, known)


def _lower(currency: object) -> object:
    return currency.lower() if isinstance(currency, str) else currency
