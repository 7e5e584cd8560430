"""A list, row by row or page by page. Rows that come in meanwhile push others onto the next page: a row is given once
all the same."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from .export import Export
from .query import Given, query_of

if TYPE_CHECKING:
    import pandas

    from .transport import Transport
    from .types import Format

_MOST = 200

Row = TypeVar("Row")
Meta = TypeVar("Meta", bound=Mapping[str, object])


@dataclass(frozen=True)
class Page(Generic[Row, Meta]):
    data: list[Row]
    meta: Meta


class Pages(Generic[Row, Meta]):
    """What a list method gives: nothing is asked of the server before it is read."""

    def __init__(self, transport: Transport, path: str, given: Given, *, keyed: bool, streams: bool) -> None:
        """`keyed`: whether its rows have ids. `streams`: whether the server gives it in one answer, for exports."""
        for name in ("page", "limit"):
            if name in given:
                raise TypeError(f"A list gives every row; for one page use .page(number, limit=…), not {name}=")
        self._transport = transport
        self._path = path
        self._query = query_of(given)
        self._streams = streams
        fields = self._query.get("fields")
        # Rows are told apart by their id. Where it was not asked for, it is asked for and not shown.
        self._hides_id = keyed and fields is not None and "id" not in fields.split(",")

    def __iter__(self) -> Iterator[Row]:
        seen: set[object] = set()
        number = 1
        while True:
            data, meta = self._read(number, _MOST)
            for row in data:
                key = row.get("id")
                if key is not None and key in seen:
                    continue
                seen.add(key)
                yield self._shown(row)
            if not data or number * meta["limit"] >= meta["total"]:
                return
            number += 1

    def page(self, number: int = 1, *, limit: int = 50) -> Page[Row, Meta]:
        """One page, as the server gives it: at most 200 rows."""
        data, meta = self._read(number, limit)
        return Page([self._shown(row) for row in data], meta)

    def total(self) -> int:
        """How many rows there are in all."""
        return self._read(1, 1)[1]["total"]

    def export(self, format: Format, *, explode: str | None = None) -> Export[Row]:
        """The whole list in one answer, read as it comes. `explode` names a list: in CSV and XLSX each of its items
        then has a row."""
        if not self._streams:
            raise TypeError("This list has no exports: read its rows or pages")
        form = query_of({"format": format, "explode": explode})
        return Export(self._transport, self._path, {**self._query, **form})

    def to_dataframe(self) -> pandas.DataFrame:
        """The rows as a pandas DataFrame: a column a field, `worker.name` for what lies deeper, lists as they are."""
        try:
            import pandas
        except ImportError as missing:
            raise ImportError("to_dataframe() needs pandas: pip install pandas") from missing
        rows = self.export("ndjson").rows() if self._streams else self
        return pandas.json_normalize(list(rows))

    def _read(self, number: int, limit: int) -> tuple[list[dict[str, Any]], Any]:
        query = {**self._query, "page": str(number), "limit": str(limit)}
        if self._hides_id:
            query["fields"] = f"id,{query['fields']}"
        return self._transport.request("GET", self._path, query)

    def _shown(self, row: dict[str, Any]) -> Any:
        return {name: value for name, value in row.items() if name != "id"} if self._hides_id else row
