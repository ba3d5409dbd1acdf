"""The queue of a till, for sales that it takes without a network or whose answer is lost."""

from __future__ import annotations

import os
import threading
import time
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Any

from .._schedule import wait_after
from ..client import Client
from ..errors import ApiError
from ..fields import check_payment
from .add_sale import add_sale
from .cancel_sale import cancel_sale
from .entry import SETTLED_STATES, Entry, Stored, to_entry
from .errors import QueueError
from .file_lock import hold_lock
from .ledger import Ledger, StorageLoss, Writes
from .sealed_sale import Sale, Sealing, decrypt_copy, fill_stock
from .sending import Headers, Sender, Sent
from .storage import Storage
from .storage_keys import (
    ENTRIES,
    LOSSES,
    OPEN,
    RESERVATIONS,
    entry_key,
    entry_writes,
    references_key,
)

#: Without news, a pass after so long finds out about payments that await a confirmation; seconds.
_IDLE = 60.0
_MAX_WAIT = 30.0
_DAY = 24 * 60 * 60.0
#: How often it is looked for what was added; seconds.
_POLL = 0.1


@dataclass(frozen=True)
class QueueStatus:
    """What the till should know of its queue."""

    #: Neither the storage nor its marker existed before: the first start, or all was deleted.

    is_new: bool
    #: Until ``accept_loss`` is called.
    losses: list[StorageLoss]
    #: Whether a loss of the storage would be noticed.
    is_guarded: bool
    #: How many sales can be sealed without a network.
    reservations: int


class TillQueue:
    """Stores each sale before it is sent, and sends them in order: each is one payment, however
    often the till dies.

    ``path`` is a folder of its own on a disk of this machine; several threads and processes may
    open it. ``client`` and ``gateway`` are those of one organization and environment, for as long
    as there are open sales. ``headers`` returns headers of one create. A client with
    a ``signing_key`` signs each. Raises QueueError.
    """

    def __init__(
        self,
        client: Client,
        gateway: str,
        path: str | os.PathLike[str],
        *,
        sealing: Sealing | None = None,
        headers: Headers | None = None,
    ) -> None:
        self._client = client
        self._gateway = gateway
        self._sealing = sealing
        self._headers = headers
        self._storage = Storage(path)
        self._ledger = Ledger(self._storage)
        # By the monotonic clock.
        self._renewed: float | None = None
        self._asked: float | None = None

    def add(self, sale: Mapping[str, Any], *, id: str | None = None) -> Entry:
        """Stores a sale, with the body of ``create``. Once this returns, it is on the disk and
        will be sent.

        If it raises, the sale was not accepted: do not hand over the goods. The same sale under
        the same id is the same entry. Raises ValueError for a misspelled field.
        """
        return self._add(sale, id=id)

    def send(self) -> Sent:
        """Sends what is open once, until something stops the line."""
        with hold_lock(self._storage.lock_path("sender"), waits=False) as is_held:
            return self._pass(threading.Event(), asks_again=True) if is_held else Sent("busy")

    def run(self, stop: threading.Event, on_sent: Callable[[Sent], None] | None = None) -> None:
        """Sends until ``stop`` is set, also after the network was gone. For a thread of its own.

        Several may run, in any process: one sends, and the next takes over when it ends or dies. A
        request that is under way when ``stop`` is set is waited for.
        """
        with hold_lock(self._storage.lock_path("sender"), stop=stop) as is_held:
            failures = 0
            while is_held and not stop.is_set():
                sent = self._pass(stop, asks_again=_is_past(self._asked, _IDLE))
                if on_sent:
                    on_sent(sent)
                if sent.state == "stopped" and sent.error:
                    failures += 1
                    retry_after = float(sent.error.retry_after or 0)
                    stop.wait(max(min(wait_after(failures), _MAX_WAIT), retry_after))
                else:
                    failures = 0
                    self._wait_for_news(sent, stop)

    def list(self) -> Sequence[Entry]:
        """In order."""
        return sorted(
            (to_entry(entry) for _, entry in self._ledger.list(ENTRIES)),
            key=lambda entry: entry.number,
        )

    def get(self, id: str) -> Entry | None:
        stored = self._ledger.get(entry_key(id))
        return to_entry(stored) if stored else None

    def cancel(self, id: str) -> Entry:
        """Makes sure that the customer pays nothing: take no other payment before it is
        ``canceled``.

        Raises ``not_cancelable`` for a sale that is paid, which is refunded, or was not taken.
        """
        cancel_sale(self._ledger, self._client, id)
        return to_entry(self._require(id))

    def retry_as(self, id: str, changes: Mapping[str, Any]) -> Entry:
        """Adds the sale of a declined, canceled, or refused entry again.

        ``changes`` has another ``transactionId``, and what else is of the next try, such as
        another card.
        """
        entry = self._require(id)
        if entry["status"]["state"] not in ("declined", "canceled", "refused"):
            raise QueueError("not_settled")
        if changes.get("transactionId") in (None, entry["transactionId"]):
            raise QueueError("references_reused")
        return self._add({**self._read_sale(entry), **changes}, id=None, retry_of=id)

    def remove(self, id: str) -> None:
        """Deletes a sale that is settled."""
        key = references_key(self._require(id))

        def change(found: Mapping[str, Any], _: int) -> Writes:
            entry = found.get(entry_key(id))
            if entry is None:
                return {}
            if entry["status"]["state"] not in SETTLED_STATES:
                raise QueueError("not_settled")
            gone: Writes = dict.fromkeys(entry_writes(entry))
            return {**gone, key: None} if found.get(key) == id else gone

        self._ledger.update([entry_key(id), key], change)

    def status(self) -> QueueStatus:
        reservations = len(self._ledger.list(RESERVATIONS))
        return QueueStatus(
            self._ledger.is_new, self._ledger.losses(), self._ledger.has_marker, reservations
        )

    def accept_loss(self) -> None:
        """After a person has looked: sending goes on, with what the storage still has."""
        self._ledger.delete([key for key, _ in self._ledger.list(LOSSES)])

    def close(self) -> None:
        """End ``run`` first."""
        self._storage.close()

    def __enter__(self) -> TillQueue:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def _add(
        self, sale: Mapping[str, Any], *, id: str | None, retry_of: str | None = None
    ) -> Entry:
        check_payment(sale)
        chosen = str(uuid.uuid4()) if id is None else id
        return to_entry(
            add_sale(
                self._ledger, self._gateway, self._sealing, sale, id=chosen, retry_of=retry_of
            )
        )

    def _require(self, id: str) -> Stored:
        entry: Stored | None = self._ledger.get(entry_key(id))
        if entry is None:
            raise QueueError("not_found")
        return entry

    def _read_sale(self, entry: Stored) -> Sale:
        body: Sale | None = entry.get("body")
        if body and "sealedReceipt" not in body:
            return body
        copy = entry.get("copy")
        if not copy or not self._sealing or self._sealing.receipt_key == "none":
            raise QueueError("no_receipt")
        return decrypt_copy(copy, self._sealing.receipt_key, entry["id"])

    def _pass(self, stop: threading.Event, *, asks_again: bool) -> Sent:
        losses = self._ledger.losses()
        # What was canceled since the copy was made is open in it again.
        if any(loss.kind in ("rolled_back", "replaced") for loss in losses):
            return Sent("held", losses=tuple(losses))
        sender = Sender(self._ledger, self._client, self._sealing, self._headers, stop)
        stopped = (
            sender.send_open() or (sender.ask_again() if asks_again else None) or self._fill()
        )
        if asks_again:
            self._asked = time.monotonic()
        return stopped or Sent("done")

    def _fill(self) -> Sent | None:
        if self._sealing is None:
            return None
        renews = _is_past(self._renewed, _DAY)
        try:
            fill_stock(
                self._ledger, self._client, self._gateway, self._sealing.stock, renews=renews
            )
        except ApiError as error:
            return Sent("stopped", error=error)
        if renews:
            self._renewed = time.monotonic()
        return None

    def _wait_for_news(self, sent: Sent, stop: threading.Event) -> None:
        seen, end = self._storage.version(), time.monotonic() + _IDLE
        # Added after the pass had looked.
        if sent.state == "done" and self._ledger.list(OPEN, 1):
            return
        while time.monotonic() < end and self._storage.version() == seen:
            if stop.wait(_POLL):
                return


def _is_past(last: float | None, length: float) -> bool:
    return last is None or time.monotonic() - last >= length
