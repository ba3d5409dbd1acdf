"""The client of the Sealslip API. Begin with ``Client``."""

from ._call import Attempt, CallOptions
from ._version import VERSION as __version__
from .client import Client
from .device_keys import DeviceKeys, generate_device_keys
from .envelope import open_envelope
from .errors import ApiError, CryptoError, FieldError, is_undecided
from .identifiers import hash_identifier
from .lists import EventPage, List, Page
from .receipt_check import ReceiptCheck, verify_receipt
from .sealing import seal_receipt
from .settle import Settled
from .signing import sign_challenge, sign_receipt, sign_request
from .signing_keys import (
    RequestSigningKey,
    SigningKeys,
    generate_signing_keys,
    read_signing_keys,
)
from .webhooks import WebhookError, verify_webhook

__all__ = [
    "ApiError",
    "Attempt",
    "CallOptions",
    "Client",
    "CryptoError",
    "DeviceKeys",
    "EventPage",
    "FieldError",
    "List",
    "Page",
    "ReceiptCheck",
    "RequestSigningKey",
    "Settled",
    "SigningKeys",
    "WebhookError",
    "__version__",
    "generate_device_keys",
    "generate_signing_keys",
    "hash_identifier",
    "is_undecided",
    "open_envelope",
    "read_signing_keys",
    "seal_receipt",
    "sign_challenge",
    "sign_receipt",
    "sign_request",
    "verify_receipt",
    "verify_webhook",
]
