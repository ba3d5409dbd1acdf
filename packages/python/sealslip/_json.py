"""JSON as the client sends and reads it, and base64url."""

from __future__ import annotations

import base64
import binascii
import json
from typing import Any, NoReturn


def to_json(value: Any) -> bytes:
    """The bytes that are sent, and that a signature covers."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.encode()


def parse_json(data: bytes) -> Any:
    """Raises ValueError for what is not UTF-8, not JSON (``NaN`` is not), or nested too deeply."""
    try:
        return json.loads(data.decode(), parse_constant=_refuse_constant)
    except RecursionError:
        raise ValueError("The JSON is nested too deeply.") from None


def encode_b64u(data: bytes) -> str:
    """RFC 4648 section 5, without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode_b64u(text: str) -> bytes:
    """Strict: no padding, no white space, spare bits zero. Raises ValueError."""
    try:
        data = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except binascii.Error:
        raise ValueError("Not base64url.") from None
    if encode_b64u(data) != text:
        raise ValueError("Not base64url.")
    return data


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON.")
