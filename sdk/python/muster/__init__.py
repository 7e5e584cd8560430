"""A client of the Workforce and Programme Open API v1."""

from .client import Muster
from .documents import Upload
from .errors import MusterError
from .export import Export
from .feeds import Feed, FeedPage
from .pages import Page, Pages
from .sync import Batch, SyncState
from .webhooks import WebhookVerificationError, verify_webhook

__all__ = [
    "Batch",
    "Export",
    "Feed",
    "FeedPage",
    "Muster",
    "MusterError",
    "Page",
    "Pages",
    "SyncState",
    "Upload",
    "WebhookVerificationError",
    "verify_webhook",
]
