"""What a phone shows of a notice while it is locked: anybody who looks at it reads this."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone, translation
from django.utils.translation import gettext as _

from accounts.models import Notice, Player, PushSubscription
from accounts.push_service import Message, Urgency
from tournaments.queries.names import is_minor, masked_name
from tournaments.queries.notice_choice import KINDS
from tournaments.wording.notices import say_notice

KEPT_FOR = {
    "announcement": timedelta(hours=2),
    "round": timedelta(minutes=45),
    "table": timedelta(minutes=45),
    "deck": timedelta(hours=12),
    "deadline": timedelta(hours=1),
}
"""How long a notice of each kind is worth showing to a phone that could not be reached."""
AT_ONCE = ("round", "table")
"""Kinds for which a phone that saves power is woken."""


def say_push(notice: Notice, phone: PushSubscription, names_player: bool) -> Message | None:
    """The message for a phone, in its language; None once the notice is too old, or of no kind that players choose.

    Other people have the names that everybody reads. Whose it is stands there where several players share the phone,
    a minor masked. What is wrong with a deck is not said.
    """
    kind = next((name for name, codes in KINDS.items() if notice.code in codes), None)
    if kind is None:
        return None
    left = KEPT_FOR[kind] - (timezone.now() - notice.created_at)
    if left <= timedelta():
        return None
    with translation.override(phone.language):
        said = _("Something about your deck. Open to read it.") if kind == "deck" else say_notice(notice)
        return Message(
            title=_("DuelDesk · %(name)s") % {"name": _name(phone.player)} if names_player else _("DuelDesk"),
            body=said,
            path=notice.path or "/my/notices/",
            tag=f"notice-{notice.pk}",
            seconds=int(left.total_seconds()),
            urgency=Urgency.HIGH if kind in AT_ONCE else Urgency.NORMAL,
        )


def _name(player: Player) -> str:
    return masked_name(player.name) if is_minor(player) else player.name
