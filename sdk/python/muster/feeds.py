"""A list that is read from a cursor on: what changed, what happened."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from .query import Given, query_of

if TYPE_CHECKING:
    from .transport import Transport
    from .types import FeedMeta

_MOST = 200

Row = TypeVar("Row")


@dataclass(frozen=True)
class FeedPage(Generic[Row]):
    data: list[Row]
    meta: FeedMeta


class Feed(Generic[Row]):
    """Everything there is from its cursor on. Read again, it goes on where it was."""

    cursor: str | None
    """Where to go on from: behind every entry of the pages that were read to their end."""

    def __init__(self, transport: Transport, path: str, given: Given) -> None:
        self._transport = transport
        self._path = path
        self._query = query_of(given)
        self.cursor = self._query.pop("after", None)

    def __iter__(self) -> Iterator[Row]:
        while True:
            page = self.page()
            yield from page.data
            self.cursor = page.meta["next"]
            if not page.meta["more"]:
                return

    def page(self, *, limit: int = _MOST) -> FeedPage[Row]:
        """What comes next; the cursor stays where it is."""
        after = {} if self.cursor is None else {"after": self.cursor}
        data, meta = self._transport.request("GET", self._path, {**self._query, "limit": str(limit), **after})
        return FeedPage(data, meta)
