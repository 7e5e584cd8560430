"""The client: a resource for each path of the API, over one transport."""

from __future__ import annotations

import os
import ssl
from types import TracebackType

from .resources import Resources
from .transport import Transport


class Muster(Resources):
    """A client of the Workforce and Programme Open API v1. It may be used by several threads."""

    def __init__(
        self,
        base_url: str | None = None,
        key: str | None = None,
        *,
        attempts: int = 4,
        timeout: float = 30,
        ssl_context: ssl.SSLContext | None = None,
    ) -> None:
        """`base_url` is where the server is, with or without /api/open/v1; it and `key` are MUSTER_URL and
        MUSTER_API_KEY of the environment unless they are given. A request is tried `attempts` times, the first time
        included, and the server may be silent for `timeout` seconds. `ssl_context`: for certificates of your own."""
        self._transport = Transport(
            _given(base_url, "base_url", "MUSTER_URL"),
            _given(key, "key", "MUSTER_API_KEY"),
            attempts=attempts,
            timeout=timeout,
            ssl_context=ssl_context,
        )
        super().__init__(self._transport)

    def close(self) -> None:
        """Closes the connections that are kept open."""
        self._transport.close()

    def __enter__(self) -> Muster:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _given(value: str | None, name: str, variable: str) -> str:
    found = value or os.environ.get(variable)
    if found:
        return found
    raise ValueError(f"{name} is missing: give it, or set {variable} in the environment")
