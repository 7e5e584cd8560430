"""What every generated resource is made of: each method names its path, and this sends it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from .documents import with_contents
from .feeds import Feed
from .pages import Pages
from .query import Given, query_of
from .sync import Batch, SyncState, sync_rows

if TYPE_CHECKING:
    from .transport import Transport


def at(path: str, id: str) -> str:
    """The path with an id in its place."""
    if not id:
        raise ValueError("The id is empty")
    return path.replace("{id}", quote(id, safe=""))


class Resource:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def _one(self, path: str, params: Given) -> Any:
        return self._transport.request("GET", path, query_of(params)).data

    def _pages(
        self, path: str, params: Given, *, keyed: bool = False, streams: bool = False
    ) -> Pages[Any, Any]:
        return Pages(self._transport, path, params, keyed=keyed, streams=streams)

    def _feed(self, path: str, params: Given) -> Feed[Any]:
        return Feed(self._transport, path, params)

    def _post(self, path: str, body: object, idempotency_key: str | None, params: Given) -> Any:
        headers = {} if idempotency_key is None else {"Idempotency-Key": idempotency_key}
        query = query_of(params)
        return self._transport.request("POST", path, query, body=with_contents(body), headers=headers).data

    def _sync(self, path: str, kind: str, state: SyncState | None, parts: Given) -> Iterator[Batch[Any]]:
        return sync_rows(self._transport, path, kind, state, parts)
