"""A call of an operation, repeated on the API's schedule where it may be."""

from __future__ import annotations

import re
import time
import urllib.parse
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypedDict, cast

from ._json import parse_json, to_json
from ._schedule import MAX_ATTEMPTS, is_temporary, wait_after
from ._transport import Answer, Request, send_request
from ._version import VERSION
from .errors import ApiError
from .signing import SigningKey
from .signing_keys import RequestSigningKey, create_request_signer

_TIMEOUT = 30.0

#: The service never asks for more; what a proxy asks for is left to the caller, as
#: ``retry_after``.
_LONGEST_WAIT = 60.0


@dataclass(frozen=True)
class Attempt:
    """One request and its outcome.

    ``status`` and ``request_id`` are None if there was no answer.
    """

    #: 1 for the first.
    number: int
    seconds: float
    status: int | None
    request_id: str | None
    #: Whether the answer is that of an earlier, identical request.
    replayed: bool


class CallOptions(TypedDict, total=False):
    """Options of a single call, which override those of the client."""

    #: How long an attempt may take, as a whole; seconds.
    timeout: float
    #: 1 sends the request once.
    max_attempts: int
    headers: Mapping[str, str]
    on_attempt: Callable[[Attempt], None]
    on_wait: Callable[[float], None]


class Caller:
    """Calls operations of one service with one API key."""

    def __init__(
        self,
        base_url: str,
        api_key: str,
        options: CallOptions,
        signing_key: SigningKey | RequestSigningKey | None = None,
    ) -> None:
        self._base_url = _read_base_url(base_url)
        if not re.fullmatch(r"[\x21-\x7e]+", api_key or ""):
            raise ValueError("api_key is not set, or has a character that no key has")
        self._api_key = api_key
        self._sign = None if signing_key is None else create_request_signer(signing_key, api_key)
        self.options = _require_known(options)

    def call(
        self,
        route: str,
        *,
        params: Mapping[str, str] | None = None,
        query: Mapping[str, Any] | None = None,
        body: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
        is_once: bool = False,
        signed: Mapping[str, str] | None = None,
        options: CallOptions,
    ) -> Any:
        """Returns ``data`` of the answer. Raises ApiError.

        ``is_once``: where a lost answer must not be asked for again. It is then only repeated when
        it was refused unread. ``signed``: what the merchant's signature is for, where one counts.
        """
        given = {
            name: value for name, value in _require_known(options).items() if value is not None
        }
        chosen = cast(CallOptions, {**self.options, **given})
        method, path = route.split(" ")
        # Once: a signature covers these bytes, and a repetition has to be the same request.
        data = None if body is None else to_json(body)
        signature = {}
        if self._sign and data is not None and signed is not None:
            signature["X-Merchant-Signature"] = self._sign(data, signed)
        request = Request(
            method=method,
            url=self._base_url + format_address(path, params, query),
            headers=self._headers(data, headers, signature, chosen.get("headers")),
            body=data,
        )
        max_attempts = chosen.get("max_attempts", MAX_ATTEMPTS)
        number = 1
        while True:
            try:
                return _attempt(request, number, chosen)
            except ApiError as error:
                may_repeat = is_temporary(error) and (not is_once or error.status == 429)
                if number >= max_attempts or not may_repeat:
                    raise
                wait = wait_after(number, error.retry_after)
                if wait > _LONGEST_WAIT:
                    raise
            if on_wait := chosen.get("on_wait"):
                on_wait(wait)
            time.sleep(wait)
            number += 1

    def _headers(self, body: object, *given: Mapping[str, str] | None) -> dict[str, str]:
        headers = {
            "X-API-Key": self._api_key,
            "Accept": "application/json",
            "User-Agent": f"sealslip-python/{VERSION}",
        }
        if body is not None:
            headers["Content-Type"] = "application/json"
        for one in given:
            headers.update(one or {})
        return headers


