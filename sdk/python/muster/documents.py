"""Files for a new worker: an Upload in a body becomes the data URL that the API takes."""

from __future__ import annotations

import base64
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Literal, cast

_KINDS = {
    ".pdf": "application/pdf",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".png": "image/png",
}


@dataclass(frozen=True)
class Upload:
    """A file to send: its path, its bytes, or a file that is open for reading bytes."""

    file: str | os.PathLike[str] | bytes | BinaryIO
    file_name: str | None = None
    """As it is shown; the name of the file itself where it has one."""
    doc_type: Literal["Front", "Back"] | None = None
    """Which side it shows."""


def with_contents(value: object) -> Any:
    """The body with the content of every file in it."""
    if isinstance(value, Upload):
        return _content_of(value)
    if isinstance(value, Mapping):
        return {name: with_contents(inner) for name, inner in cast("Mapping[str, object]", value).items()}
    if isinstance(value, Sequence) and not isinstance(value, (str, bytes)):
        return [with_contents(inner) for inner in cast("Sequence[object]", value)]
    return value


def _content_of(upload: Upload) -> dict[str, str]:
    file = upload.file
    if isinstance(file, bytes):
        name, content = None, file
    elif isinstance(file, (str, os.PathLike)):
        name, content = Path(file).name, Path(file).read_bytes()
    else:
        name, content = Path(str(getattr(file, "name", ""))).name or None, file.read()
    shown = upload.file_name or name or "document"
    kind = _KINDS.get(Path(shown).suffix.lower(), "application/octet-stream")
    sent = {"fileName": shown, "content": f"data:{kind};base64,{base64.b64encode(content).decode('ascii')}"}
    return sent if upload.doc_type is None else {**sent, "docType": upload.doc_type}
