"""Mails about notices, in the language in which the address was given."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from unicodedata import normalize
from urllib.parse import urlsplit

from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from accounts.mail_addresses import LINK_LASTS
from accounts.mail_links import confirming_secret, ending_secret
from accounts.mail_service import Mail
from accounts.models import Notice, NoticeAddress, Player, QueuedMail
from tournaments.queries.notice_choice import kind_of
from tournaments.wording.notices import kind_names
from tournaments.wording.pushes import name_on_phones, say_to_passers_by, time_left

MAX_SUBJECT = 90
MAX_NAME_IN_QUESTION = 20
SIGNS_OF_LINKS = ".。/\\:@"
ONE_CLICK = "List-Unsubscribe=One-Click"
"""The header by which a mail program ends the mails itself, by a POST without cookies (RFC 8058)."""


def say_mail(queued: QueuedMail, sharing: Sequence[Player]) -> Mail | None:
    """The mail for a queued notice, or for the question whether the address is right; None once it is too late.

    `sharing` are the players whose notices go to the address. Other people have the names that everybody reads, and of
    a deck it says only that there is something to read: subjects are shown on locked phones.
    """
    to = queued.address
    with translation.override(to.language):
        if queued.notice is None:
            return _question(to) if timezone.now() - to.asked_at < LINK_LASTS else None
        if time_left(queued.notice) <= timedelta():
            return None
        return _notice(queued.notice, to, name_among(to.player, sharing) if len(sharing) > 1 else "")


def name_among(player: Player, sharing: Sequence[Player]) -> str:
    """Whose a notice is, for a reader who has those of several players: masked, unless surely 18 or two are alike.

    Who reads it has confirmed the address for each of them.
    """
    masked = name_on_phones(player)
    return player.name if [name_on_phones(one) for one in sharing].count(masked) > 1 else masked


def _notice(notice: Notice, to: NoticeAddress, name: str) -> Mail:
    said = say_to_passers_by(notice)
    one_line = " ".join(said.split())
    subject = one_line if len(one_line) <= MAX_SUBJECT else f"{one_line[: MAX_SUBJECT - 1]}…"
    kind = kind_of(notice) or ""
    end = to.origin + reverse("mail_end", args=[ending_secret(to.pk)])
    lines = [
        _("For %(name)s:") % {"name": name} if name else "",
        said,
        "",
        _("Open it: %(address)s") % {"address": to.origin + (notice.path or reverse("my_notices"))},
        "",
        "-- ",
        _("DuelDesk sends this because the address was given for notices of the kind “%(kind)s”.")
        % {"kind": kind_names()[kind]},
        _("No more of them, or no more mails at all: %(address)s") % {"address": f"{end}?kind={kind}"},
    ]
    headers = {
        "Message-ID": f"<notice-{notice.pk}-{to.pk}@{_host(to)}>",
        "List-ID": f"DuelDesk <notices-{to.pk}.{_host(to)}>",
        "List-Unsubscribe": f"<{end}>",
    }
    if end.startswith("https:"):
        headers["List-Unsubscribe-Post"] = ONE_CLICK
    return Mail(f"{name} · {subject}" if name else subject, "\n".join(lines if name else lines[1:]), headers)


def _question(to: NoticeAddress) -> Mail:
    link = to.origin + reverse("mail_confirm", args=[confirming_secret(to.pk, to.asked_at)])
    words = {"name": _harmless_name(to.player) or _("a player"), "link": link}
    body = _(
        "Somebody gave this address at DuelDesk, a site for card game tournaments, to get the notices of %(name)s by "
        "e-mail: where to sit in each round, what is announced.\n"
        "\n"
        "If you want them, open this link within 24 hours and say yes:\n"
        "%(link)s\n"
        "\n"
        "If not, ignore this mail: nothing is sent to you then, and the address is forgotten."
    )
    headers = {"Message-ID": f"<question-{to.pk}-{int(to.asked_at.timestamp())}@{_host(to)}>"}
    return Mail(_("Notices to this address?"), body % words, headers)


def _harmless_name(player: Player) -> str:
    """The name for a mail to somebody who may never have asked for one: cut, and empty if it could hold an address of
    something else. Players choose their names, and anybody can have this mail sent to anybody."""
    name = name_on_phones(player)
    if any(sign in normalize("NFKC", name) for sign in SIGNS_OF_LINKS):
        return ""
    return name if len(name) <= MAX_NAME_IN_QUESTION else f"{name[: MAX_NAME_IN_QUESTION - 1]}…"


def _host(to: NoticeAddress) -> str:
    return urlsplit(to.origin).hostname or "localhost"
