"""What the groups of calls share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ._call import Attempt, Caller, CallOptions
from .lists import List, Page


class Resource:
    def __init__(self, caller: Caller) -> None:
        self._call = caller.call
        self._options = caller.options

    def observer(self, options: CallOptions) -> Callable[[Attempt], None] | None:
        """``on_attempt`` of the call, or else of the client."""
        return options.get("on_attempt") or self._options.get("on_attempt")

    def _list(
        self,
        route: str,
        name: str,
        query: Mapping[str, Any] | None,
        options: CallOptions,
        *,
        params: Mapping[str, str] | None = None,
    ) -> List[Page]:
        """The entries of each page are its member ``name``."""

        def fetch_page(cursor: str | None) -> Page:
            asked = {**(query or {}), **({"cursor": cursor} if cursor else {})}
            page = self._call(route, params=params, query=asked, options=options)
            return Page(page[name], page["nextCursor"])

        return List(fetch_page)
