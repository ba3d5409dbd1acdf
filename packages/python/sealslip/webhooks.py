"""Deliveries of events."""

from __future__ import annotations

import base64
import binascii
import hmac
import time
from collections.abc import Mapping, Sequence
from typing import Any

from ._json import parse_json


class WebhookError(ValueError):
    """Why a delivery was refused. Answer it with 400.

    ``reason`` is ``missing_header``, ``wrong_signature``, ``wrong_time``, or ``not_an_event``.
    """

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason


def verify_webhook(
    headers: Mapping[str, str],
    body: bytes | str,
    secret: str | Sequence[str],
    tolerance: float = 300,
) -> dict[str, Any]:
    """The event of a delivery, once its signature and time are right (Standard Webhooks).

    ``body`` is as it was received, before any parsing. While a secret is rotated, ``secret`` takes
    both. ``tolerance`` is how far the service's clock and yours may be apart, in seconds. Raises
    WebhookError. A delivery can come twice: ``event["eventId"]`` tells.
    """
    given = {name.lower(): value for name, value in headers.items()}
    id, at, signatures = (
        given.get(f"webhook-{name}", "") for name in ("id", "timestamp", "signature")
    )
    if not (id and at and signatures):
        raise WebhookError("missing_header", "A webhook-… header is missing")
    content = body.encode() if isinstance(body, str) else body
    signed = f"{id}.{at}.".encode() + content
    secrets = [secret] if isinstance(secret, str) else secret
    if not any(_is_signed_with(one, signatures, signed) for one in secrets):
        raise WebhookError("wrong_signature", "The signature is wrong")
    if not (at.isascii() and at.isdigit() and abs(time.time() - int(at)) <= tolerance):
        raise WebhookError("wrong_time", "The delivery is too old, or one of the clocks is wrong")
    try:
        event = parse_json(content)
    except ValueError:
        raise WebhookError("not_an_event", "The body is not JSON") from None
    if not isinstance(event, dict):
        raise WebhookError("not_an_event", "The body is not an event")
    return event


def _is_signed_with(secret: str, signatures: str, signed: bytes) -> bool:
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except (binascii.Error, ValueError):
        return False
    expected = "v1," + base64.b64encode(hmac.digest(key, signed, "sha256")).decode()
    return any(
        hmac.compare_digest(one.encode(), expected.encode()) for one in signatures.split(" ")
    )
