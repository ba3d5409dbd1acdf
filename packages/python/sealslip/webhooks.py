"""Deliveries of events."""

from __future__ import annotations

import base64
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
    WebhookError, and TypeError for a secret that is none. A delivery can come twice:
    ``event["eventId"]`` tells.
    """
    keys = [_read_secret(one) for one in ([secret] if isinstance(secret, str) else secret)]
    given = {name.lower(): value for name, value in headers.items()}
    id, at, signatures = (
        given.get(f"webhook-{name}", "") for name in ("id", "timestamp", "signature")
    )
    if not (id and at and signatures):
        raise WebhookError("missing_header", "A webhook-… header is missing")
    content = body.encode() if isinstance(body, str) else body
    signed = f"{id}.{at}.".encode() + content
    if not any(_is_signed_with(key, signatures, signed) for key in keys):
        raise WebhookError("wrong_signature", "The signature is wrong")
    if not (at.isascii() and at.isdigit() and abs(time.time() - int(at)) <= tolerance):
        raise WebhookError("wrong_time", "The delivery is too old, or one of the clocks is wrong")
    return _read_event(id, content)


def _read_event(event_id: str, content: bytes) -> dict[str, Any]:
    """As in the list of events: a delivery has its id in a header, its time as ``timestamp``."""
    try:
        body = parse_json(content)
    except ValueError:
        raise WebhookError("not_an_event", "The body is not JSON") from None
    match body:
        case {"type": str(type), "timestamp": str(at), "data": dict(data)}:
            return {"eventId": event_id, "type": type, "createdAt": at, "data": data}
    raise WebhookError("not_an_event", "The body is not an event")


def _read_secret(secret: str) -> bytes:
    """Anyone can sign with an empty secret, as of a variable that is not set."""
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except ValueError:
        key = b""
    if key == b"":
        raise TypeError("secret must be whsec_…")
    return key


def _is_signed_with(key: bytes, signatures: str, signed: bytes) -> bool:
    expected = "v1," + base64.b64encode(hmac.digest(key, signed, "sha256")).decode()
    return any(
        hmac.compare_digest(one.encode(), expected.encode()) for one in signatures.split(" ")
    )
