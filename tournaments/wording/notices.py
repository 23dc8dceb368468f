"""Notices to one person, in words: code → sentence from the notice's facts.

`NOTICES` has a line for every code that `accounts.inbox.send_notice` is called with. Facts are JSON values; names of
other people in them are the ones everybody may read.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Notice
from cardpool.legality.violations import Verdict
from tournaments.round_names import say_round_numbered
from tournaments.wording.decklists import logged_verdict

MAX_NAMED = 5


def _named(names: Sequence[str]) -> str:
    """The first few, and an ellipsis where there are more; a dash for none."""
    return (_(", ").join(names[:MAX_NAMED]) + (" …" if len(names) > MAX_NAMED else "")) or "–"


def _verdict_changed(facts: Mapping[str, Any]) -> str:
    said = {"event": facts["event"], "cards": _named(facts["cards"])}
    verdict = logged_verdict(facts)
    if verdict is Verdict.LEGAL:
        return _("Your list for %(event)s is legal now. It was about: %(cards)s.") % said
    if verdict is Verdict.UNDECIDED:
        return (
            _("Whether your list for %(event)s is legal cannot be decided, because of: %(cards)s. The judges see it.")
            % said
        )
    if logged_verdict(facts, "was", "was_legal") is not Verdict.NOT_LEGAL:
        return _("Your list for %(event)s is no longer legal, because of: %(cards)s.") % said
    return _("The verdict on your list for %(event)s changed, because of: %(cards)s. It is still not legal.") % said


def _verdicts_changed(facts: Mapping[str, Any]) -> str:
    said = {**facts, "names": _named(facts["names"]), "cards": _named(facts["cards"])}
    return (
        ngettext(
            "%(event)s: the verdict on %(count)s list changed (%(names)s), because of: %(cards)s.",
            "%(event)s: the verdict on %(count)s lists changed (%(names)s), because of: %(cards)s.",
            facts["count"],
        )
        % said
    )


def _deck_reminder(facts: Mapping[str, Any]) -> str:
    """`state` is how far the list is, `locked` whether only a judge can change it by now."""
    illegal = facts["state"] == "illegal"
    if facts["locked"]:
        if illegal:
            return _("%(event)s: your list is not legal. Please come to the judges.") % facts
        return _("%(event)s: your list is missing. Please come to the judges.") % facts
    if illegal:
        return _("%(event)s: your list is not legal yet. Please correct it and submit it again.") % facts
    return _("%(event)s: your list is still missing. Please submit it.") % facts


def _wrong_passwords(facts: Mapping[str, Any]) -> str:
    said = ngettext(
        "Somebody tried to sign in to your account: %(count)s wrong password within an hour.",
        "Somebody tried to sign in to your account: %(count)s wrong passwords within an hour.",
        facts["count"],
    )
    more = _(
        "Your own browser is not slowed down by it. If it was not you, choose a long password you use nowhere else."
    )
    return f"{said % facts} {more}"


def _seat_moved(facts: Mapping[str, Any]) -> str:
    """`mates` are the others of a pod; who `stays` has them at the same table. `late`: a late player was seated with
    the one who had the bye, or not any more, and then has no match (`out`). In the top cut `cut` and `third` are as in
    `_round_published`, and who is taken `out` has no match in the round any more."""
    if "cut" in facts:
        return _moved_in_cut(facts)
    if facts.get("late"):
        return _seated_late(facts)
    if facts.get("mates") and facts.get("stays"):
        return _(
            "%(event)s, round %(round)s: your table is still %(table)s, but you play with %(mates)s now. A result of "
            "an earlier round was corrected."
        ) % {**facts, "mates": _named(facts["mates"])}
    if facts.get("mates"):
        return _(
            "%(event)s, round %(round)s: you play at table %(table)s with %(mates)s now. A result of an earlier round "
            "was corrected."
        ) % {**facts, "mates": _named(facts["mates"])}
    if facts["table"] is None and not facts["opponent"]:
        return (
            _("%(event)s, round %(round)s: you have the bye now. A result of an earlier round was corrected.") % facts
        )
    return (
        _(
            "%(event)s, round %(round)s: you play at table %(table)s against %(opponent)s now. A result of an earlier "
            "round was corrected."
        )
        % facts
    )


def _seated_late(facts: Mapping[str, Any]) -> str:
    if facts.get("out"):
        return _("%(event)s, round %(round)s: you have no match in this round after all.") % facts
    if facts["table"] is None:
        return _("%(event)s, round %(round)s: you have the bye after all.") % facts
    return (
        _(
            "%(event)s, round %(round)s: there is a match for you after all, at table %(table)s against %(opponent)s. "
            "One of you came late, the other had the bye."
        )
        % facts
    )


def _moved_in_cut(facts: Mapping[str, Any]) -> str:
    said = {**facts, "stage": _stage(facts)}
    if facts.get("out"):
        return (
            _("%(event)s, %(stage)s: you have no match in it any more. A result of an earlier round was corrected.")
            % said
        )
    return (
        _(
            "%(event)s, %(stage)s: you play at table %(table)s against %(opponent)s now. A result of an earlier round "
            "was corrected."
        )
        % said
    )


def _stage(facts: Mapping[str, Any]) -> str:
    """The name of the round, or of the match for third place in it."""
    places = {facts["round"]: facts["cut"]} if facts.get("cut") else {}
    return _("Third place") if facts.get("third") else say_round_numbered(facts["round"], places)


def _announcement(facts: Mapping[str, Any]) -> str:
    if facts["corrected"]:
        return _("%(event)s, corrected: %(text)s") % facts
    return _("%(event)s: %(text)s") % facts


def _round_published(facts: Mapping[str, Any]) -> str:
    """`opponents` has one name, those of a pod's other seats, or none for a bye; `cut` is how many players are left in
    a round of the top cut (`say_cut_round`), `third` says that the match is for third place, `loss` that staff assigned
    one."""
    said = {**facts, "stage": _stage(facts), "opponents": _named(facts["opponents"])}
    if facts.get("loss"):
        return _("%(event)s, %(stage)s: you have no match; the organisers assigned you a loss in it.") % said
    if not facts["opponents"]:
        return _("%(event)s, %(stage)s: you have a bye.") % said
    if facts["table"] is None:
        return _("%(event)s, %(stage)s: you play against %(opponents)s.") % said
    return _("%(event)s, %(stage)s: table %(table)s, against %(opponents)s.") % said


def _deadline_near(facts: Mapping[str, Any]) -> str:
    time = date_format(timezone.localtime(datetime.fromisoformat(facts["deadline"])), "TIME_FORMAT")
    if facts.get("at_start"):
        said = {**facts, "time": time}
        return _("%(event)s: lists close with the start at %(time)s, and yours is missing or not legal.") % said
    return _("%(event)s: lists close at %(time)s, and yours is missing or not legal.") % {**facts, "time": time}


NOTICES: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "announcement": _announcement,
    "deadline_near": _deadline_near,
    "deck_reminder": _deck_reminder,
    "round_published": _round_published,
    "mail_refused": lambda facts: _(
        "Mails to the address you gave for notices are refused, so no more are sent there. Check it, and give it again."
    ),
    "join_asked": lambda facts: (
        _("%(event)s: somebody asks for a past entry and waits for an answer of the desk.") % facts
        if facts.get("past")
        else _("%(event)s: somebody who wants to join waits for an answer of the desk.") % facts
    ),
    "seat_moved": _seat_moved,
    "verdict_changed": _verdict_changed,
    "verdicts_changed": _verdicts_changed,
    "wrong_passwords": _wrong_passwords,
}


def kind_names() -> dict[str, str]:
    """The kinds of notices that may be switched off (`queries/notice_choice.py`), in the active language."""
    return {
        "announcement": _("Announcements"),
        "round": _("A round is published"),
        "table": _("My table changed"),
        "deck": _("Something is wrong with my deck"),
        "deadline": _("The deadline for decks is near"),
    }


def say_notice(notice: Notice) -> str:
    """What a notice says, in the active language; a code no longer known is shown as it stands."""
    say = NOTICES.get(notice.code)
    return say(notice.facts) if say is not None else notice.code
