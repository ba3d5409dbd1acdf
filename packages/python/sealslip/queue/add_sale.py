"""Stores a sale, sealed if the queue seals."""

from __future__ import annotations

import hashlib
import json
import uuid
from collections.abc import Mapping
from datetime import datetime, timezone
from typing import Any

from .._json import encode_b64u, parse_json, to_json
from .entry import Stored
from .errors import QueueError
from .ledger import Ledger, Writes
from .sealed_sale import Sale, Sealing, divide_sale, encrypt_copy, seal_sale, take_reservation
from .storage_keys import entry_key, entry_writes, references_key


def add_sale(
    ledger: Ledger,
    gateway: str,
    sealing: Sealing | None,
    given: Mapping[str, Any],
    *,
    id: str,
    retry_of: str | None = None,
) -> Stored:
    """Once this returns, the sale is on the disk and will be sent."""
    sale = _read(given)
    content = _digest(divide_sale(sale, gateway)[1] if sealing else sale)
    existing = ledger.get(entry_key(id))
    if existing and existing["status"]["state"] != "lost":
        return _require_same(existing, content)

    references = {name: sale[name] for name in ("merchantId", "receiptId", "transactionId")}
    shown = {name: sale[name] for name in ("amount", "currency") if sale.get(name) is not None}
    place = references_key({"gateway": gateway, **references})
    holder = _require_free(ledger, place)
    sealed = _seal(ledger, gateway, sealing, sale, id) if sealing else {"body": sale}
    stored: list[Stored] = []

    def change(found: Mapping[str, Any], number: int) -> Writes:
        meanwhile = found.get(entry_key(id))
        if meanwhile and meanwhile["status"]["state"] != "lost":
            stored.append(_require_same(meanwhile, content))
            return {}
        if found.get(place) != holder:
            raise QueueError("references_reused")
        entry: Stored = {
            "id": id,
            "number": number,
            "addedAt": datetime.now(timezone.utc).isoformat(timespec="milliseconds"),
            "gateway": gateway,
            **references,
            **shown,
            **({"retryOf": retry_of} if retry_of else {}),
            "content": content,
            **sealed,
            "idempotencyKey": str(uuid.uuid4()),
            "status": {"state": "queued"},
        }
        stored.append(entry)
        return {**entry_writes(entry), place: id}

    ledger.update([entry_key(id), place], change, takes_number=True)
    return stored[0]


def _read(given: Mapping[str, Any]) -> Sale:
    """As its JSON has it: what is sent is what was stored."""
    try:
        sale = parse_json(to_json(dict(given)))
    except (TypeError, ValueError, RecursionError) as error:
        raise QueueError("invalid_sale", f"The sale is not JSON: {error}") from error
    for name in ("merchantId", "receiptId", "transactionId"):
        if not isinstance(sale.get(name), str):
            raise QueueError("invalid_sale", f"The sale needs {name}, a text.")
    return sale  # type: ignore[no-any-return]


def _digest(content: Mapping[str, Any]) -> str:
    """Of the JSON, in any order of its members."""
    return encode_b64u(hashlib.sha256(json.dumps(content, sort_keys=True).encode()).digest())


def _require_same(entry: Stored, content: str) -> Stored:
    if entry["content"] != content:
        raise QueueError("id_reused")
    return entry


def _require_free(ledger: Ledger, place: str) -> str | None:
    """The service would refuse them later, when the goods are gone.

    After a decline they may be used again.
    """
    id: str | None = ledger.get(place)
    holder = ledger.get(entry_key(id)) if id else None
    if holder and holder["status"]["state"] not in ("declined", "refused", "lost"):
        raise QueueError("references_reused")
    return id


def _seal(ledger: Ledger, gateway: str, sealing: Sealing, sale: Sale, id: str) -> dict[str, Any]:
    body = seal_sale(sale, gateway, take_reservation(ledger), sealing.signing_key)
    if sealing.receipt_key == "none":
        return {"body": body}
    return {"body": body, "copy": encrypt_copy(sale, sealing.receipt_key, id)}
