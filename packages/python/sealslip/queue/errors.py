"""What the queue raises."""

from __future__ import annotations

_MESSAGES = {
    "id_reused": "This id belongs to a sale with other content.",
    "references_reused": "Another sale has this merchantId, receiptId, and transactionId.",
    "invalid_sale": "The sale cannot be sealed or sent.",
    "no_reservation": "No reservation is left to seal the receipt with.",
    "no_receipt": "The queue has no copy of the receipt.",
    "not_found": "There is no sale with this id.",
    "not_settled": "The sale is not settled.",
    "not_cancelable": "The sale can no longer be canceled.",
    "storage_failed": "The sale could not be stored.",
    "storage_gone": "The storage of the queue was deleted.",
}


class QueueError(Exception):
    """Why the queue did not do what it was asked:

    ``code``. Raised by ``add``, the sale was not accepted.
    """

    def __init__(self, code: str, message: str | None = None) -> None:
        super().__init__(message or _MESSAGES[code])
        self.code = code
