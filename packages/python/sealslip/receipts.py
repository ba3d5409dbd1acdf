"""The calls about receipts, for issuers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ._call import CallOptions
from ._resource import Resource
from .envelope import PrivateKey, open_envelope
from .lists import List

if TYPE_CHECKING:
    from typing_extensions import Unpack


class Receipts(Resource):
    """Each raises ApiError."""

    def list(
        self, user_id: str, query: Mapping[str, Any] | None = None, **options: Unpack[CallOptions]
    ) -> List:
        """The receipts of a cardholder, newest first; never their content."""
        params = {"userId": user_id}
        return self._list(
            "GET /api/v1/receipts/{userId}", "receipts", query, options, params=params
        )

    def get_envelope(self, body: Mapping[str, Any], **options: Unpack[CallOptions]) -> Any:
        """The sealed receipt.

        The token is used up once this succeeds, so a lost answer is not asked for again.
        """
        return self._call(
            "POST /api/v1/payments/envelope", body=body, is_once=True, options=options
        )

    def open(
        self,
        *,
        user_id: str,
        key_id: str,
        payment_id: str,
        private_key: PrivateKey,
        consent_method: str | None = None,
        **options: Unpack[CallOptions],
    ) -> dict[str, Any]:
        """Asks for access and the envelope, and opens it here: the service sees neither key nor
        receipt.

        Call it once the cardholder has consented. ``private_key`` is that of the key ``key_id``.
        Raises also CryptoError, such as ``wrong_key``.
        """
        access = {"userId": user_id, "keyId": key_id, "paymentId": payment_id}
        if consent_method is not None:
            access["consentMethod"] = consent_method
        grant = self._call("POST /api/v1/keys/grant-access", body=access, options=options)
        envelope = self.get_envelope(
            {"paymentId": payment_id, "tokenId": grant["tokenId"]}, **options
        )
        return open_envelope(envelope, payment_id, private_key)

    def decrypt(self, body: Mapping[str, Any], **options: Unpack[CallOptions]) -> Any:
        """Opened by the service, where a device cannot:

        it sees the key and the receipt for that moment.
        """
        return self._call(
            "POST /api/v1/payments/decrypt", body=body, is_once=True, options=options
        )

    def claim(self, body: Mapping[str, Any], **options: Unpack[CallOptions]) -> Any:
        """Delivers a receipt by the code that the till printed."""
        return self._call("POST /api/v1/receipts/claim", body=body, options=options)
