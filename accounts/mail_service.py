"""One mail to one address by the site's mail server, and what became of it."""

from __future__ import annotations

import logging
import re
import smtplib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.smtp import EmailBackend as DjangoBackend

logger = logging.getLogger(__name__)

TOO_BUSY = 421
"""The server closes the connection (RFC 5321, section 4.2.2): about all mails, not this one."""
ENHANCED = re.compile(rb"\b5\.(\d{1,3})\.(\d{1,3})\b")
"""The enhanced status code of a reply (RFC 3463): its subject and detail."""
UNKNOWN_MAILBOX = {550, 551, 553}
OF_THE_SENDER = {7, 8}
"""Details of the subject “addressing” that are about the sender's address."""


class Outcome(StrEnum):
    SENT = "sent"
    UNANSWERED = "unanswered"
    """The connection was lost after the text was handed over; nobody knows whether it was delivered."""
    ADDRESS_REFUSED = "address refused"
    MAIL_REFUSED = "mail refused"
    LATER = "later"
    NO_SERVER = "no server"
    """The server cannot be reached, or takes no mail of this site at all."""


@dataclass(frozen=True)
class Answer:
    """What became of a mail, and the server's reply code where it gave one."""

    outcome: Outcome
    code: int | None = None


@dataclass(frozen=True)
class Mail:
    """A mail in words. `headers` beside those that every mail of the site has."""

    subject: str
    body: str
    headers: Mapping[str, str] = field(default_factory=dict)


class Unanswered(smtplib.SMTPServerDisconnected):
    """The connection was lost while the server had the text of a mail."""


class _Conversation:
    """An SMTP connection that says whether it was lost before or after the text of a mail was handed over."""

    def data(self, msg: Any) -> tuple[int, bytes]:
        try:
            answer: tuple[int, bytes] = super().data(msg)  # type: ignore[misc]
        except (smtplib.SMTPServerDisconnected, OSError) as error:
            if isinstance(error, smtplib.SMTPResponseException):
                raise
            raise Unanswered(str(error)) from error
        return answer


class _Plain(_Conversation, smtplib.SMTP):
    pass


class _Secure(_Conversation, smtplib.SMTP_SSL):
    pass


class EmailBackend(DjangoBackend):
    """Django's, whose connections raise `Unanswered`."""

    @property
    def connection_class(self) -> type[smtplib.SMTP]:
        return _Secure if self.use_ssl else _Plain


class Postbox:
    """A connection to the mail server that is opened for the first mail, kept for the next, and closed."""

    def __init__(self) -> None:
        self._connection: Any = None

    def send(self, mail: Mail, *, to: str) -> Answer:
        """Send a mail. Never raises for what a server or an address does."""
        try:
            if self._connection is None:
                connection = get_connection()
                connection.open()
                self._connection = connection
        except (OSError, smtplib.SMTPException) as error:
            logger.warning("mail_server_away", extra={"reason": type(error).__name__})
            return Answer(Outcome.NO_SERVER)
        answer = self._send(mail, to)
        if answer.outcome in (Outcome.NO_SERVER, Outcome.UNANSWERED):
            self.close()
        return answer

    def close(self) -> None:
        """End the connection, whatever state it is in."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(OSError, smtplib.SMTPException):
                connection.close()

    def _send(self, mail: Mail, to: str) -> Answer:
        headers = {"Auto-Submitted": "auto-generated", **mail.headers}
        message = EmailMessage(
            mail.subject, mail.body, settings.DEFAULT_FROM_EMAIL, [to], connection=self._connection, headers=headers
        )
        try:
            message.send()
        except smtplib.SMTPRecipientsRefused as error:
            ((code, reply),) = error.recipients.values()
            return _of_recipient(code, reply)
        except smtplib.SMTPSenderRefused as error:
            logger.error("mail_sender_refused", extra={"code": error.smtp_code})
            return Answer(Outcome.NO_SERVER, error.smtp_code)
        except smtplib.SMTPResponseException as error:
            return _of_text(error.smtp_code)
        except Unanswered:
            return Answer(Outcome.UNANSWERED)
        except smtplib.SMTPNotSupportedError:
            return Answer(Outcome.MAIL_REFUSED)
        except (smtplib.SMTPServerDisconnected, OSError) as error:
            logger.warning("mail_server_away", extra={"reason": type(error).__name__})
            return Answer(Outcome.NO_SERVER)
        except Exception as error:  # One mail, whatever is wrong with it, does not hold up the others.
            # The traceback would have the address in it.
            logger.error("mail_failed", extra={"reason": type(error).__name__})
            return Answer(Outcome.MAIL_REFUSED)
        return Answer(Outcome.SENT)


def _of_recipient(code: int, reply: bytes) -> Answer:
    """A reply about the recipient. A lasting one is about the address only where the server says so: one that does not
    relay for this site refuses every address."""
    if code == TOO_BUSY:
        return Answer(Outcome.NO_SERVER, code)
    if code < 500:
        return Answer(Outcome.LATER, code)
    if code not in UNKNOWN_MAILBOX:
        return Answer(Outcome.MAIL_REFUSED, code)
    status = ENHANCED.search(reply)
    if status is None:
        is_of_address = b"relay" not in reply.lower()
    else:
        subject, detail = int(status[1]), int(status[2])
        is_of_address = (subject == 1 and detail not in OF_THE_SENDER) or (subject, detail) == (2, 1)
    return Answer(Outcome.ADDRESS_REFUSED if is_of_address else Outcome.MAIL_REFUSED, code)


def _of_text(code: int) -> Answer:
    """A reply about the text of a mail."""
    if code == TOO_BUSY:
        return Answer(Outcome.NO_SERVER, code)
    return Answer(Outcome.LATER if code < 500 else Outcome.MAIL_REFUSED, code)


def is_mail_on() -> bool:
    """Whether mail leaves this machine (`EMAIL_URL`)."""
    return bool(settings.MAIL_IS_SENT)
