"""Parameters as the API takes them: several values with commas, days as YYYY-MM-DD, `from_` as `from`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, datetime, timezone
from typing import cast

Given = Mapping[str, object]


def query_of(given: Given) -> dict[str, str]:
    return {name.removesuffix("_"): _text_of(value) for name, value in given.items() if value is not None}


def _text_of(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime):
        # Days of the API are UTC.
        return value.astimezone(timezone.utc).date().isoformat()
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Iterable) and not isinstance(value, str):
        return ",".join(str(one) for one in cast("Iterable[object]", value))
    return str(value)
