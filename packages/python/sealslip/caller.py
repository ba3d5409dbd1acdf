"""The call about the key itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._call import CallOptions
from ._resource import Resource

if TYPE_CHECKING:
    from typing_extensions import Unpack


class Callers(Resource):
    """Raises ApiError."""

    def get(self, **options: Unpack[CallOptions]) -> Any:
        """The organization, environment, and scopes of the key."""
        return self._call("GET /api/v1/caller", options=options)