def format_address(
    path: str, params: Mapping[str, str] | None = None, query: Mapping[str, Any] | None = None
) -> str:
    """The path of an operation with its parameters in it, and the query behind it."""

    def fill(match: re.Match[str]) -> str:
        value = str((params or {})[match[1]])
        if value == "":
            raise ValueError(f"{match[1]} is empty")
        return urllib.parse.quote(value, safe="")

    filled = re.sub(r"\{(\w+)\}", fill, path)
    present = {
        name: _query_text(value)
        for name, value in (query or {}).items()
        if value not in (None, "")
    }
    return f"{filled}?{urllib.parse.urlencode(present)}" if present else filled


def _read_base_url(text: str) -> str:
    """Where the paths of the API begin. Raises ValueError."""
    url = urllib.parse.urlsplit(text or "")
    if url.scheme not in ("http", "https") or not url.hostname:
        raise ValueError("base_url must be an address that begins with https:// or http://")
    if url.username or url.query or url.fragment:
        raise ValueError("base_url must have no user, no query, and no fragment")
    base_url = text.rstrip("/")
    if re.search(r"/api(/v\d+)?$", base_url):
        raise ValueError("base_url must not end with /api/v1: the client adds that itself")
    return base_url


def _query_text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _require_known(options: CallOptions) -> CallOptions:
    unknown = set(options) - set(CallOptions.__annotations__)
    if unknown:
        raise TypeError(f"unknown option {', '.join(sorted(unknown))}")
    return options


def _attempt(request: Request, number: int, options: CallOptions) -> Any:
    start = time.monotonic()
    seen: dict[str, Any] = {"status": None, "headers": {}}

    def on_status(status: int, headers: Mapping[str, str]) -> None:
        seen.update(status=status, headers=headers)

    try:
        return _read_data(send_request(request, options.get("timeout", _TIMEOUT), on_status))
    finally:
        if on_attempt := options.get("on_attempt"):
            headers = seen["headers"]
            on_attempt(
                Attempt(
                    number=number,
                    seconds=time.monotonic() - start,
                    status=seen["status"],
                    request_id=headers.get("x-request-id"),
                    replayed=headers.get("idempotent-replayed") == "true",
                )
            )


def _read_data(answer: Answer) -> Any:
    body = _parse(answer.body)
    if not 200 <= answer.status < 300:
        raise _read_error(answer, body)
    if isinstance(body, dict) and body.get("success") is True:
        return body.get("data")
    raise _unreadable(answer)


def _read_error(answer: Answer, body: object) -> ApiError:
    """What is not in the service's shape, such as a proxy's page, is ``unreadable``."""
    found = body.get("error") if isinstance(body, dict) else None
    error = found if isinstance(found, dict) else {}
    texts = {name: value for name, value in error.items() if isinstance(value, str)}
    # As codes are written, also those that came after this client.
    if not re.fullmatch("[a-z]+(_[a-z0-9]+)*", texts.get("code", "")):
        return _unreadable(answer)
    return ApiError(
        texts.get("message", f"Status {answer.status}"),
        status=answer.status,
        code=texts["code"],
        details=texts.get("details", ""),
        request_id=texts.get("request_id"),
        payment_id=answer.headers.get("x-payment-id"),
        retry_after=_read_seconds(answer),
        headers=answer.headers,
    )


def _unreadable(answer: Answer) -> ApiError:
    """The answer of a proxy, of another service, or of this one at another address."""
    is_redirect = 300 <= answer.status < 400
    name = "location" if is_redirect else "content-type"
    value = answer.headers.get(name)
    return ApiError(
        "Redirected: set base_url to the address it leads to"
        if is_redirect
        else f"Status {answer.status}: not an answer from this service",
        status=answer.status,
        code="unreadable",
        details=f"{name}: {value}" if value else "",
        request_id=answer.headers.get("x-request-id"),
        payment_id=answer.headers.get("x-payment-id"),
        retry_after=_read_seconds(answer),
        headers=answer.headers,
    )


def _read_seconds(answer: Answer) -> int | None:
    text = answer.headers.get("retry-after", "")
    return int(text) if re.fullmatch(r"[0-9]{1,9}", text) else None


def _parse(body: bytes) -> object:
    try:
        return parse_json(body)
    except ValueError:
        return None
