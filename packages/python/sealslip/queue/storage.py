"""The queue on a till's disk: records in SQLite, each written durably or not at all."""

from __future__ import annotations

import base64
import contextlib
import hashlib
import json
import os
import sqlite3
import threading
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from .errors import QueueError
from .file_lock import hold_lock

#: How long a write waits for that of another process; seconds.
_BUSY = 10.0
_COLUMNS = "(key TEXT PRIMARY KEY, value TEXT NOT NULL, sum TEXT NOT NULL) WITHOUT ROWID"


class Storage:
    """A folder with the database, and beside it a file ``<folder>.seen``, which tells whether the
    folder was lost.

    It needs a disk of this machine: file locks of network drives are not reliable. Several threads
    and processes may use it. Raises QueueError with ``storage_failed``, or ``storage_gone`` where
    the folder was deleted.
    """

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self._home = os.path.abspath(folder)
        self._path = os.path.join(self._home, "queue.db")
        self._marker = f"{self._home}.seen"
        self._mutex = threading.RLock()
        self._writes = 0
        with _guard():
            os.makedirs(self._home, mode=0o700, exist_ok=True)
            with hold_lock(self.lock_path("open")):
                self._db, self.damaged = _open(self._path)
            self._inode = os.stat(self._path).st_ino

    def lock_path(self, name: str) -> str:
        return os.path.join(self._home, f"{name}.lock")

    def get(self, key: str) -> Any:
        """None if there is none."""
        with self._mutex, _guard():
            row = self._db.execute("SELECT value FROM record WHERE key = ?", (key,)).fetchone()
        return row and json.loads(row[0])

    def list(self, prefix: str, limit: int = -1) -> Sequence[tuple[str, Any]]:
        """In the order of the keys."""
        sql = "SELECT key, value FROM record WHERE key >= ? AND key < ? ORDER BY key LIMIT ?"
        with self._mutex, _guard():
            rows = self._db.execute(sql, (prefix, prefix + "\U0010ffff", limit)).fetchall()
        return [(key, json.loads(value)) for key, value in rows]

    def update(
        self, keys: Sequence[str], change: Callable[[Mapping[str, Any]], Mapping[str, Any]]
    ) -> None:
        """Reads the keys and writes what ``change`` makes of them, as one step; None deletes.

        Durable once it returns; where it raises, nothing was written.
        """
        with self._mutex, _guard():
            self._require_same_file()
            self._db.execute("BEGIN IMMEDIATE")
            try:
                found = {key: value for key in keys if (value := self.get(key)) is not None}
                for key, value in change(found).items():
                    if value is None:
                        self._db.execute("DELETE FROM record WHERE key = ?", (key,))
                    else:
                        write_record(
                            self._db, key, json.dumps(value, ensure_ascii=False, allow_nan=False)
                        )
                self._db.execute("COMMIT")
            except BaseException:
                # After a full disk, SQLite has rolled back by itself.
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise
            self._writes += 1
            self._require_same_file()

    def version(self) -> tuple[int, int]:
        """Another one after each write of any process."""
        with self._mutex, _guard():
            return self._writes, self._db.execute("PRAGMA data_version").fetchone()[0]

    def read_marker(self) -> str | None:
        """A short text in a second place, which says how far this storage was."""
        try:
            with open(self._marker, encoding="utf-8") as file:
                return file.read()
        except FileNotFoundError:
            return None

    def write_marker(self, text: str) -> None:
        temporary = f"{self._marker}.{uuid.uuid4()}"
        with open(
            os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8"
        ) as file:
            file.write(text)
        os.replace(temporary, self._marker)

    def close(self) -> None:
        with self._mutex:
            self._db.close()

    def _require_same_file(self) -> None:
        """A deleted file takes writes until the last process has closed it."""
        try:
            if os.stat(self._path).st_ino == self._inode:
                return
        except FileNotFoundError:
            pass
        raise QueueError("storage_gone")


@contextlib.contextmanager
def _guard() -> Iterator[None]:
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        raise QueueError("storage_failed") from error


def write_record(db: sqlite3.Connection, key: str, text: str) -> None:
    db.execute(
        "INSERT OR REPLACE INTO record (key, value, sum) VALUES (?, ?, ?)",
        (key, text, _sum_of(key, text)),
    )


def _open(path: str) -> tuple[sqlite3.Connection, list[str | None]]:
    """The database, and the keys of what is damaged; None for what was damaged as a whole and set
    aside.
    """
    try:
        db = _open_sound(path)
        try:
            return db, _take_damaged(db)
        except BaseException:
            db.close()
            raise
    except sqlite3.DatabaseError as error:
        if not _is_damage(error):
            raise
    remains = _read_remains(path)
    aside = f"{path}.damaged-{uuid.uuid4()}"
    for suffix in ("", "-wal", "-shm"):
        if os.path.exists(path + suffix):
            os.rename(path + suffix, aside + suffix)
    db = _open_sound(path)
    for key, text in remains:
        write_record(db, key, text)
    return db, [None]


def _open_sound(path: str) -> sqlite3.Connection:
    db = _connect(path)
    try:
        if db.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
            raise _Damaged
        # Deleted sales are overwritten, since they name cards and customers.
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "secure_delete = ON"):
            db.execute(f"PRAGMA {pragma}")
        for table in ("record", "damaged"):
            db.execute(f"CREATE TABLE IF NOT EXISTS {table} {_COLUMNS}")
        return db
    except BaseException:
        db.close()
        raise


def _connect(path: str) -> sqlite3.Connection:
    return sqlite3.connect(path, timeout=_BUSY, isolation_level=None, check_same_thread=False)


class _Damaged(sqlite3.DatabaseError):
    pass


def _is_damage(error: sqlite3.DatabaseError) -> bool:
    """SQLITE_CORRUPT and SQLITE_NOTADB, which have no class of their own; Python 3.10 has no code
    either.
    """
    code = getattr(error, "sqlite_errorcode", 11) & 0xFF
    return isinstance(error, _Damaged) or (
        type(error) is sqlite3.DatabaseError and code in (11, 26)
    )


def _sum_of(key: str, text: str) -> str:
    """SQLite has no sums over its pages: each record has one."""
    return (
        base64.urlsafe_b64encode(hashlib.sha256(f"{key}\n{text}".encode()).digest())
        .rstrip(b"=")
        .decode()
    )


def _take_damaged(db: sqlite3.Connection) -> list[str | None]:
    """Sets damaged records aside."""
    rows = db.execute("SELECT key, value, sum FROM record").fetchall()
    damaged: list[str | None] = [key for key, text, sum in rows if _sum_of(key, text) != sum]
    for key in damaged:
        db.execute("INSERT OR REPLACE INTO damaged SELECT * FROM record WHERE key = ?", (key,))
        db.execute("DELETE FROM record WHERE key = ?", (key,))
    return damaged


def _read_remains(path: str) -> list[tuple[str, str]]:
    """The sound records, up to the first page that cannot be read."""
    sound: list[tuple[str, str]] = []
    db = _connect(path)
    try:
        for key, text, sum in db.execute("SELECT key, value, sum FROM record ORDER BY key"):
            if _sum_of(key, text) == sum:
                sound.append((key, text))
    except (sqlite3.DatabaseError, TypeError):
        pass
    finally:
        db.close()
    return sound
