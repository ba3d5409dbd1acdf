"""The records of the queue, and what its storage has lost since it was last used."""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

from .entry import Stored
from .errors import QueueError
from .storage import Storage
from .storage_keys import (
    ENTRIES,
    LOSSES,
    OPEN,
    entry_key,
    entry_writes,
    number_text,
    references_key,
)

Writes = dict[str, Any]


@dataclass(frozen=True)
class StorageLoss:
    """Storage that is not what it was when it was last used.

    ``emptied``: nothing is left. ``rolled_back``: an older copy is back. ``replaced``: the copy is
    of another till. ``damaged``: some of it cannot be read, among it the sales ``ids``.
    ``highest`` is the highest number that a sale had, ``found`` the highest that the storage still
    knows of.
    """

    kind: Literal["emptied", "rolled_back", "replaced", "damaged"]
    highest: int
    found: int
    ids: list[str]


class Ledger:
    """``update`` numbers each write and marks it in a second place, so that an older storage
    shows.
    """

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self.get = storage.get
        self.list = storage.list
        self.has_marker = True
        marker = _parse_meta(storage.read_marker())
        damaged = storage.damaged
        opened: dict[str, Any] = {}

        def begin(found: Mapping[str, Any]) -> Writes:
            meta = found.get("meta")
            self.is_new = meta is None and marker is None and not damaged
            opened.update(_advance(meta, marker))
            loss = _find_loss(meta, marker, damaged)
            key = f"{LOSSES}{number_text(opened['version'])}"
            return {"meta": dict(opened), **({key: asdict(loss)} if loss else {})}

        storage.update(["meta"], begin)
        if damaged:
            _repair_lists(storage, damaged)
        self._mark(opened)

    def update(
        self,
        keys: Sequence[str],
        change: Callable[[Mapping[str, Any], int], Writes],
        *,
        takes_number: bool = False,
    ) -> None:
        """``change`` gets what was found and the next number, and returns what to write.

        Durable once it returns.
        """
        written: dict[str, Any] = {}

        def apply(found: Mapping[str, Any]) -> Writes:
            meta = found.get("meta")
            if meta is None:
                raise QueueError("storage_gone")
            writes = change(found, meta["number"] + 1)
            if not writes:
                return {}
            number = meta["number"] + 1 if takes_number else meta["number"]
            written.update(meta, version=meta["version"] + 1, number=number)
            return {**writes, "meta": dict(written)}

        self.storage.update(["meta", *keys], apply)
        self._mark(written)

    def change_state(self, id: str, decide: Callable[[Stored], Stored | None]) -> Stored | None:
        """An entry with the fields that ``decide`` returns; None if it returns None, or there is
        no entry.
        """
        changed: list[Stored] = []

        def change(found: Mapping[str, Any], _: int) -> Writes:
            entry = found.get(entry_key(id))
            fields = decide(entry) if entry else None
            if entry is None or fields is None:
                return {}
            changed.append({**entry, **fields})
            return entry_writes(changed[0])

        self.update([entry_key(id)], change)
        return changed[0] if changed else None

    def delete(self, keys: Sequence[str]) -> None:
        if keys:
            self.update([], lambda found, number: dict.fromkeys(keys))

    def losses(self) -> list[StorageLoss]:
        return [StorageLoss(**loss) for _, loss in self.list(LOSSES)]

    def _mark(self, last: Mapping[str, Any]) -> None:
        """The sales are stored by then: without a marker, only a later loss could go unnoticed."""
        if not last:
            return
        try:
            seen = _parse_meta(self.storage.read_marker())
            if seen and seen["store"] == last["store"] and seen["version"] >= last["version"]:
                return
            self.storage.write_marker(json.dumps(last))
            self.has_marker = True
        except OSError:
            self.has_marker = False


def _advance(meta: Mapping[str, Any] | None, marker: Mapping[str, Any] | None) -> dict[str, Any]:
    """Numbers and versions are never used twice, whatever was lost."""
    known = [one for one in (marker, meta) if one]
    return {
        "store": known[0]["store"] if known else str(uuid.uuid4()),
        "version": max((one["version"] for one in known), default=0) + 1,
        "number": max((one["number"] for one in known), default=0),
    }


def _find_loss(
    meta: Mapping[str, Any] | None, marker: Mapping[str, Any] | None, damaged: Sequence[str | None]
) -> StorageLoss | None:
    found = meta["number"] if meta else 0
    highest = max(found, marker["number"] if marker else 0)
    if damaged:
        return StorageLoss("damaged", highest, found, _ids_of(damaged))
    if not marker:
        return None
    if not meta:
        return StorageLoss("emptied", highest, found, [])
    if meta["store"] != marker["store"]:
        return StorageLoss("replaced", highest, found, [])
    if meta["version"] < marker["version"]:
        return StorageLoss("rolled_back", highest, found, [])
    return None


def _repair_lists(storage: Storage, damaged: Sequence[str | None]) -> None:
    """Entries that survived damage are in the lists of what is open again, and damaged ones are
    ``lost``.
    """
    numbers = {id: int(key.removeprefix(OPEN)) for key, id in storage.list(OPEN)}
    survived = sorted(
        (entry for _, entry in storage.list(ENTRIES)), key=lambda entry: int(entry["number"])
    )
    writes: Writes = {}
    for entry in survived:
        writes.update(entry_writes(entry))
        writes[references_key(entry)] = entry["id"]
    for id in _ids_of(damaged):
        writes.update(entry_writes(_create_lost(id, numbers.get(id, 0))))
    storage.update([], lambda found: writes)


def _create_lost(id: str, number: int) -> Stored:
    unknown = dict.fromkeys(
        ("addedAt", "merchantId", "receiptId", "transactionId", "content", "idempotencyKey"), ""
    )
    return {
        "id": id,
        "number": number,
        "gateway": "gateway_one",
        **unknown,
        "status": {"state": "lost"},
    }


def _ids_of(damaged: Sequence[str | None]) -> list[str]:
    return [key.removeprefix(ENTRIES) for key in damaged if key and key.startswith(ENTRIES)]


def _parse_meta(text: str | None) -> dict[str, Any] | None:
    """A torn marker is none: the sales are not in it."""
    try:
        meta = json.loads(text or "null")
    except ValueError:
        return None
    types = {"store": str, "version": int, "number": int}
    is_meta = isinstance(meta, dict) and all(
        isinstance(meta.get(name), kind) for name, kind in types.items()
    )
    return meta if is_meta else None
