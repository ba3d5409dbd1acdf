"""The calls about cardholders' keys, for issuers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ._call import CallOptions
from ._resource import Resource

if TYPE_CHECKING:
    from typing_extensions import Unpack


class Keys(Resource):
    """Each raises ApiError."""

    def generate(self, **options: Unpack[CallOptions]) -> Any:
        """A key pair made by the service, which keeps none of it.

        Better is one that the device makes.
        """
        return self._call("POST /api/v1/onboarding/generate-keys", options=options)

    def grant_access(self, body: Mapping[str, Any], **options: Unpack[CallOptions]) -> Any:
        """One-time access to a receipt, after the cardholder's consent; valid for minutes."""
        return self._call("POST /api/v1/keys/grant-access", body=body, options=options)

    def rotate(self, body: Mapping[str, Any], **options: Unpack[CallOptions]) -> Any:
        """A new key for future receipts."""
        return self._call("POST /api/v1/keys/rotate", body=body, options=options)

    def add(self, user_id: str, body: Mapping[str, Any], **options: Unpack[CallOptions]) -> Any:
        """Adds a device of the cardholder."""
        return self._call(
            "POST /api/v1/users/{userId}/keys",
            params={"userId": user_id},
            body=body,
            options=options,
        )

    def list(self, user_id: str, **options: Unpack[CallOptions]) -> Any:
        """The keys of a cardholder, one for each device."""
        return self._call(
            "GET /api/v1/users/{userId}/keys", params={"userId": user_id}, options=options
        )

    def retire(self, user_id: str, key_id: str, **options: Unpack[CallOptions]) -> Any:
        """Retires a device: future receipts are not sealed to its key."""
        route = "DELETE /api/v1/users/{userId}/keys/{keyId}"
        return self._call(route, params={"userId": user_id, "keyId": key_id}, options=options)
