"""The client of one service."""

from __future__ import annotations

from collections.abc import Callable

from ._call import Attempt, Caller, CallOptions
from ._schedule import MAX_ATTEMPTS
from .caller import Callers
from .events import Events
from .keys import Keys
from .payments import Payments
from .receipts import Receipts
from .signing import SigningKey
from .signing_keys import RequestSigningKey
from .users import Users
from .webhook_endpoints import WebhookEndpoints


class Client:
    """The calls of the API with one API key: ``Client(base_url, api_key)``.

    It holds no connection, needs no closing, and may be used by several threads. Each call takes
    ``timeout``, ``max_attempts``, ``headers``, ``on_attempt``, and ``on_wait`` of its own.

    :param base_url: Where the service is reached, such as ``https://receipts.example``.
    :param signing_key: Signs payments and refunds: the merchant's own key, whose public half is
        registered in the console. With a ``RequestSigningKey``, a signature holds for one request
        of one organization.
    :param timeout: How long an attempt may take, as a whole; seconds.
    :param max_attempts: How often a request is sent at most.
    :param on_attempt: Called after each attempt.
    :param on_wait: Called before each wait between attempts, with its seconds.
    """

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        signing_key: SigningKey | RequestSigningKey | None = None,
        timeout: float = 30.0,
        max_attempts: int = MAX_ATTEMPTS,
        on_attempt: Callable[[Attempt], None] | None = None,
        on_wait: Callable[[float], None] | None = None,
    ) -> None:
        options: CallOptions = {"timeout": timeout, "max_attempts": max_attempts}
        if on_attempt:
            options["on_attempt"] = on_attempt
        if on_wait:
            options["on_wait"] = on_wait
        caller = Caller(base_url, api_key, options, signing_key)
        self.payments = Payments(caller)
        self.receipts = Receipts(caller)
        self.users = Users(caller)
        self.keys = Keys(caller)
        self.events = Events(caller)
        self.webhook_endpoints = WebhookEndpoints(caller)
        self.caller = Callers(caller)
