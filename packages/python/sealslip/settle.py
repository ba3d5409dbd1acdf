"""Takes a payment to its end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from ._call import CallOptions
from .errors import ApiError, is_undecided

if TYPE_CHECKING:
    from .payments import Payments


@dataclass(frozen=True)
class Settled:
    """What became of a payment.

    - ``paid``: ``payment`` has it.
    - ``requires_confirmation``: the customer has a step to do at the provider, with
      ``payment["clientSecret"]``.
    - ``declined``: nothing was charged; ``error`` says why. The next card may be taken with the
      same references.
    - ``canceled``: the customer pays nothing; ``outcome`` is ``not_charged`` or ``refunded``. For
      another try take a new ``transactionId``.
    - ``undecided``: not known; ``error`` has the failure. Take no other payment for the sale:
      calling again with the same body finds out.
    """

    state: Literal["paid", "requires_confirmation", "declined", "canceled", "undecided"]
    payment: dict[str, Any] | None = None
    error: ApiError | None = None
    outcome: Literal["not_charged", "refunded"] | None = None


def settle_payment(
    payments: Payments,
    gateway: str,
    body: Mapping[str, Any],
    *,
    idempotency_key: str | None,
    if_undecided: str,
    options: CallOptions,
) -> Settled:
    """See Payments.create_and_settle."""
    if if_undecided not in ("cancel", "leave"):
        raise ValueError('if_undecided is "cancel" or "leave"')
    try:
        return _read_created(
            payments.create(gateway, body, idempotency_key=idempotency_key, **options)
        )
    except ApiError as error:
        if error.code == "payment_declined":
            return Settled("declined", error=error)
        if not is_undecided(error) and error.status != 429:
            raise
        if if_undecided == "leave":
            return Settled("undecided", error=error)
        return _cancel_undecided(payments, gateway, body, error, options)


def _read_created(payment: dict[str, Any]) -> Settled:
    is_paid = payment["veroMetadata"]["paymentStatus"] == "succeeded"
    return Settled("paid" if is_paid else "requires_confirmation", payment=payment)


def _cancel_undecided(
    payments: Payments,
    gateway: str,
    body: Mapping[str, Any],
    undecided: ApiError,
    options: CallOptions,
) -> Settled:
    references = {name: body[name] for name in ("merchantId", "receiptId", "transactionId")}
    try:
        for payment in payments.list({**references, "gateway": gateway}, **options):
            if payment["veroMetadata"]["paymentStatus"] == "succeeded":
                return Settled("paid", payment=payment)
        canceled = payments.cancel_by_reference(gateway, references, **options)
    except ApiError:
        return Settled("undecided", error=undecided)
    return Settled("canceled", outcome=canceled["outcome"])
