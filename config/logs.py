"""Structured logs: one JSON object a line on the error output, which the supervisor files and rotates."""

import logging
import re
import sys
from typing import Any, TextIO

import structlog
from structlog.typing import EventDict, WrappedLogger

SECRET_SEGMENT = re.compile(r"(?<=/)[A-Za-z0-9_-]{20,}(?=/|$|\?)")
"""A path segment long enough to be a personal or one-time link's secret."""

LINK_SECRET = re.compile(
    r"((?:/|%2F)(?:me|welcome|staff-link|mail(?:/|%2F)(?:confirm|end))(?:/|%2F))[A-Za-z0-9_-]+", re.IGNORECASE
)
"""A personal, one-time or staff link, or one of a mail, wherever it stands: in another address's query, in a sentence,
in a traceback."""


def without_secrets(logger: WrappedLogger, method: str, event: EventDict) -> EventDict:
    """Blank the secrets of personal, one-time and staff links in the request's path and in every text of the line."""
    request = event.get("request")
    if request is not None:
        event["request"] = SECRET_SEGMENT.sub("…", str(request))
    for name, text in event.items():
        if isinstance(text, str):
            event[name] = LINK_SECRET.sub(r"\1…", text)
    return event


SHARED_PROCESSORS: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.stdlib.PositionalArgumentsFormatter(),
    structlog.processors.StackInfoRenderer(),
    structlog.processors.format_exc_info,
    without_secrets,
]


class DroppingHandler(logging.StreamHandler[TextIO]):
    """Writes to the error output; lines that cannot be written are counted, and the next that can says how many."""

    dropped = 0

    def emit(self, record: logging.LogRecord) -> None:
        """Write a line. Never raises: no log line is worth a request."""
        count, self.dropped = self.dropped, 0
        if count:
            note = {"event": "log_lines_dropped", "count": count, "level": "warning"}
            super().emit(logging.makeLogRecord({"msg": note, "levelname": "WARNING", "name": __name__}))
            if self.dropped:  # It still cannot be written.
                self.dropped = count + 1
                return
        super().emit(record)

    def handleError(self, record: logging.LogRecord) -> None:
        """Count a line that the system does not take; any other error is one of the program and printed."""
        if isinstance(sys.exc_info()[1], OSError):
            self.dropped += 1
        else:
            super().handleError(record)


def configure_structlog() -> None:
    """Send structlog's events through the standard library's handlers."""
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *SHARED_PROCESSORS,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )


def logging_settings(level: str) -> dict[str, Any]:
    """`LOGGING`: everything from `level` up, as JSON."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "json": {
                "()": structlog.stdlib.ProcessorFormatter,
                "processors": [
                    structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                    structlog.processors.JSONRenderer(ensure_ascii=False),
                ],
                "foreign_pre_chain": [structlog.stdlib.ExtraAdder(), *SHARED_PROCESSORS],
            }
        },
        "handlers": {"console": {"()": DroppingHandler, "formatter": "json"}},
        "root": {"handlers": ["console"], "level": level},
        "loggers": {
            "django.server": {"handlers": ["console"], "level": level, "propagate": False},
            "django.request": {"level": "ERROR"},
        },
    }
