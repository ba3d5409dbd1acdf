"""One HTTP request, which ends by its deadline."""

from __future__ import annotations

import contextlib
import http.client
import queue
import socket
import ssl
import threading
import urllib.request
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from .errors import ApiError


@dataclass(frozen=True)
class Request:
    method: str
    url: str
    headers: Mapping[str, str]
    body: bytes | None


@dataclass(frozen=True)
class Answer:
    status: int
    #: Names in lower case.
    headers: Mapping[str, str]
    body: bytes


def send_request(
    request: Request, timeout: float, on_status: Callable[[int, Mapping[str, str]], None]
) -> Answer:
    """Sends a request once.

    Raises ApiError with ``no_answer`` unless the whole answer is there in time.
    """
    attempt = _Attempt(timeout)
    outcomes: queue.SimpleQueue[Answer | BaseException] = queue.SimpleQueue()

    def run() -> None:
        try:
            outcomes.put(attempt.send(request, on_status))
        except BaseException as error:  # Raised where the caller waits.
            outcomes.put(error)

    # A socket's timeout starts again with each byte, and none covers the DNS. So the caller waits
    # for a thread.
    threading.Thread(target=run, daemon=True, name="sealslip").start()
    try:
        outcome = outcomes.get(timeout=timeout)
    except BaseException as error:
        attempt.abandon()
        if isinstance(error, queue.Empty):
            raise _no_answer(f"No answer within {timeout:g} seconds") from None
        raise
    if isinstance(outcome, Answer):
        return outcome
    if isinstance(outcome, (OSError, http.client.HTTPException)):
        raise _no_answer("No answer") from outcome
    raise outcome


class _Attempt:
    def __init__(self, timeout: float) -> None:
        self._timeout = timeout
        self._is_abandoned = threading.Event()
        self._connections: list[http.client.HTTPConnection] = []

    def send(
        self, request: Request, on_status: Callable[[int, Mapping[str, str]], None]
    ) -> Answer:
        sent = urllib.request.Request(
            request.url, data=request.body, headers=dict(request.headers), method=request.method
        )
        with self._build_opener().open(sent, timeout=self._timeout) as response:
            headers = {name.lower(): value for name, value in response.headers.items()}
            if not self._is_abandoned.is_set():
                on_status(response.status, headers)
            return Answer(response.status, headers, response.read())

    def abandon(self) -> None:
        """Nothing is sent from now on, and the thread ends."""
        self._is_abandoned.set()
        for connection in self._connections:
            if connection.sock:
                _shut_down(connection.sock)

    def _build_opener(self) -> urllib.request.OpenerDirector:
        # Without the handlers for errors and redirects: each answer comes back as it is. Followed,
        # a redirect would carry the key to another address.
        opener = urllib.request.OpenerDirector()
        for handler in (urllib.request.ProxyHandler(), _HttpHandler(self), _HttpsHandler(self)):
            opener.add_handler(handler)
        return opener

    def add(self, connection: http.client.HTTPConnection) -> None:
        """Once it is connected."""
        self._connections.append(connection)
        if self._is_abandoned.is_set():
            connection.close()
            raise TimeoutError


class _HttpHandler(urllib.request.HTTPHandler):
    def __init__(self, attempt: _Attempt) -> None:
        super().__init__()
        self._attempt = attempt

    def http_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
        attempt = self._attempt

        class Connection(http.client.HTTPConnection):
            def connect(self) -> None:
                super().connect()
                attempt.add(self)

        return self.do_open(Connection, req)


class _HttpsHandler(urllib.request.HTTPSHandler):
    def __init__(self, attempt: _Attempt) -> None:
        super().__init__()
        self._attempt = attempt

    def https_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
        attempt = self._attempt

        class Connection(http.client.HTTPSConnection):
            def connect(self) -> None:
                super().connect()
                attempt.add(self)

        return self.do_open(Connection, req, context=ssl.create_default_context())


def _shut_down(sock: socket.socket) -> None:
    # It may be closed already.
    with contextlib.suppress(OSError):
        sock.shutdown(socket.SHUT_RDWR)


def _no_answer(message: str) -> ApiError:
    return ApiError(message, status=0, code="no_answer")
