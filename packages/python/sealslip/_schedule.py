"""What is repeated, and when: the schedule of the API."""

from __future__ import annotations

from .errors import ApiError

#: A request is sent so many times at most.
MAX_ATTEMPTS = 3

_FIRST_WAIT = 1.0
_TEMPORARY = (429, 500, 502, 503, 504)


def is_temporary(error: ApiError) -> bool:
    """Whether the same request may get another answer:

    no answer in time, or a temporary failure.
    """
    return error.code == "no_answer" or error.status in _TEMPORARY


def wait_after(attempts: int, retry_after: int | None = None) -> float:
    """Seconds to wait after so many attempts:

    twice as long each time, or ``Retry-After`` if that is longer.
    """
    return max(_FIRST_WAIT * 2.0 ** (attempts - 1), float(retry_after or 0))
