"""A whole list in one answer, read as it comes. One that broke off is never taken for whole."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from .errors import MusterError

if TYPE_CHECKING:
    from .transport import Stream, Transport

Row = TypeVar("Row")


class Export(Generic[Row]):
    """Its bytes, its rows (NDJSON), or a file of it. Nothing is asked for before it is read, and each reading asks anew."""

    def __init__(self, transport: Transport, path: str, query: Mapping[str, str]) -> None:
        self._transport = transport
        self._path = path
        self._query = query
        self.cursor: str | None = None
        """Once it was read to its end: where `muster.changes(after=…)` goes on from exactly these rows."""

    def __iter__(self) -> Iterator[bytes]:
        """Pieces of the file: of NDJSON a line for each row, without the last line, else of any size."""
        return self._pieces(with_end=False)

    def _pieces(self, *, with_end: bool) -> Iterator[bytes]:
        with self._transport.stream(self._path, self._query) as stream:
            if self._query["format"] == "ndjson":
                yield from _lines(stream, with_end)
            else:
                yield from stream
            self.cursor = stream.header("Muster-Next-Change")

    def rows(self) -> Iterator[Row]:
        if self._query["format"] != "ndjson":
            raise TypeError('Only export(format="ndjson") has rows; read the bytes, or save() them')
        return map(json.loads, self)

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Writes the file as the server sends it; it is there only once it is complete."""
        target = Path(path)
        part = target.with_name(f"{target.name}.part")
        try:
            with part.open("wb") as file:
                for piece in self._pieces(with_end=True):
                    file.write(piece)
            return part.replace(target)
        finally:
            part.unlink(missing_ok=True)


def _lines(stream: Stream, with_end: bool) -> Iterator[bytes]:
    """The lines of rows. One more, the end, says that it is the last and how many there were."""
    count = 0
    held: bytes | None = None
    for line in _split(stream):
        if held is not None:
            count += 1
            yield held + b"\n"
        held = line
    if held is None or not _is_end(held, count):
        raise MusterError("NETWORK_ERROR", f"The export broke off after {count} rows", status=stream.status)
    if with_end:
        yield held + b"\n"


def _is_end(line: bytes, count: int) -> bool:
    try:
        end: Any = json.loads(line)
        return end["exportComplete"] is True and end["count"] == count
    except (ValueError, KeyError, TypeError):
        return False


def _split(stream: Stream) -> Iterator[bytes]:
    rest = b""
    for piece in stream:
        *lines, rest = (rest + piece).split(b"\n")
        yield from lines
    if rest:
        yield rest
