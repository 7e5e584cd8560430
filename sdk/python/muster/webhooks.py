"""Verifies that a webhook came from the server that holds the endpoint's secret, now and unchanged. Give it the bytes of
the body as they arrived: JSON that was parsed and written again is not the same."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta, timezone
from typing import TYPE_CHECKING, Any, Literal, Protocol, cast

if TYPE_CHECKING:
    from .types import Event

Fault = Literal[
    "missing-header",
    "malformed-header",
    "malformed-secret",
    "too-old",
    "too-new",
    "wrong-signature",
    "malformed-body",
]


class WebhookVerificationError(Exception):
    def __init__(self, fault: Fault, message: str) -> None:
        super().__init__(fault, message)
        self.fault: Fault = fault
        self.message = message

    def __str__(self) -> str:
        return self.message


class Headers(Protocol):
    """A dict, or what a web framework calls headers, whatever the case of its names."""

    def items(self) -> Iterable[tuple[str, str]]: ...


def verify_webhook(
    payload: bytes | str,
    headers: Headers,
    secret: str | Sequence[str],
    *,
    tolerance: timedelta = timedelta(minutes=5),
    now: datetime | None = None,
) -> Event:
    """The event, where a signature is this secret's; otherwise raises and says why. During a rotation give both
    secrets. `tolerance` is how far the timestamp may be from now, either way."""
    timestamp = _header(headers, "x-service-timestamp")
    signatures = _signatures_in(_header(headers, "x-service-signature"))
    _require_recent(timestamp, tolerance, now or datetime.now(timezone.utc))
    body = payload.encode() if isinstance(payload, str) else bytes(payload)
    keys = [_key_of(one) for one in ([secret] if isinstance(secret, str) else secret)]
    if not keys:
        raise WebhookVerificationError("malformed-secret", "No secret was given")
    signed = timestamp.encode() + b"." + body
    expected = [hmac.new(key, signed, hashlib.sha256).digest() for key in keys]
    # Every signature is compared with every secret, whichever fits: the time taken tells nothing.
    matches = sum([hmac.compare_digest(given, one) for given in signatures for one in expected])
    if matches == 0:
        raise WebhookVerificationError(
            "wrong-signature",
            "No signature fits: the secret is another one, or the body was changed on the way (verify the raw bytes)",
        )
    return _event_in(body)


def _header(headers: Headers, name: str) -> str:
    value = ",".join(value for key, value in headers.items() if key.lower() == name)
    if value:
        return value
    raise WebhookVerificationError("missing-header", f"The header {name} is missing")


def _signatures_in(header: str) -> list[bytes]:
    found = [re.fullmatch(r"v1=([0-9a-f]{64})", part.strip()) for part in header.split(",")]
    signatures = [bytes.fromhex(match[1]) for match in found if match]
    if signatures:
        return signatures
    raise WebhookVerificationError(
        "malformed-header", 'x-service-signature has no "v1=" followed by 64 hexadecimal digits'
    )


def _require_recent(timestamp: str, tolerance: timedelta, now: datetime) -> None:
    try:
        sent = datetime.strptime(timestamp, "%Y-%m-%dT%H:%M:%S.%fZ").replace(tzinfo=timezone.utc)
    except ValueError:
        raise WebhookVerificationError(
            "malformed-header", "x-service-timestamp is not a UTC timestamp"
        ) from None
    age = (now - sent).total_seconds()
    allowed = f"{tolerance.total_seconds():.0f} s are allowed"
    if age > tolerance.total_seconds():
        raise WebhookVerificationError("too-old", f"Sent {age:.0f} s ago; {allowed}")
    if -age > tolerance.total_seconds():
        raise WebhookVerificationError(
            "too-new", f"Sent {-age:.0f} s in the future; {allowed}: check the clock"
        )


def _key_of(secret: str) -> bytes:
    begin, encoded = secret.strip()[:6], secret.strip()[6:]
    try:
        key = base64.b64decode(encoded + "=" * (-len(encoded) % 4), validate=True)
    except (binascii.Error, ValueError):
        key = b""
    if begin == "whsec_" and len(key) >= 16:
        return key
    raise WebhookVerificationError("malformed-secret", 'A secret begins with "whsec_" and goes on in base64')


def _event_in(body: bytes) -> Event:
    try:
        event: Any = json.loads(body)
    except ValueError:
        event = None
    if isinstance(event, dict):
        fields = cast("dict[str, Any]", event)
        if isinstance(fields.get("id"), str) and isinstance(fields.get("type"), str):
            if fields.get("createdAt") and fields.get("data"):
                return cast("Event", fields)
    raise WebhookVerificationError("malformed-body", "The signature is right, but the body is not an event")
