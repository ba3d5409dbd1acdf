"""The keys under which the queue keeps its records, in alphabetical order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .._json import to_json
from .entry import OPEN_STATES, Stored

ENTRIES = "entry/"
#: In order; the values are ids of entries.
OPEN = "open/"
WAITING = "waiting/"
LOSSES = "loss/"
RESERVATIONS = "reservation/"


def entry_key(id: str) -> str:
    return f"{ENTRIES}{id}"


def number_text(number: int) -> str:
    """So that alphabetical order is that of the numbers."""
    return f"{number:015}"


def references_key(entry: Mapping[str, Any]) -> str:
    """What the service takes for one payment; the value is the id of the latest entry with it."""
    references = [entry[name] for name in ("gateway", "merchantId", "receiptId", "transactionId")]
    return f"references/{to_json(references).decode()}"


def entry_writes(entry: Stored) -> dict[str, Any]:
    """An entry, and the list that it is in. None deletes."""
    state, number, id = entry["status"]["state"], number_text(entry["number"]), entry["id"]
    return {
        entry_key(id): entry,
        f"{OPEN}{number}": id if state in OPEN_STATES else None,
        f"{WAITING}{number}": id if state == "requires_confirmation" else None,
    }
