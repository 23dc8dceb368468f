"""What a phone shows of a notice while it is locked: anybody who looks at it reads this."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone, translation
from django.utils.translation import gettext as _

from accounts.models import Notice, Player, PushSubscription
from accounts.push_service import Message, Urgency
from tournaments.queries.names import is_masked_player, masked_name
from tournaments.queries.notice_choice import kind_of
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
    masked unless surely 18. What is wrong with a deck is not said.
    """
    kind = kind_of(notice)
    left = time_left(notice)
    if kind is None or left <= timedelta():
        return None
    with translation.override(phone.language):
        said = say_to_passers_by(notice)
        return Message(
            title=_("DuelDesk · %(name)s") % {"name": name_on_phones(phone.player)} if names_player else _("DuelDesk"),
            body=said,
            path=notice.path or "/my/notices/",
            tag=tag_of(notice),
            seconds=int(left.total_seconds()),
            urgency=Urgency.HIGH if kind in AT_ONCE else Urgency.NORMAL,
        )


def tag_of(notice: Notice) -> str:
    """Where a phone shows the notice: in the place of an older one about where the same player sits in the event."""
    event = notice.facts.get("tournament") if kind_of(notice) in ("round", "table") else None
    return f"seat-{event}-{notice.player_id}" if event is not None else f"notice-{notice.pk}"


def time_left(notice: Notice) -> timedelta:
    """How long the notice is worth sending; zero or less once it is too old, or of no kind that players choose."""
    kind = kind_of(notice)
    return KEPT_FOR[kind] - (timezone.now() - notice.created_at) if kind is not None else timedelta()


def say_to_passers_by(notice: Notice) -> str:
    """The notice's sentence, in the active language, without what is wrong with a deck: opponents see locked phones."""
    return _("Something about your deck. Open to read it.") if kind_of(notice) == "deck" else say_notice(notice)


def name_on_phones(player: Player) -> str:
    """Whose a notice is where others may read it: masked unless surely 18."""
    return masked_name(player.name) if is_masked_player(player) else player.name
