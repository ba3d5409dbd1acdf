"""A lock between processes, which the system releases when its holder dies."""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from collections.abc import Iterator

from .errors import QueueError

_RETRY = 0.1


@contextlib.contextmanager
def hold_lock(
    path: str, *, stop: threading.Event | None = None, waits: bool = True
) -> Iterator[bool]:
    """Yields whether it has the lock; it has not if it does not wait, or was stopped. The file
    stays empty.

    SQLite locks it as ``flock`` would, on each system.
    """
    try:
        lock = sqlite3.connect(path, timeout=0, isolation_level=None, check_same_thread=False)
    except sqlite3.Error as error:
        raise QueueError("storage_failed") from error
    try:
        yield _acquire(lock, stop or threading.Event(), waits)
    finally:
        lock.close()


def _acquire(lock: sqlite3.Connection, stop: threading.Event, waits: bool) -> bool:
    while not stop.is_set():
        try:
            lock.execute("BEGIN EXCLUSIVE")
            return True
        except sqlite3.OperationalError as error:
            if "locked" not in str(error):
                raise QueueError("storage_failed") from error
            if not waits:
                return False
        stop.wait(_RETRY)
    return False
