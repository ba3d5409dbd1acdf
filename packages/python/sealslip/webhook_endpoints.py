"""The calls about webhook endpoints."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ._call import CallOptions
from ._resource import Resource
from .lists import List

if TYPE_CHECKING:
    from typing_extensions import Unpack


class WebhookEndpoints(Resource):
    """Each raises ApiError."""

    def create(self, body: Mapping[str, Any], **options: Unpack[CallOptions]) -> Any:
        """The answer alone has the secret."""
        return self._call(
            "POST /api/v1/webhook-endpoints", body=body, is_once=True, options=options
        )

    def list(self, **options: Unpack[CallOptions]) -> Any:
        """All endpoints; the answer's ``endpoints``."""
        return self._call("GET /api/v1/webhook-endpoints", options=options)

    def get(self, endpoint_id: str, **options: Unpack[CallOptions]) -> Any:
        """One endpoint, without its secret."""
        route = "GET /api/v1/webhook-endpoints/{endpointId}"
        return self._call(route, params={"endpointId": endpoint_id}, options=options)

    def change(
        self, endpoint_id: str, body: Mapping[str, Any], **options: Unpack[CallOptions]
    ) -> Any:
        """Changes what the body names."""
        route = "PATCH /api/v1/webhook-endpoints/{endpointId}"
        return self._call(route, params={"endpointId": endpoint_id}, body=body, options=options)

    def delete(self, endpoint_id: str, **options: Unpack[CallOptions]) -> Any:
        """Ends all deliveries to it."""
        route = "DELETE /api/v1/webhook-endpoints/{endpointId}"
        return self._call(route, params={"endpointId": endpoint_id}, options=options)

    def rotate_secret(self, endpoint_id: str, **options: Unpack[CallOptions]) -> Any:
        """The answer alone has the new secret; the old one is valid for 24 hours."""
        route = "POST /api/v1/webhook-endpoints/{endpointId}/rotate-secret"
        return self._call(route, params={"endpointId": endpoint_id}, is_once=True, options=options)

    def test(self, endpoint_id: str, **options: Unpack[CallOptions]) -> Any:
        """Sends a ``ping``."""
        route = "POST /api/v1/webhook-endpoints/{endpointId}/test"
        return self._call(route, params={"endpointId": endpoint_id}, is_once=True, options=options)

    def list_deliveries(
        self,
        endpoint_id: str,
        query: Mapping[str, Any] | None = None,
        **options: Unpack[CallOptions],
    ) -> List:
        """Newest first."""
        route = "GET /api/v1/webhook-endpoints/{endpointId}/deliveries"
        params = {"endpointId": endpoint_id}
        return self._list(route, "deliveries", query, options, params=params)

    def get_delivery(
        self, endpoint_id: str, delivery_id: str, **options: Unpack[CallOptions]
    ) -> Any:
        """One delivery, with its attempts."""
        route = "GET /api/v1/webhook-endpoints/{endpointId}/deliveries/{deliveryId}"
        return self._call(
            route, params={"endpointId": endpoint_id, "deliveryId": delivery_id}, options=options
        )

    def resend_delivery(
        self, endpoint_id: str, delivery_id: str, **options: Unpack[CallOptions]
    ) -> Any:
        """Sends a delivery again."""
        route = "POST /api/v1/webhook-endpoints/{endpointId}/deliveries/{deliveryId}/resend"
        params = {"endpointId": endpoint_id, "deliveryId": delivery_id}
        return self._call(route, params=params, is_once=True, options=options)

    def resend_since(
        self, endpoint_id: str, body: Mapping[str, Any], **options: Unpack[CallOptions]
    ) -> Any:
        """Sends again what was not delivered since a time."""
        route = "POST /api/v1/webhook-endpoints/{endpointId}/resend"
        return self._call(
            route, params={"endpointId": endpoint_id}, body=body, is_once=True, options=options
        )
