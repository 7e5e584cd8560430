"""What a call raises: the server's own code and words, or that it could not be reached."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from .types import ProblemCode


class MusterError(Exception):
    code: ProblemCode | Literal["NETWORK_ERROR"]
    """For programs: one of the codes of the API, or NETWORK_ERROR."""
    message: str
    status: int
    """The status of the answer; 0 where there was none."""
    request_id: str | None
    """Names the request in the server's logs."""
    retry_after: float | None
    """Seconds after which it may be tried again, where the server says so."""

    def __init__(
        self,
        code: ProblemCode | Literal["NETWORK_ERROR"],
        message: str,
        *,
        status: int = 0,
        request_id: str | None = None,
        retry_after: float | None = None,
    ) -> None:
        # All that it is made of, so that it can be sent from one process to another.
        super().__init__(code, message)
        self.code = code
        self.message = message
        self.status = status
        self.request_id = request_id
        self.retry_after = retry_after

    def __str__(self) -> str:
        about = [self.code, *([str(self.status)] if self.status else [])]
        asked = f", request {self.request_id}" if self.request_id else ""
        return f"{self.message} ({' '.join(about)}{asked})"
