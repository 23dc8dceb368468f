"""Joining by code, claims of names and requests to the desk, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from tournaments.models import JoinRequest


def _reasoned(said: str, facts: Mapping[str, Any]) -> str:
    """A sentence with the reason behind it, if one was given."""
    said = said % facts
    return _("%(said)s: %(reason)s") % {"said": said, "reason": facts["reason"]} if facts.get("reason") else said


def _decided(facts: Mapping[str, Any]) -> str:
    if facts["state"] == JoinRequest.State.WITHDRAWN:
        return _("%(name)s no longer asks to join.") % facts
    return _("%(by)s has answered this request already.") % {"by": facts["by"] or "–"}


def _asked(facts: Mapping[str, Any]) -> str:
    if facts["late"]:
        return _("%(name)s asks for a late entry") % facts
    if not facts.get("known", True):
        return _("a phone joins as %(name)s, who is in no team, and waits for the desk") % facts
    return _("a second phone joins as %(name)s and waits for the desk") % facts


def _same(facts: Mapping[str, Any]) -> str:
    if facts.get("past"):
        return _reasoned(_("gave the account that asks for %(name)s the player; the link of before ended"), facts)
    if facts["kept"]:
        return _reasoned(_("gave a second phone the key of %(name)s; the link of before goes on working"), facts)
    return _reasoned(_("gave another phone the key of %(name)s; the link of before ended"), facts)


def _other(facts: Mapping[str, Any]) -> str:
    if facts["entered"] == facts["name"]:
        return _reasoned(_("entered %(name)s, who asked to join, as a person of their own"), facts)
    return _reasoned(_("entered %(name)s, who asked to join, as %(entered)s"), facts)


def _refused(facts: Mapping[str, Any]) -> str:
    if facts.get("past"):
        return _reasoned(_("refused %(name)s, who asked for a past entry"), facts)
    return _reasoned(_("refused %(name)s, who asked to join"), facts)


def _reopened(facts: Mapping[str, Any]) -> str:
    if facts.get("past"):
        return _("took the answer to %(name)s, who asks for a past entry, back") % facts
    return _("took the answer to %(name)s, who asks to join, back") % facts


REFUSALS: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "sent_to_desk": lambda facts: _("The desk has to look at this name."),
    "too_many_join_requests": lambda facts: _("Too many requests wait for the desk. Go there, please."),
    "past_entry_only": lambda facts: (
        _("%(name)s asks for an entry that is there. Say which one it is, or refuse with a reason.") % facts
    ),
    "past_entry_elsewhere": lambda facts: (
        _(
            "%(name)s also plays in events you do not organise. Who organises all of them can answer, or the owner of "
            "the site; if they should, leave the question open and tell them."
        )
        % facts
    ),
    "past_entry_number": lambda facts: _("Type the number of the entry that was theirs."),
    "past_entry_decided_by_you": lambda facts: (
        _("You decided about %(name)s yourself. Somebody else at the desk has to take the answer back and decide.")
        % facts
    ),
    "no_such_join_request": lambda facts: _("There is no such request."),
    "join_request_decided": _decided,
    "join_request_open": lambda facts: _("The desk has not answered yet."),
    "join_key_collected": lambda facts: _("A phone has taken this key already. Ask at the desk."),
    "join_answer_outdated": lambda facts: (
        _("Since the desk answered, %(name)s has been entered elsewhere too. Ask at the desk: it has to answer again.")
        % facts
    ),
    "join_request_not_decided": lambda facts: _("There is no answer to take back."),
    "join_key_kept": lambda facts: (
        _("Both phones have the same key. Issue a new link for %(name)s, which ends it on both.") % facts
    ),
    "nobody_of_the_name": lambda facts: _("Nobody in the list has the name %(name)s.") % facts,
    "plays_here_alone": lambda facts: _("%(name)s has this entry alone: revoke the link, or issue a new one.") % facts,
    "no_parting_to_undo": lambda facts: (
        _(
            "The entry of %(name)s cannot be given back: who has it by now has an account or other entries, or got it "
            "by an answer of the desk, which is to be taken back first."
        )
        % facts
    ),
    "no_link_to_revoke": lambda facts: _("%(name)s has no personal link.") % facts,
}

LOG: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "join_code_renewed": lambda facts: _("gave the event a new join code"),
    "joining_opened": lambda facts: _("opened joining by players"),
    "joining_closed": lambda facts: _("closed joining by players"),
    "entry_claimed": lambda facts: _("a phone claimed the prepared entry of %(name)s") % facts,
    "claim_taken_back": lambda facts: _reasoned(_("took the claim of %(name)s back"), facts),
    "entry_link_revoked": lambda facts: _reasoned(_("revoked the personal link of %(name)s"), facts),
    "entry_parted": lambda facts: _reasoned(_("took the entry of %(name)s alone from the player who had it"), facts),
    "entry_given_back": lambda facts: _("gave the entry of %(name)s back to the player who had it") % facts,
    "join_asked": _asked,
    "join_past_asked": lambda facts: _("an account asks for the past entry of %(name)s") % facts,
    "join_withdrawn": lambda facts: (
        _("%(name)s no longer asks for a past entry") % facts
        if facts.get("past")
        else _("%(name)s no longer asks to join") % facts
    ),
    "join_collected": lambda facts: (
        _("the account that asked for %(name)s took the player") % facts
        if facts.get("past")
        else _("the phone of %(name)s took the key") % facts
    ),
    "join_same": _same,
    "join_other": _other,
    "join_refused": _refused,
    "join_reopened": _reopened,
}
