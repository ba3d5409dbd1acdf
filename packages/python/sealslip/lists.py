"""Lists of the API, page by page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar


@dataclass(frozen=True)
class Page:
    """One page of a list, and what asks for the next."""

    entries: list[dict[str, Any]]
    next_cursor: str | None


@dataclass(frozen=True)
class EventPage(Page):
    """``last_cursor`` is how far it was read, whatever the filter left: the next ``after``.

    None where there was nothing.
    """

    last_cursor: str | None


PageT = TypeVar("PageT", bound=Page)


class List(Generic[PageT]):
    """A list: iterating goes through all its entries, and ``pages()`` through its pages.

    Each iteration begins at the first page, which is asked for when the first entry is.
    """

    def __init__(self, fetch_page: Callable[[str | None], PageT]) -> None:
        self._fetch_page = fetch_page

    def __iter__(self) -> Iterator[dict[str, Any]]:
        for page in self.pages():
            yield from page.entries

    def pages(self) -> Iterator[PageT]:
        page = self._fetch_page(None)
        yield page
        while page.next_cursor is not None:
            page = self._fetch_page(page.next_cursor)
            yield page
