"""Refusals about accounts and players, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.refusals import Refusal

Sentence = Callable[[Mapping[str, Any]], str]

REFUSALS: dict[str, Sentence] = {
    "link_spent": lambda facts: _("This link has been used or has expired. Ask for a new one."),
    "superusers_only": lambda facts: _("Only the owner of this site may do this."),
    "account_inactive": lambda facts: _("The account “%(username)s” is not active.") % facts,
    "username_taken": lambda facts: _("The user name “%(username)s” is taken. Choose another.") % facts,
    "bad_username": lambda facts: " ".join(facts["messages"]),
    "weak_password": lambda facts: " ".join(facts["messages"]),
    "name_required": lambda facts: _("Enter a name."),
    "hidden_character": lambda facts: (
        _("It contains a character that cannot be seen (%(character)s). Type it again instead of pasting it.") % facts
    ),
    "name_too_long": lambda facts: (
        ngettext("Use at most %(limit)s character.", "Use at most %(limit)s characters.", facts["limit"]) % facts
    ),
    "birth_year_impossible": lambda facts: _("%(birth_year)s cannot be a player's birth year.") % facts,
    "guardian_consent_needed": lambda facts: (
        ngettext(
            "%(count)s player may be under 14: a parent or guardian has to agree first. Nothing was stored.",
            "%(count)s players may be under 14: their parents or guardians have to agree first. Nothing was stored.",
            facts["count"],
        )
        % facts
    ),
    "age_needed": lambda facts: _("Say how old the player is, or enter the year of birth."),
    "birth_year_needed": lambda facts: (
        _("The player is said to be under 14, but was not born so late. Correct the age or the year of birth.")
        if facts.get("is_given")
        else _("Enter the year of birth too: of players under 14 it is needed.")
    ),
    "player_has_account": lambda facts: _("This player has an account. Sign in with it."),
    "player_in_account": lambda facts: (
        _("%(name)s is in another account already. Sign in with that one; it can take %(name)s out.") % facts
    ),
    "account_closed": lambda facts: _("This account was deleted a moment ago."),
    "account_is_full": lambda facts: (
        _("An account keeps at most %(limit)s players. Take one out first, or use another account.") % facts
    ),
    "phone_is_full": lambda facts: (
        _(
            "This browser already has %(limit)s players by personal link, as many as it can, so who leaves the account "
            "would be left without a key. Nothing was changed. Sign in in another browser and do it there."
        )
        % facts
    ),
    "no_room_for_key": lambda facts: (
        _(
            "This browser already has %(limit)s players by personal link, as many as it can, so %(name)s would be left "
            "without a key. Nothing was changed. Take one of them off this browser on their page, then come back here."
        )
        % facts
    ),
    "link_issued_by_you": lambda facts: _(
        "You handed out this link, so only the player may add it to an account. Give it to the player."
    ),
    "push_off": lambda facts: _("This site does not send notices to phones."),
    "mail_off": lambda facts: _("This site sends no mail."),
    "mail_address_wrong": lambda facts: _("This is not an e-mail address. It looks like name@example.com."),
    "no_account_address": lambda facts: _("Your account has no confirmed address. Type one."),
    "too_many_confirmations": lambda facts: _(
        "Several mails were sent already. Look for them, in the spam folder too, or try again in an hour."
    ),
    "too_many_confirmations_today": lambda facts: _(
        "Several mails were sent already today. Look for them, in the spam folder too, or try again tomorrow."
    ),
    "account_has_address": lambda facts: _(
        "The account that keeps this player gave the address. Sign in with that account to change it."
    ),
    "push_service_unknown": lambda facts: _(
        "This site does not know your browser's push service, so it cannot send notices there. Use another browser."
    ),
    "push_keys_wrong": lambda facts: _("Your browser sent keys that cannot be used. Reload the page and try again."),
    "no_such_language": lambda facts: _("The site is not available in “%(language)s”.") % facts,
    "sign_in_first": lambda facts: _("Sign in first."),
    "too_often": lambda facts: (
        ngettext(
            "You have sent too many requests within a minute. Try again in %(seconds)s second.",
            "You have sent too many requests within a minute. Try again in %(seconds)s seconds.",
            facts["seconds"],
        )
        % facts
    ),
    "no_such_token": lambda facts: _("This token does not exist or has already been ended."),
    "several_problems": lambda facts: (
        ngettext("%(count)s field needs your attention.", "%(count)s fields need your attention.", facts["count"])
        % facts
    ),
}


def say_refusal(refusal: Refusal, sentences: Mapping[str, Sentence] = REFUSALS) -> str:
    """The sentence for a refusal, with the clause it rests on; one that has no words of its own names its code."""
    say = sentences.get(refusal.code)
    if say is None:
        return _("This was not done (%(code)s).") % {"code": refusal.code}
    return with_clause(say(refusal.facts), refusal.clause)


def with_clause(words: str, clause: str) -> str:
    """Words followed by the clause they rest on in brackets, unless there is none or they name it."""
    if not clause or clause in words:
        return words
    return _("%(sentence)s (%(clause)s)") % {"sentence": words, "clause": clause}
