"""Requests with a key over connections that stay open: tried again where that is safe and useful, and failing with
one kind of error."""

from __future__ import annotations

import http.client
import json
import random
import socket
import ssl
import time
import zlib
from collections import deque
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple
from urllib.parse import urlencode, urlsplit

from .errors import MusterError

_PREFIX = "/api/open/v1"
_FIRST_WAIT = 0.25
_LONGEST_WAIT = 60.0
_CHUNK = 64 * 1024

Query = Mapping[str, str]


class Answer(NamedTuple):
    """An answer is what the generated types say of its operation."""

    data: Any
    meta: Any


class _NeverLeft(Exception):
    """No connection was made, so nothing was sent."""


class Transport:
    """May be used by several threads: each request has a connection to itself."""

    def __init__(
        self,
        base_url: str,
        key: str,
        *,
        attempts: int,
        timeout: float,
        ssl_context: ssl.SSLContext | None,
    ) -> None:
        url = urlsplit(base_url)
        if url.scheme not in ("http", "https") or not url.hostname:
            raise ValueError(f'base_url is "{base_url}"; give an address such as https://muster.example.com')
        self._url = url
        self._base = url.path.rstrip("/").removesuffix(_PREFIX) + _PREFIX
        self._key = key
        self._attempts = max(1, attempts)
        self._timeout = timeout
        self._ssl = ssl_context or (ssl.create_default_context() if url.scheme == "https" else None)
        self._idle: deque[http.client.HTTPConnection] = deque()
        self._closed = False

    def request(
        self,
        method: str,
        path: str,
        query: Query,
        *,
        body: object = None,
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        sent = None if body is None else json.dumps(body, allow_nan=False).encode()
        for attempt in range(1, self._attempts + 1):
            try:
                with self._open(method, path, query, sent, headers or {}) as stream:
                    return _answer_in(stream)
            except MusterError as error:
                self._wait_or_raise(error, method, attempt)
        raise AssertionError("attempts is at least 1")

    def stream(self, path: str, query: Query) -> Stream:
        """An answer that is read as it comes. Once it has begun it is not asked for again."""
        for attempt in range(1, self._attempts + 1):
            try:
                stream = self._open("GET", path, query, None, {"Accept": "*/*"})
                if stream.status == 200:
                    return stream
                with stream:
                    _answer_in(stream)
            except MusterError as error:
                self._wait_or_raise(error, "GET", attempt)
        raise AssertionError("attempts is at least 1")

    def close(self) -> None:
        self._closed = True
        while self._idle:
            self._idle.pop().close()

    def give_back(self, connection: http.client.HTTPConnection) -> None:
        if self._closed:
            connection.close()
        else:
            self._idle.append(connection)

    def _wait_or_raise(self, error: MusterError, method: str, attempt: int) -> None:
        if attempt >= self._attempts or not _may_repeat(method, error):
            raise error
        time.sleep(_wait(error, attempt))

    def _open(
        self, method: str, path: str, query: Query, body: bytes | None, headers: Mapping[str, str]
    ) -> Stream:
        if self._closed:
            raise RuntimeError("This client was closed")
        search = urlencode(query)
        target = f"{self._base}{path}{'?' + search if search else ''}"
        given = {
            "Accept": "application/json",
            "Accept-Encoding": "gzip",
            "Authorization": f"Bearer {self._key}",
            **({} if body is None else {"Content-Type": "application/json"}),
            **headers,
        }
        try:
            # Only a GET goes over a connection that the server may just have closed.
            connection = self._kept() if method == "GET" else None
            if connection is not None:
                try:
                    return self._sent(connection, method, target, body, given)
                except (ConnectionError, http.client.BadStatusLine):
                    pass
            return self._sent(self._connected(), method, target, body, given)
        except (OSError, http.client.HTTPException, _NeverLeft) as cause:
            raise MusterError("NETWORK_ERROR", f"{method} {path}: {_reason(cause)}") from cause

    def _kept(self) -> http.client.HTTPConnection | None:
        try:
            return self._idle.pop()
        except IndexError:
            return None

    def _connected(self) -> http.client.HTTPConnection:
        host, port, timeout = self._url.hostname or "", self._url.port, self._timeout
        if self._ssl is None:
            connection = http.client.HTTPConnection(host, port, timeout=timeout)
        else:
            connection = http.client.HTTPSConnection(host, port, timeout=timeout, context=self._ssl)
        try:
            connection.connect()
        except OSError as cause:
            raise _NeverLeft(_reason(cause)) from cause
        connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return connection

    def _sent(
        self,
        connection: http.client.HTTPConnection,
        method: str,
        target: str,
        body: bytes | None,
        headers: Mapping[str, str],
    ) -> Stream:
        try:
            connection.request(method, target, body, headers)
            return Stream(self, connection, connection.getresponse())
        except BaseException:
            connection.close()
            raise


class Stream:
    """The body of an answer, unpacked as it comes; whatever ends too early raises."""

    def __init__(
        self, transport: Transport, connection: http.client.HTTPConnection, response: http.client.HTTPResponse
    ) -> None:
        self._transport = transport
        self._connection = connection
        self._response = response
        self._whole = False
        self._closed = False
        self.status = response.status

    def header(self, name: str) -> str | None:
        return self._response.getheader(name)

    def __enter__(self) -> Stream:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """A connection with something left to read is of no use to the next request."""
        if self._closed:
            return
        self._closed = True
        if self._whole and not self._response.will_close:
            self._transport.give_back(self._connection)
        else:
            self._connection.close()

    def __iter__(self) -> Iterator[bytes]:
        zipped = self.header("Content-Encoding") == "gzip"
        unpack = zlib.decompressobj(wbits=31) if zipped else None
        try:
            while piece := self._response.read(_CHUNK):
                out = unpack.decompress(piece) if unpack else piece
                if out:
                    yield out
            # With a length in its header an answer that breaks off ends without an error.
            left = self._response.length
            if left or (unpack and not unpack.eof):
                raise http.client.IncompleteRead(b"", left)
        except (OSError, http.client.HTTPException, zlib.error) as cause:
            raise MusterError(
                "NETWORK_ERROR", f"The answer broke off: {_reason(cause)}", **_about(self)
            ) from cause
        self._whole = True


def _about(stream: Stream) -> dict[str, Any]:
    wait = stream.header("Retry-After") or ""
    return {
        "status": stream.status,
        "request_id": stream.header("X-Request-Id"),
        "retry_after": (float(wait) if wait.isdecimal() else 0) or None,
    }


def _answer_in(stream: Stream) -> Answer:
    text = b"".join(stream)
    try:
        answer: dict[str, Any] = json.loads(text)
        if 200 <= stream.status < 300:
            return Answer(answer["data"], answer.get("meta"))
        error: dict[str, Any] = answer.get("error") or {}
    except (ValueError, KeyError, TypeError, AttributeError) as cause:
        words = f"The answer ({stream.status}) is not from the API"
        raise MusterError("NETWORK_ERROR", words, **_about(stream)) from cause
    message = error.get("message") or f"The server answered {stream.status}"
    raise MusterError(error.get("code") or "INTERNAL_ERROR", message, **_about(stream))


def _reason(cause: BaseException) -> str:
    return str(cause) or type(cause).__name__


def _may_repeat(method: str, error: MusterError) -> bool:
    """A GET may be repeated after a temporary failure; a POST only if it was never sent."""
    if method != "GET":
        return isinstance(error.__cause__, _NeverLeft)
    return error.code == "NETWORK_ERROR" or error.status == 429 or error.status >= 500


def _wait(error: MusterError, attempt: int) -> float:
    if error.retry_after is not None:
        return min(error.retry_after, _LONGEST_WAIT)
    return _FIRST_WAIT * 2 ** (attempt - 1) * (0.75 + random.random() / 2)
