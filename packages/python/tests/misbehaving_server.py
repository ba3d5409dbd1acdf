"""A server whose answers are given in advance, one for each request."""

from __future__ import annotations

import contextlib
import http.server
import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

Behavior = Callable[[http.server.BaseHTTPRequestHandler], None]


@dataclass
class Server:
    url: str
    behaviors: list[Behavior]
    #: Method, path, headers, and body of each.
    requests: list[tuple[str, str, dict[str, str], bytes]] = field(default_factory=list)
    #: Ends the delays.
    ended: threading.Event = field(default_factory=threading.Event)


@contextlib.contextmanager
def misbehave(*behaviors: Behavior) -> Iterator[Server]:
    class Handler(http.server.BaseHTTPRequestHandler):
        def _answer(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            headers = {name.lower(): value for name, value in self.headers.items()}
            server.requests.append((self.command, self.path, headers, body))
            server.behaviors.pop(0)(self)

        do_GET = do_POST = do_DELETE = do_PATCH = _answer

        def log_message(self, *_: object) -> None:
            pass

    http_server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server = Server(f"http://127.0.0.1:{http_server.server_port}", list(behaviors))
    threading.Thread(target=http_server.serve_forever, args=(0.01,), daemon=True).start()
    try:
        yield server
    finally:
        server.ended.set()
        http_server.shutdown()
        http_server.server_close()


def answer(status: int, body: Any, headers: dict[str, str] | None = None) -> Behavior:
    content = body if isinstance(body, bytes) else json.dumps(body).encode()

    def send(handler: http.server.BaseHTTPRequestHandler) -> None:
        handler.send_response(status)
        for name, value in {"Content-Length": str(len(content)), **(headers or {})}.items():
            handler.send_header(name, value)
        handler.end_headers()
        handler.wfile.write(content)

    return send


def succeed(data: Any) -> Behavior:
    return answer(200, {"success": True, "data": data})


def fail(
    status: int, code: str, details: str = "", headers: dict[str, str] | None = None
) -> Behavior:
    error = {"code": code, "message": "Failed", "details": details, "request_id": "req_1"}
    return answer(status, {"success": False, "error": error}, headers)


def close(handler: http.server.BaseHTTPRequestHandler) -> None:
    handler.close_connection = True


def break_off(handler: http.server.BaseHTTPRequestHandler) -> None:
    """In the middle of the body."""
    answer(200, b'{"success":tr', {"Content-Length": "100"})(handler)
    handler.close_connection = True


def drip(server: Callable[[], Server]) -> Behavior:
    """A byte now and then, so that no single wait is long."""

    def send(handler: http.server.BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.send_header("Content-Length", "1000000")
        handler.end_headers()
        with contextlib.suppress(OSError):
            while not server().ended.wait(0.02):
                handler.wfile.write(b" ")

    return send
