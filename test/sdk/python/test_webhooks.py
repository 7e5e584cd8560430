"""Signatures as the server makes them, and every way a forgery or a mistake is told apart."""

import json
import os
import unittest
from datetime import datetime, timedelta
from email.message import Message
from typing import Any

from muster import WebhookVerificationError, verify_webhook

SIGNED: dict[str, Any] = json.loads(os.environ["SIGNED"])
SECRET: str = SIGNED["secret"]
BODY: str = SIGNED["body"]
HEADERS: dict[str, str] = SIGNED["headers"]
AT = datetime.fromisoformat(SIGNED["at"])


class Webhooks(unittest.TestCase):
    def fault(self, payload: Any = BODY, headers: Any = HEADERS, secret: Any = SECRET, now: Any = AT) -> str:
        with self.assertRaises(WebhookVerificationError) as caught:
            verify_webhook(payload, headers, secret, now=now)
        return caught.exception.fault

    def test_what_the_server_signs_is_taken_as_text_bytes_and_with_any_headers(self) -> None:
        message = Message()
        for name, value in HEADERS.items():
            message[name] = value
        for payload in (BODY, BODY.encode()):
            for headers in (HEADERS, {name.lower(): value for name, value in HEADERS.items()}, message):
                event = verify_webhook(payload, headers, SECRET, now=AT)
                self.assertEqual((event["id"], event["type"]), ("evt_01JC8Z", "assignment_ended"))

    def test_during_a_rotation_either_secret_will_do(self) -> None:
        for secret in (SIGNED["other"], SECRET, [SIGNED["other"], SIGNED["third"]]):
            self.assertEqual(verify_webhook(BODY, SIGNED["rotating"], secret, now=AT)["id"], "evt_01JC8Z")
        self.assertEqual(self.fault(headers=SIGNED["rotating"], secret=SIGNED["third"]), "wrong-signature")

    def test_a_changed_body_timestamp_or_secret_does_not_fit(self) -> None:
        self.assertEqual(self.fault(payload=BODY + " "), "wrong-signature")
        self.assertEqual(self.fault(secret=SIGNED["other"]), "wrong-signature")
        stamp = HEADERS["X-Service-Timestamp"].replace(".123Z", ".124Z")
        self.assertEqual(self.fault(headers={**HEADERS, "X-Service-Timestamp": stamp}), "wrong-signature")

    def test_the_timestamp_must_be_within_the_tolerance(self) -> None:
        verify_webhook(BODY, HEADERS, SECRET, now=AT + timedelta(seconds=300))
        self.assertEqual(self.fault(now=AT + timedelta(seconds=301)), "too-old")
        self.assertEqual(self.fault(now=AT - timedelta(seconds=301)), "too-new")
        verify_webhook(BODY, HEADERS, SECRET, now=AT + timedelta(hours=1), tolerance=timedelta(hours=2))
        with self.assertRaises(WebhookVerificationError):
            verify_webhook(BODY, HEADERS, SECRET)

    def test_what_is_missing_or_malformed_is_named(self) -> None:
        self.assertEqual(self.fault(headers={}), "missing-header")
        for signature in ("v1=12", "v2=" + "0" * 64, "v1=" + "G" * 64):
            self.assertEqual(self.fault(headers={**HEADERS, "X-Service-Signature": signature}), "malformed-header")
        for stamp in ("1794302102", "2026-11-10T09:15:02Z", "2026-13-10T09:15:02.123Z"):
            self.assertEqual(self.fault(headers={**HEADERS, "X-Service-Timestamp": stamp}), "malformed-header")
        for secret in ("", "whsec_", "whsec_a b", SECRET[6:], "whsec_Bw=="):
            self.assertEqual(self.fault(secret=secret), "malformed-secret")
        self.assertEqual(self.fault(secret=()), "malformed-secret")
        self.assertEqual(
            self.fault(payload=SIGNED["strange"]["body"], headers=SIGNED["strange"]["headers"]), "malformed-body"
        )


if __name__ == "__main__":
    unittest.main()
