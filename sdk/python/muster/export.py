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
    """Its bytes, its rows (NDJSON), or a file of it. It can be read once; nothing is asked for before."""

    def __init__(self, transport: Transport, path: str, query: Mapping[str, str]) -> None:
        self._transport = transport
        self._path = path
        self._query = query
        self.cursor: str | None = None
        """Once NDJSON was read to its end: where `muster.changes(after=…)` goes on from it."""

    def __iter__(self) -> Iterator[bytes]:
        """Pieces of the answer, of any size."""
        with self._opened() as stream:
            if self._query["format"] != "ndjson":
                yield from stream
                return
            for line in self._lines(stream):
                yield line + b"\n"

    def rows(self) -> Iterator[Row]:
        if self._query["format"] != "ndjson":
            raise TypeError('Only export(format="ndjson") has rows; read the bytes, or save() them')
        with self._opened() as stream:
            for line in self._lines(stream):
                yield json.loads(line)

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Writes a file that is there once it is whole."""
        target = Path(path)
        part = target.with_name(f"{target.name}.part")
        try:
            with part.open("wb") as file:
                for piece in self:
                    file.write(piece)
            return part.replace(target)
        finally:
            part.unlink(missing_ok=True)

    def _opened(self) -> Stream:
        return self._transport.stream(self._path, self._query)

    def _lines(self, stream: Stream) -> Iterator[bytes]:
        """The rows' lines. The last line says that it is the last, and how many there were."""
        count = 0
        held: bytes | None = None
        for line in _split(stream):
            if held is not None:
                count += 1
                yield held
            held = line
        end: Any = json.loads(held) if held else None
        if not isinstance(end, dict) or end.get("end") is not True or end.get("count") != count:  # pyright: ignore[reportUnknownMemberType]
            raise MusterError("NETWORK_ERROR", f"The export broke off after {count} rows", status=stream.status)
        self.cursor = end.get("next")  # pyright: ignore[reportUnknownMemberType]


def _split(pieces: Iterator[bytes] | Stream) -> Iterator[bytes]:
    rest = b""
    for piece in pieces:
        *lines, rest = (rest + piece).split(b"\n")
        yield from lines
    if rest:
        yield rest
