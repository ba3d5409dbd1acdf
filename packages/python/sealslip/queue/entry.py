"""A sale in the queue."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from ..errors import ApiError

EntryState = Literal[
    "queued",
    "sent",
    "paid",
    "requires_confirmation",
    "declined",
    "canceling",
    "canceled",
    "refused",
    "lost",
]

#: As JSON has it: what Entry has, and what only the sender needs (``body``, ``idempotencyKey``,
#: ``copy``, …).
Stored = dict[str, Any]

OPEN_STATES = ("queued", "sent", "canceling")
SETTLED_STATES = ("paid", "declined", "canceled", "refused", "lost")


@dataclass(frozen=True)
class EntryError:
    """What the service said, as it is stored."""

    status: int
    code: str
    message: str
    details: str
    request_id: str | None
    payment_id: str | None


@dataclass(frozen=True)
class Entry:
    """A sale, and what is known of it.

    ``number`` is its place in the queue, which no clock changes; ``added_at`` is by the clock of
    the till, for the screen alone. ``payment`` is there once it is ``paid`` or
    ``requires_confirmation``; ``error`` is the latest. A ``canceled`` sale without an ``outcome``
    was canceled elsewhere.
    """

    id: str
    number: int
    added_at: str
    gateway: str
    merchant_id: str
    receipt_id: str
    transaction_id: str
    amount: int | None
    currency: str | None
    #: The id of the sale that this one tries again.
    retry_of: str | None
    state: EntryState
    attempts: int = 0
    payment: dict[str, Any] | None = None
    error: EntryError | None = None
    outcome: Literal["not_charged", "refunded"] | None = None


def to_entry(stored: Stored) -> Entry:
    status = stored["status"]
    error = status.get("error")
    return Entry(
        id=stored["id"],
        number=stored["number"],
        added_at=stored["addedAt"],
        gateway=stored["gateway"],
        merchant_id=stored["merchantId"],
        receipt_id=stored["receiptId"],
        transaction_id=stored["transactionId"],
        amount=stored.get("amount"),
        currency=stored.get("currency"),
        retry_of=stored.get("retryOf"),
        state=status["state"],
        attempts=status.get("attempts", 0),
        payment=status.get("payment"),
        error=EntryError(**error) if error else None,
        outcome=status.get("outcome"),
    )


def store_error(error: ApiError) -> dict[str, Any]:
    """As EntryError has it."""
    return {
        "status": error.status,
        "code": error.code,
        "message": error.message,
        "details": error.details,
        "request_id": error.request_id,
        "payment_id": error.payment_id,
    }
