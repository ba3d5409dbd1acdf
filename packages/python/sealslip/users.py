"""The calls about cardholders, for issuers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ._call import CallOptions
from ._resource import Resource
from .lists import List

if TYPE_CHECKING:
    from typing_extensions import Unpack


class Users(Resource):
    """Each raises ApiError."""

    def register(self, body: Mapping[str, Any], **options: Unpack[CallOptions]) -> Any:
        """Registers a cardholder's card and key.

        Receipts that waited for the card are delivered.
        """
        return self._call("POST /api/v1/onboarding/register", body=body, options=options)

    def register_many(self, body: Mapping[str, Any], **options: Unpack[CallOptions]) -> Any:
        """Up to 100 registrations, each with a result of its own. Safe to repeat as a whole."""
        return self._call("POST /api/v1/onboarding/register/batch", body=body, options=options)

    def list(self, query: Mapping[str, Any] | None = None, **options: Unpack[CallOptions]) -> List:
        """Newest first."""
        return self._list("GET /api/v1/users", "users", query, options)

    def find(self, body: Mapping[str, Any], **options: Unpack[CallOptions]) -> Any:
        """By the hash of an identifier."""
        return self._call("POST /api/v1/users/find", body=body, options=options)

    def erase(self, user_id: str, **options: Unpack[CallOptions]) -> Any:
        """Erases a cardholder and what was stored about them."""
        return self._call(
            "DELETE /api/v1/users/{userId}", params={"userId": user_id}, options=options
        )

    def add_identifier(
        self, user_id: str, body: Mapping[str, Any], **options: Unpack[CallOptions]
    ) -> Any:
        """Adds a card, Payment Account Reference, phone, email address, or your own reference."""
        route = "POST /api/v1/users/{userId}/identifiers"
        return self._call(route, params={"userId": user_id}, body=body, options=options)

    def list_identifiers(self, user_id: str, **options: Unpack[CallOptions]) -> Any:
        """All identifiers of a cardholder."""
        return self._call(
            "GET /api/v1/users/{userId}/identifiers", params={"userId": user_id}, options=options
        )

    def end_identifier(
        self, user_id: str, identifier_id: str, **options: Unpack[CallOptions]
    ) -> Any:
        """Future receipts no longer go to the cardholder by it."""
        route = "DELETE /api/v1/users/{userId}/identifiers/{identifierId}"
        return self._call(
            route, params={"userId": user_id, "identifierId": identifier_id}, options=options
        )
