"""Keeping a copy of a resource: the cursor of the changes first, then the list, then what has changed since the cursor.
Pages of a list shift while rows come and go; so the copy is counted against the server before it is called whole."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, NotRequired, TypedDict, TypeVar
from urllib.parse import quote

from .errors import MusterError
from .query import Given, query_of

if TYPE_CHECKING:
    from .transport import Query, Transport

_MOST = 200

Row = TypeVar("Row")


class SyncState(TypedDict):
    """Where a copy has got to: plain JSON, to be kept with it."""

    cursor: str


@dataclass(frozen=True)
class Batch(Generic[Row]):
    reset: bool = False
    """Set when everything that was copied before must go: what follows is the whole again."""
    upserts: list[Row] = field(default_factory=list[Row])
    deletes: list[str] = field(default_factory=list[str])
    """Ids of rows that are gone, or not this key's any more."""
    state: SyncState | None = None
    """Where to go on from once this batch is kept; none while the first copy is not whole."""


def sync_rows(
    transport: Transport, path: str, kind: str, state: SyncState | None, parts: Given
) -> Iterator[Batch[Any]]:
    while True:
        try:
            copy = _Copy(transport, path, kind, query_of(parts))
            yield from copy.first() if state is None else copy.follow(state["cursor"])
            return
        except MusterError as error:
            if error.code != "RESYNC_REQUIRED":
                raise
            state = None


class _Change(TypedDict):
    type: str
    id: str
    change: str
    record: NotRequired[Any]


class _Copy:
    def __init__(self, transport: Transport, path: str, kind: str, parts: Query) -> None:
        self._transport = transport
        self._path = path
        self._kind = kind
        self._parts = parts
        # Records come with the changes, though without the parts that only a list or a single record adds.
        self._asked = {"type": kind} if parts else {"type": kind, "include": "records"}

    def first(self) -> Iterator[Batch[Any]]:
        """Everything, until the number of rows is the server's own."""
        cursor = self._changes("now")[1]["next"]
        held: set[str] = set()
        yield Batch(reset=True)
        while True:
            yield from self._list(held)
            cursor, whole = yield from self._settle(cursor, held)
            if whole:
                yield Batch(state={"cursor": cursor})
                return

    def follow(self, cursor: str) -> Iterator[Batch[Any]]:
        while True:
            changes, meta = self._changes(cursor)
            cursor = meta["next"]
            upserts, deletes = self._fetched(changes)
            yield Batch(upserts=upserts, deletes=deletes, state={"cursor": cursor})
            if not meta["more"]:
                return

    def _list(self, held: set[str]) -> Iterator[Batch[Any]]:
        number = 1
        while True:
            query = {**self._parts, "page": str(number), "limit": str(_MOST)}
            data, meta = self._transport.request("GET", self._path, query)
            upserts = [row for row in data if row["id"] not in held]
            held.update(row["id"] for row in upserts)
            if upserts:
                yield Batch(upserts=upserts)
            if not data or number * meta["limit"] >= meta["total"]:
                return
            number += 1

    def _settle(
        self, cursor: str, held: set[str]
    ) -> Generator[Batch[Any], None, tuple[str, bool]]:
        """Follows the changes until none came while the rows were counted."""
        while True:
            cursor, _ = yield from self._caught_up(cursor, held)
            total = self._transport.request("GET", self._path, {"limit": "1"}).meta["total"]
            cursor, count = yield from self._caught_up(cursor, held)
            # What is held exists; as many as there are is therefore all there are.
            if count == 0:
                return cursor, len(held) == total

    def _caught_up(
        self, cursor: str, held: set[str]
    ) -> Generator[Batch[Any], None, tuple[str, int]]:
        """No state is given here: it would leave out the list."""
        count = 0
        while True:
            changes, meta = self._changes(cursor)
            cursor = meta["next"]
            count += len(changes)
            upserts, deletes = self._fetched(changes)
            held.update(row["id"] for row in upserts)
            held.difference_update(deletes)
            if changes:
                yield Batch(upserts=upserts, deletes=deletes)
            if not meta["more"]:
                return cursor, count

    def _changes(self, after: str) -> tuple[list[_Change], Any]:
        query = {"after": after, "limit": str(_MOST), **self._asked}
        try:
            data, meta = self._transport.request("GET", "/changes", query)
        except MusterError as error:
            # A server from before records came with changes.
            if not self._asked or not _is_unknown(error):
                raise
            self._asked = {}
            return self._changes(after)
        return [change for change in data if change["type"] == self._kind], meta

    def _fetched(self, changes: list[_Change]) -> tuple[list[Any], list[str]]:
        """The rows as they are now: a change itself says only that there was one."""
        upserts: list[Any] = []
        wanted: list[str] = []
        deletes: list[str] = []
        for key, change in {change["id"]: change for change in changes}.items():
            if change["change"] != "upserted":
                deletes.append(key)
            elif record := change.get("record"):
                upserts.append(record)
            else:
                wanted.append(key)
        found = {row["id"]: row for row in self._by_ids(wanted)}
        upserts.extend(found.values())
        deletes.extend(key for key in wanted if key not in found)
        return upserts, deletes

    def _by_ids(self, ids: list[str]) -> list[Any]:
        if not ids:
            return []
        query = {**self._parts, "id": ",".join(ids), "limit": str(_MOST)}
        try:
            return self._transport.request("GET", self._path, query).data
        except MusterError as error:
            if not _is_unknown(error):
                raise
            return [row for row in map(self._one, ids) if row is not None]

    def _one(self, key: str) -> Any:
        try:
            return self._transport.request("GET", f"{self._path}/{quote(key, safe='')}", self._parts).data
        except MusterError as error:
            if error.code != "NOT_FOUND":
                raise
            return None


def _is_unknown(error: MusterError) -> bool:
    return error.code == "BAD_REQUEST" and error.message.startswith("Unknown parameter")
