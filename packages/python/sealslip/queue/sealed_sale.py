"""Sales whose receipt is sealed when they are added, and the stock of reservations for that."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal

from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from .._json import decode_b64u, encode_b64u, parse_json, to_json
from ..client import Client
from ..errors import CryptoError
from ..sealing import seal_receipt
from ..signing import SigningKey
from .errors import QueueError
from .ledger import Ledger, Writes
from .storage_keys import RESERVATIONS

Sale = dict[str, Any]

#: ``prepare`` answers up to so many.
_MAX_COUNT = 100
_RECIPIENT = (
    "recipientHashedPan",
    "recipientHashedPar",
    "recipientHashedPhone",
    "recipientHashedEmail",
)
_FOR_GATEWAY = ("cardNonce", "verificationToken", "customer")
_REFERENCES = ("merchantId", "receiptId", "transactionId", "transactionDate", "amount")


@dataclass(frozen=True)
class Sealing:
    """Seals each receipt when its sale is added, so that neither the storage nor the service can
    read it.

    ``receipt_key`` is the till's own AES-256 key (32 bytes), which encrypts a copy of each receipt
    until it is paid: with it, a receipt is sealed again where its reservation is over. With
    ``"none"`` there is no copy, and such a sale is refused. ``stock`` is how many sales the till
    can seal without a network.
    """

    receipt_key: bytes | Literal["none"]
    stock: int = 50
    signing_key: SigningKey | None = None


def divide_sale(sale: Mapping[str, Any], gateway: str) -> tuple[Sale, Sale, Sale]:
    """Whom the receipt is for, what the service gets in the clear, and the receipt."""
    amount = sale.get("amount")
    if isinstance(amount, bool) or not isinstance(amount, (int, float)) or "sealedReceipt" in sale:
        raise QueueError("invalid_sale")
    currency = sale.get("currency") or "usd"
    recipient = _pick(sale, _RECIPIENT)
    references = {**_pick(sale, _REFERENCES), "currency": currency}
    clear = {**references, **recipient, **_pick(sale, ("paymentMethod", *_FOR_GATEWAY))}
    # What is about the recipient, or for the provider alone, is never part of a receipt.
    private = (*_RECIPIENT, *_FOR_GATEWAY)
    fields = {name: value for name, value in sale.items() if name not in private}
    return recipient, clear, {**fields, "currency": currency, "gateway": gateway}


def seal_sale(
    sale: Mapping[str, Any],
    gateway: str,
    reservation: Mapping[str, Any],
    signing_key: SigningKey | None,
) -> Sale:
    """The body of ``create`` with the receipt sealed to the key of the reservation."""
    _, clear, receipt = divide_sale(sale, gateway)
    try:
        return {**clear, **seal_receipt(reservation, receipt, signing_key)}
    except CryptoError as error:
        raise QueueError("invalid_sale", str(error)) from error


def encrypt_copy(sale: Mapping[str, Any], key: bytes, id: str) -> dict[str, str]:
    """AES-GCM, bound to the id of the entry."""
    iv = os.urandom(12)
    data = AESGCM(key).encrypt(iv, to_json(sale), id.encode())
    return {"iv": encode_b64u(iv), "data": encode_b64u(data)}


def decrypt_copy(copy: Mapping[str, str], key: bytes, id: str) -> Sale:
    """Raises cryptography's InvalidTag where the copy was changed, or the key is another."""
    sale: Sale = parse_json(
        AESGCM(key).decrypt(decode_b64u(copy["iv"]), decode_b64u(copy["data"]), id.encode())
    )
    return sale


def take_reservation(ledger: Ledger) -> dict[str, Any]:
    """The one that ends first: each is for one sale. Raises ``no_reservation``."""
    while held := ledger.list(RESERVATIONS, 1):
        if reservation := _take(ledger, held[0][0]):
            return reservation
    raise QueueError("no_reservation")


def _take(ledger: Ledger, key: str) -> dict[str, Any] | None:
    """None if another process was faster."""
    taken: list[dict[str, Any]] = []

    def change(found: Mapping[str, Any], _: int) -> Writes:
        if key not in found:
            return {}
        taken.append(found[key])
        return {key: None}

    ledger.update([key], change)
    return taken[0] if taken else None


def fill_stock(ledger: Ledger, client: Client, gateway: str, stock: int, *, renews: bool) -> None:
    """Fills the stock once half of it is used; with ``renews``, replaces what is older than a day,
    too.

    Ages are differences between times of the service, since the clock of the till may be wrong.
    Raises ApiError.
    """
    held = ledger.list(RESERVATIONS)
    missing = stock - len(held)
    if not renews and missing < stock / 2:
        return

    def prepare(count: int) -> list[dict[str, Any]]:
        body = {"anyRecipient": True, "count": min(count, _MAX_COUNT)}
        offered: list[dict[str, Any]] = client.payments.prepare(gateway, body, max_attempts=1)[
            "reservations"
        ]
        ledger.update([], lambda found, number: {_key_of(one): one for one in offered})
        return offered

    newest = max(_time_of(one) for one in prepare(max(missing, 1)))
    ledger.delete([key for key, one in held if newest - _time_of(one) > timedelta(days=1)])
    while (count := stock - len(ledger.list(RESERVATIONS))) > 0:
        prepare(count)


def _key_of(reservation: Mapping[str, Any]) -> str:
    return f"{RESERVATIONS}{reservation['expiresAt']}/{reservation['paymentId']}"


def _time_of(reservation: Mapping[str, Any]) -> datetime:
    return datetime.fromisoformat(reservation["expiresAt"].replace("Z", "+00:00"))


def _pick(sale: Mapping[str, Any], names: tuple[str, ...]) -> Sale:
    return {name: sale[name] for name in names if sale.get(name) is not None}
