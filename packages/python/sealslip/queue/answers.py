"""What the answer of a create says about its sale."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..errors import ApiError, is_of_canceled, is_undecided
from .entry import store_error


@dataclass(frozen=True)
class Decided:
    """The next status of the entry."""

    status: dict[str, Any]


@dataclass(frozen=True)
class SealAgain:
    """There is no payment, and this envelope will not become one."""

    error: ApiError


@dataclass(frozen=True)
class Stopped:
    """Not about this sale, or not known yet: the line waits."""

    error: ApiError


Answer = Decided | SealAgain | Stopped


def read_payment(payment: dict[str, Any]) -> Decided:
    is_paid = payment["veroMetadata"]["paymentStatus"] == "succeeded"
    return Decided({"state": "paid" if is_paid else "requires_confirmation", "payment": payment})


def read_failure(error: ApiError) -> Answer:
    """Only what is certainly its own mistake decides a sale."""
    if is_undecided(error) or error.status == 429:
        return Stopped(error)
    if error.code == "payment_declined":
        return Decided({"state": "declined", "error": store_error(error)})
    is_about_body = error.code in ("invalid_request", "conflict")
    if is_about_body and error.details.startswith("reservation: "):
        return SealAgain(error)
    if is_of_canceled(error):
        return Decided({"state": "canceled"})
    if is_about_body or error.code == "payload_too_large":
        return refuse(error)
    # A revoked key or a missing signature would refuse every sale in the line.
    return Stopped(error)


def refuse(error: ApiError) -> Decided:
    return Decided({"state": "refused", "error": store_error(error)})
