"""What calls of the API raise."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

_FIELD = re.compile(r"([\w.\[\]-]+): (.+)", re.ASCII)


@dataclass(frozen=True)
class FieldError:
    """A field of the request that the service refused."""

    path: str
    reason: str


class ApiError(Exception):
    """An API call that failed.

    ``status`` is the HTTP status, 0 if there was no answer. ``code`` is one of the service, or
    ``no_answer`` (the service was not reached) or ``unreadable`` (the answer is not from this
    service). ``request_id`` names the call in the service's log; ``payment_id`` is the payment
    that the call was about, where the service knows it; ``retry_after`` is in seconds. ``headers``
    are those of the answer, with names in lower case.
    """

    def __init__(
        self,
        message: str,
        *,
        status: int,
        code: str,
        details: str = "",
        request_id: str | None = None,
        payment_id: str | None = None,
        retry_after: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.status = status
        self.code = code
        self.details = details
        self.request_id = request_id
        self.payment_id = payment_id
        self.retry_after = retry_after
        self.headers: Mapping[str, str] = headers or {}

    def __str__(self) -> str:
        """With what a log needs: the code, the details, and the id of the request."""
        about = f"{self.code}, {self.request_id}" if self.request_id else self.code
        details = f": {self.details}" if self.details else ""
        return f"{self.message}{details} ({about})"

    @property
    def fields(self) -> list[FieldError]:
        """The refused fields of ``invalid_request``; empty for other failures."""
        if self.code != "invalid_request":
            return []
        found = (_FIELD.fullmatch(text) for text in self.details.split("; "))
        fields = [FieldError(match[1], match[2]) for match in found if match]
        # Which payment it is about stands behind the fields.
        return [field for field in fields if field.reason != self.payment_id]


def is_undecided(error: BaseException) -> bool:
    """Whether the request may have taken effect despite the error; only repeating it tells."""
    if not isinstance(error, ApiError):
        return False
    return error.code in ("no_answer", "unreadable") or error.status >= 500


def is_of_canceled(error: ApiError) -> bool:
    """Whether a create was refused since its payment was canceled.

    Only ``details`` tells that from other conflicts.
    """
    return error.code == "conflict" and error.details.startswith("to take the payment after all")


class CryptoError(Exception):
    """Why something was not sealed, opened, or signed:

    ``reason``. The message never has input or key material.
    """

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason
