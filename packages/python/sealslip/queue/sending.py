"""Sends what is open, one at a time and in order."""

from __future__ import annotations

import threading
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from ..client import Client
from ..errors import ApiError
from .answers import Answer, Decided, SealAgain, Stopped, read_failure, read_payment, refuse
from .cancel_sale import finish_cancel
from .entry import Stored, store_error
from .ledger import Ledger, StorageLoss
from .sealed_sale import Sealing, decrypt_copy, divide_sale, seal_sale
from .storage_keys import OPEN, WAITING, entry_key

Headers = Callable[[Mapping[str, Any]], Mapping[str, str]]

#: From so many tries on, a sale that gets a 5xx lets those behind it pass.
_PATIENCE = 3
#: How many may stand aside at once: if those behind them fail, too, it is not the sales.
_MAX_ASIDE = 3


@dataclass(frozen=True)
class Sent:
    """How a pass through the queue ended.

    - ``done``: nothing is left to send.
    - ``stopped``: the line waits, at the sale ``id`` and for ``error``: no network, or a failure
      that is not about it.
    - ``busy``: another thread or process sends.
    - ``held``: an older copy of the storage is back; nothing is sent until ``accept_loss`` is
      called.
    """

    state: Literal["done", "stopped", "busy", "held"]
    id: str | None = None
    error: ApiError | None = None
    losses: tuple[StorageLoss, ...] = ()


@dataclass(frozen=True)
class _Failed:
    error: ApiError
    attempts: int


class Sender:
    """Only the holder of the queue's lock may use one."""

    def __init__(
        self,
        ledger: Ledger,
        client: Client,
        sealing: Sealing | None,
        headers: Headers | None,
        stop: threading.Event,
    ) -> None:
        self._ledger = ledger
        self._client = client
        self._sealing = sealing
        self._headers = headers
        self._stop = stop

    def send_open(self) -> Sent | None:
        """Until nothing is left or something stops the line: what did."""
        aside: dict[str, Sent] = {}
        while not self._stop.is_set():
            is_next = (
                (key, id)
                for key, id in self._ledger.list(OPEN, _MAX_ASIDE + 1)
                if key not in aside
            )
            key, id = next(is_next, (None, None))
            if key is None or id is None:
                break
            failed = self._send_one(key, id)
            if failed is None:
                continue
            stop = Sent("stopped", id, failed.error)
            may_pass = (
                failed.error.status >= 500
                and failed.attempts >= _PATIENCE
                and len(aside) < _MAX_ASIDE
            )
            if not may_pass:
                return next(iter(aside.values()), stop)
            aside[key] = stop
        return next(iter(aside.values()), None)

    def ask_again(self) -> Sent | None:
        """About payments for which the customer has a step to do:

        the same body has the same answer, or the next.
        """
        for _, id in self._ledger.list(WAITING):
            entry = self._ledger.get(entry_key(id))
            is_waiting = (
                entry and entry["status"]["state"] == "requires_confirmation" and entry.get("body")
            )
            if not is_waiting or self._stop.is_set():
                continue
            answer = self._create(entry)
            if isinstance(answer, Stopped):
                return Sent("stopped", id, answer.error)
            self._record(entry, refuse(answer.error) if isinstance(answer, SealAgain) else answer)
        return None

    def _send_one(self, key: str, id: str) -> _Failed | None:
        # Stored before the request: from now on, only the service knows whether there is a
        # payment.
        entry = self._ledger.change_state(id, _begin)
        if entry is None:
            # Decided meanwhile, or gone.
            self._ledger.delete([key])
            return None
        if entry["status"]["state"] == "canceling":
            error = finish_cancel(self._ledger, self._client, entry)
            return _Failed(error, _PATIENCE) if error else None
        if not entry.get("body"):
            self._record(entry, Decided({"state": "lost"}))
            return None
        attempts = entry["status"]["attempts"]
        answer = self._create(entry)
        if isinstance(answer, SealAgain):
            return self._seal_again(entry, _Failed(answer.error, attempts))
        if isinstance(answer, Stopped):
            status = {"state": "sent", "attempts": attempts, "error": store_error(answer.error)}
            self._record(entry, Decided(status))
            return _Failed(answer.error, attempts)
        self._record(entry, answer)
        return None

    def _create(self, entry: Stored) -> Answer:
        body = entry["body"]
        headers = self._headers(body) if self._headers else {}
        # Its fields were checked when it was added.
        create = self._client.payments._create
        try:
            payment = create(
                entry["gateway"],
                body,
                entry["idempotencyKey"],
                {"max_attempts": 1, "headers": headers},
            )
        except ApiError as error:
            return read_failure(error)
        return read_payment(payment)

    def _record(self, sent: Stored, decided: Decided) -> None:
        """Unless the entry was canceled or sealed again meanwhile."""

        def decide(entry: Stored) -> Stored | None:
            if not _is_same(entry, sent) or entry["status"]["state"] != sent["status"]["state"]:
                return None
            if decided.status["state"] != "paid":
                return {"status": decided.status}
            return {"status": decided.status, "body": None, "copy": None}

        self._ledger.change_state(sent["id"], decide)

    def _seal_again(self, entry: Stored, failed: _Failed) -> _Failed | None:
        """Once, online and thus for the recipient. A second refusal is a mistake of the till."""
        refusal, copy, sealing = refuse(failed.error), entry.get("copy"), self._sealing
        if not sealing or not copy or sealing.receipt_key == "none" or entry.get("isResealed"):
            self._record(entry, refusal)
            return None
        sale, gateway = decrypt_copy(copy, sealing.receipt_key, entry["id"]), entry["gateway"]
        recipient = divide_sale(sale, gateway)[0]
        try:
            prepared = self._client.payments.prepare(gateway, recipient, max_attempts=1)
        except ApiError as error:
            answer = read_failure(error)
            if isinstance(answer, Stopped):
                return _Failed(error, failed.attempts)
            self._record(entry, answer if isinstance(answer, Decided) else refusal)
            return None
        body = seal_sale(sale, gateway, prepared["reservations"][0], sealing.signing_key)
        fresh = {
            "body": body,
            "idempotencyKey": str(uuid.uuid4()),
            "isResealed": True,
            "status": {"state": "queued"},
        }
        self._ledger.change_state(
            entry["id"],
            lambda stored: (
                fresh if _is_same(stored, entry) and stored["status"]["state"] == "sent" else None
            ),
        )
        return None


def _begin(entry: Stored) -> Stored | None:
    status = entry["status"]
    if status["state"] == "canceling":
        return {}
    if status["state"] not in ("queued", "sent"):
        return None
    return {"status": {**status, "state": "sent", "attempts": status.get("attempts", 0) + 1}}


def _is_same(entry: Stored, sent: Stored) -> bool:
    return bool(entry["idempotencyKey"] == sent["idempotencyKey"])
