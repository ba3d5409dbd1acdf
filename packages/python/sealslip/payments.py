"""The calls about payments."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ._call import CallOptions
from ._resource import Resource
from .fields import check_payment, check_refund
from .lists import List
from .settle import Settled, settle_payment

if TYPE_CHECKING:
    from typing_extensions import Unpack


class Payments(Resource):
    """Each raises ApiError. ``gateway`` is ``gateway_one`` or ``gateway_two``."""

    def prepare(
        self, gateway: str, body: Mapping[str, Any], **options: Unpack[CallOptions]
    ) -> Any:
        """Names the key to which a till may seal the receipt of a sale; the answer's
        ``reservations``.
        """
        params = {"gateway": gateway}
        return self._call(
            "POST /api/v1/payments/{gateway}/prepare", params=params, body=body, options=options
        )

    def create(
        self,
        gateway: str,
        body: Mapping[str, Any],
        *,
        idempotency_key: str | None = None,
        **options: Unpack[CallOptions],
    ) -> Any:
        """Takes a payment. The same references and body are one payment, however often they are
        sent.

        The idempotency key is drawn if there is none, and is the same for all attempts. Raises
        ValueError for a field that looks like a misspelled one.
        """
        check_payment(body)
        return self._create(gateway, body, idempotency_key or str(uuid.uuid4()), options)

    def _create(
        self, gateway: str, body: Mapping[str, Any], idempotency_key: str, options: CallOptions
    ) -> Any:
        return self._call(
            "POST /api/v1/payments/{gateway}/create",
            params={"gateway": gateway},
            body=body,
            headers={"Idempotency-Key": idempotency_key},
            signed={"request": "create", "gateway": gateway},
            options=options,
        )

    def create_and_settle(
        self,
        gateway: str,
        body: Mapping[str, Any],
        *,
        idempotency_key: str | None = None,
        if_undecided: str = "cancel",
        **options: Unpack[CallOptions],
    ) -> Settled:
        """Takes a payment as a till should: creates it, looks it up if no answer came, and cancels
        it if that does not help either, so that the customer can pay in another way. With
        ``if_undecided="leave"`` it does neither.

        Raises ApiError for a request that the service refuses, which charged nothing.
        """
        return settle_payment(
            self,
            gateway,
            body,
            idempotency_key=idempotency_key,
            if_undecided=if_undecided,
            options=options,
        )

    def get(self, gateway: str, payment_id: str, **options: Unpack[CallOptions]) -> Any:
        """What the creation answered, as it is now."""
        params = {"gateway": gateway, "paymentId": payment_id}
        return self._call(
            "GET /api/v1/payments/{gateway}/{paymentId}", params=params, options=options
        )

    def list(self, query: Mapping[str, Any] | None = None, **options: Unpack[CallOptions]) -> List:
        """Newest first."""
        return self._list("GET /api/v1/payments", "payments", query, options)

    def cancel(self, gateway: str, payment_id: str, **options: Unpack[CallOptions]) -> Any:
        """Makes sure that the customer pays nothing: nothing is charged, or it is refunded."""
        params = {"gateway": gateway, "paymentId": payment_id}
        return self._call(
            "POST /api/v1/payments/{gateway}/{paymentId}/cancel", params=params, options=options
        )

    def cancel_by_reference(
        self, gateway: str, body: Mapping[str, Any], **options: Unpack[CallOptions]
    ) -> Any:
        """The same without an id, also for a create that has not arrived yet."""
        params = {"gateway": gateway}
        return self._call(
            "POST /api/v1/payments/{gateway}/cancel", params=params, body=body, options=options
        )

    def refund(
        self,
        gateway: str,
        payment_id: str,
        body: Mapping[str, Any],
        **options: Unpack[CallOptions],
    ) -> Any:
        """Refunds all or a part. The same ``refundReference`` and body are one refund."""
        check_refund(body)
        params = {"gateway": gateway, "paymentId": payment_id}
        route = "POST /api/v1/payments/{gateway}/{paymentId}/refunds"
        signed = {"request": "refund", **params}
        return self._call(route, params=params, body=body, signed=signed, options=options)

    def list_refunds(
        self, query: Mapping[str, Any] | None = None, **options: Unpack[CallOptions]
    ) -> List:
        """Refunds by their own date, newest first."""
        return self._list("GET /api/v1/refunds", "refunds", query, options)

    def confirm_in_sandbox(
        self,
        gateway: str,
        payment_id: str,
        body: Mapping[str, Any],
        **options: Unpack[CallOptions],
    ) -> Any:
        """Decides a payment of the sandbox that requires confirmation."""
        params = {"gateway": gateway, "paymentId": payment_id}
        route = "POST /api/v1/payments/{gateway}/{paymentId}/sandbox-confirm"
        return self._call(route, params=params, body=body, options=options)
