"""The calls about events."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ._call import CallOptions
from ._resource import Resource
from .lists import List

if TYPE_CHECKING:
    from typing_extensions import Unpack


class Events(Resource):
    """Each raises ApiError."""

    def list(self, query: Mapping[str, Any] | None = None, **options: Unpack[CallOptions]) -> List:
        """Oldest first. ``after`` takes the id of the last event that you have handled."""
        return self._list("GET /api/v1/events", "events", query, options, cursor_name="after")

    def get(self, event_id: str, **options: Unpack[CallOptions]) -> Any:
        """One event."""
        return self._call(
            "GET /api/v1/events/{eventId}", params={"eventId": event_id}, options=options
        )
