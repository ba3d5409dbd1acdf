"""Makes sure that the customer of a sale pays nothing."""

from __future__ import annotations

from typing import Any

from ..client import Client
from ..errors import ApiError, is_undecided
from .entry import Stored, store_error
from .errors import QueueError
from .ledger import Ledger


def cancel_sale(ledger: Ledger, client: Client, id: str) -> None:
    """What was never sent is canceled at once. For the rest the service is asked, by reference:
    until it answers, the entry is ``canceling``, which the sender goes on with. Raises
    ``not_cancelable`` for what is paid or was not taken.
    """
    refused: list[str] = []

    def decide(entry: Stored) -> Stored | None:
        state = entry["status"]["state"]
        if state in ("canceled", "canceling"):
            return {}
        if state == "queued":
            return {"status": {"state": "canceled", "outcome": "not_charged"}}
        if state in ("sent", "requires_confirmation"):
            return {"status": {"state": "canceling"}}
        refused.append(state)
        return None

    entry = ledger.change_state(id, decide)
    if refused:
        raise QueueError("not_cancelable")
    if entry is None:
        raise QueueError("not_found")
    if entry["status"]["state"] == "canceling":
        finish_cancel(ledger, client, entry)


def finish_cancel(ledger: Ledger, client: Client, entry: Stored) -> ApiError | None:
    """Asks the service to cancel. Returns the failure that leaves it open."""
    references = {name: entry[name] for name in ("merchantId", "receiptId", "transactionId")}

    def record(status: dict[str, Any]) -> None:
        ledger.change_state(
            entry["id"],
            lambda stored: (
                {"status": status} if stored["status"]["state"] == "canceling" else None
            ),
        )

    try:
        canceled = client.payments.cancel_by_reference(
            entry["gateway"], references, max_attempts=1
        )
    except ApiError as error:
        is_refused = error.code in ("conflict", "invalid_request")
        if not is_refused or is_undecided(error):
            record({"state": "canceling", "error": store_error(error)})
            return error
        # It cannot be canceled, so there may be a payment: the same create says what became of it.
        record({"state": "sent", "attempts": 1, "error": store_error(error)})
        return None
    record({"state": "canceled", "outcome": canceled["outcome"]})
    return None
