"""Takes a payment to its end."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from ._call import Attempt, CallOptions
from .errors import ApiError, is_of_canceled, is_undecided

if TYPE_CHECKING:
    from .payments import Payments


@dataclass(frozen=True)
class Settled:
    """What became of a payment.

    - ``paid``: ``payment`` is the answer of create or, where that was lost again, the payment as it
      was looked up, without claim code and client secret.
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
    key = idempotency_key or str(uuid.uuid4())
    try:
        requested = _request(payments, gateway, body, key, options)
    except ApiError as error:
        if not is_of_canceled(error):
            raise
        # By an earlier call for the sale, whose answer may be lost: the same cancellation again
        # says what it came to.
        return _cancel(payments, gateway, body, error, options)
    if requested.state != "undecided" or requested.error is None or if_undecided == "leave":
        return requested
    return _end_undecided(payments, gateway, body, key, requested.error, options)


def _request(
    payments: Payments,
    gateway: str,
    body: Mapping[str, Any],
    idempotency_key: str,
    options: CallOptions,
) -> Settled:
    """Raises ApiError for a request that the service refuses, and for a canceled payment."""
    lost: list[Attempt] = []

    def on_attempt(attempt: Attempt) -> None:
        if attempt.status is None or attempt.status >= 500:
            lost.append(attempt)
        if observe := payments.observer(options):
            observe(attempt)

    observed: CallOptions = {**options, "on_attempt": on_attempt}
    try:
        payment = payments.create(gateway, body, idempotency_key=idempotency_key, **observed)
    except ApiError as error:
        if error.code == "payment_declined":
            return Settled("declined", error=error)
        # A key that was revoked meanwhile says nothing about the attempts before it.
        is_after_lost = error.status in (401, 403) and len(lost) > 0
        if is_undecided(error) or error.status == 429 or is_after_lost:
            return Settled("undecided", error=error)
        raise
    return _read_created(payment)


def _read_created(payment: dict[str, Any]) -> Settled:
    status = payment["veroMetadata"]["paymentStatus"]
    if status == "succeeded":
        return Settled("paid", payment=payment)
    if status == "requires_confirmation":
        return Settled("requires_confirmation", payment=payment)
    # None that this service answers here. A later one may, and what it means is not known.
    payment_id = payment["paymentId"]
    error = ApiError(
        f"The payment is {status}", status=200, code="unreadable", payment_id=payment_id
    )
    return Settled("undecided", error=error)


def _end_undecided(
    payments: Payments,
    gateway: str,
    body: Mapping[str, Any],
    idempotency_key: str,
    undecided: ApiError,
    options: CallOptions,
) -> Settled:
    try:
        query = {**_references_of(body), "gateway": gateway}
        for payment in payments.list(query, **options):
            about = payment["veroMetadata"]
            if about["paymentStatus"] != "succeeded":
                continue
            if not _is_of_sale(about, body):
                # The references are those of another sale, which a cancellation would give back.
                return Settled("undecided", error=undecided)
            if about.get("refundedAmount", 0) == 0:
                return _repeat_create(payments, gateway, body, idempotency_key, payment, options)
    except ApiError as error:
        # Without payments:read, a cancellation decides it alone.
        if error.status != 403:
            return Settled("undecided", error=undecided)
    return _cancel(payments, gateway, body, undecided, options)


def _repeat_create(
    payments: Payments,
    gateway: str,
    body: Mapping[str, Any],
    idempotency_key: str,
    found: dict[str, Any],
    options: CallOptions,
) -> Settled:
    """Asks once for the answer that was lost: only create has claim code and client secret."""
    once: CallOptions = {**options, "max_attempts": 1}
    try:
        repeated = _request(payments, gateway, body, idempotency_key, once)
    except ApiError as error:
        if is_of_canceled(error):
            return _cancel(payments, gateway, body, error, options)
        return Settled("paid", payment=found)
    return repeated if repeated.state == "paid" else Settled("paid", payment=found)


def _is_of_sale(about: Mapping[str, Any], body: Mapping[str, Any]) -> bool:
    amount, currency = body.get("amount"), body.get("currency") or "usd"
    return amount in (None, about["amount"]) and currency.lower() == about["currency"]


def _cancel(
    payments: Payments,
    gateway: str,
    body: Mapping[str, Any],
    undecided: ApiError,
    options: CallOptions,
) -> Settled:
    try:
        canceled = payments.cancel_by_reference(gateway, _references_of(body), **options)
    except ApiError:
        return Settled("undecided", error=undecided)
    return Settled("canceled", outcome=canceled["outcome"])


def _references_of(body: Mapping[str, Any]) -> dict[str, Any]:
    return {name: body[name] for name in ("merchantId", "receiptId", "transactionId")}
