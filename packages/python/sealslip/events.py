"""The calls about events."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ._call import CallOptions
from ._resource import Resource
from .lists import EventPage, List

if TYPE_CHECKING:
    from typing_extensions import Unpack


class Events(Resource):
    """Each raises ApiError."""

    def list(
        self, query: Mapping[str, Any] | None = None, **options: Unpack[CallOptions]
    ) -> List[EventPage]:
        """Oldest first. ``after`` takes the id of the last event that you have handled."""

        def fetch_page(cursor: str | None) -> EventPage:
            asked = {**(query or {}), **({"after": cursor} if cursor else {})}
            page = self._call("GET /api/v1/events", query=asked, options=options)
            return EventPage(page["events"], page["nextCursor"], page["lastCursor"])

        return List(fetch_page)

    def get(self, event_id: str, **options: Unpack[CallOptions]) -> Any:
        """One event."""
        return self._call(
            "GET /api/v1/events/{eventId}", params={"eventId": event_id}, options=options
        )
