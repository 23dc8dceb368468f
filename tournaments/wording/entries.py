"""Entries, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import AssignedRound, Registration, Tournament
from tournaments.queries.rule_drops import DropReview
from tournaments.wording.ages import say_age_group


def _with_reason(plain: str, reasoned: str, facts: Mapping[str, Any]) -> str:
    return (reasoned if facts.get("reason") else plain) % facts


def _dropped(facts: Mapping[str, Any]) -> str:
    said = _with_reason(
        _("dropped %(name)s after %(round_name)s"), _("dropped %(name)s after %(round_name)s: %(reason)s"), facts
    )
    if facts.get("plays_at"):
        said = _("%(line)s; table %(table)s is played to its end") % {"line": said, "table": facts["plays_at"]}
    if "cut_drop" not in facts:
        return said
    words = {"line": said, "policy": str(Tournament.CutDrop(facts["cut_drop"]).label), "place": facts["place"]}
    return _("%(line)s (place %(place)s of the top cut: %(policy)s)") % words


def _started(facts: Mapping[str, Any]) -> str:
    sentences = {
        Tournament.Phase.FINISHED: _("The event has finished."),
        Tournament.Phase.CANCELLED: _("The event is cancelled."),
    }
    return sentences.get(facts["phase"], _("The event has started. Late entries and drops are made at the desk."))


def _not_running(facts: Mapping[str, Any]) -> str:
    sentences = {
        Tournament.Phase.FINISHED: _("The event has finished. Reopen it first."),
        Tournament.Phase.CANCELLED: _("The event is cancelled. Reinstate it first."),
    }
    return sentences.get(facts["phase"], _("The event is not running."))


def _closed(facts: Mapping[str, Any]) -> str:
    sentences = {
        Tournament.Phase.REGISTRATION: _("Registration is closed. Ask the organiser."),
        Tournament.Phase.FINISHED: _("The event has finished."),
        Tournament.Phase.CANCELLED: _("The event is cancelled."),
    }
    return sentences.get(facts["phase"], _("The event has started. Ask at the desk for a late entry."))


def _status(facts: Mapping[str, Any]) -> dict[str, Any]:
    return {"name": facts["name"], "status": Registration.Status(facts["status"]).label}


def _entered(facts: Mapping[str, Any]) -> str:
    if facts["status"] == Registration.Status.WAITLISTED:
        return _("%(name)s joined the waiting list") % facts
    return _("%(name)s registered") % facts


def _added(facts: Mapping[str, Any]) -> str:
    if facts["status"] == Registration.Status.WAITLISTED:
        return _("put %(name)s on the waiting list") % facts
    return _("entered %(name)s") % facts


def _late(facts: Mapping[str, Any]) -> str:
    if facts["round"] == 1:
        return _("entered %(name)s late, before round 1") % facts
    if facts["policy"] == Registration.LatePolicy.BYE:
        return _("entered %(name)s late, from round %(round)s, with awarded byes for the rounds before") % facts
    return _("entered %(name)s late, from round %(round)s, with losses for the rounds before") % facts


def say_rounds(first: int, last: int) -> str:
    """One round, or several that follow each other."""
    if first == last:
        return _("round %(number)s") % {"number": first}
    return _("rounds %(first)s to %(last)s") % {"first": first, "last": last}


def say_drop_rule(rule: str, losses: int | None) -> str:
    """Why the event dropped a player by itself."""
    if rule == Registration.DropRule.NO_SHOW:
        return _("did not come")
    return ngettext("%(count)s loss", "%(count)s losses", losses or 0) % {"count": losses or 0}


def say_drop_review(review: DropReview, losses: int | None) -> str:
    """What a corrected result says about a player's automatic drop."""
    words = {
        "name": review.entry.entered_name,
        "round": review.round,
        "why": say_drop_rule(review.rule, losses),
    }
    if review.drop:
        return (
            _("A result was corrected: by the event's settings %(name)s drops after round %(round)s (%(why)s). Drop?")
            % words
        )
    return (
        _(
            "A result was corrected: %(name)s was dropped after round %(round)s (%(why)s), which no longer holds. Undo "
            "the drop?"
        )
        % words
    )


def _dropped_by_rule(facts: Mapping[str, Any]) -> str:
    words = {**facts, "why": say_drop_rule(facts["rule"], facts["losses"])}
    return _("%(name)s was dropped by the event's settings after round %(round)s: %(why)s") % words


def _assigned(facts: Mapping[str, Any]) -> str:
    words = {**facts, "rounds": say_rounds(facts["first"], facts["last"])}
    if facts["kind"] == AssignedRound.Kind.BYE:
        plain, reasoned = (
            _("awarded %(name)s a bye in %(rounds)s"),
            _("awarded %(name)s a bye in %(rounds)s: %(reason)s"),
        )
        return _with_reason(plain, reasoned, words)
    return _("assigned %(name)s a loss in %(rounds)s: %(reason)s") % words


def _unassigned(facts: Mapping[str, Any]) -> str:
    words = {**facts, "rounds": say_rounds(facts["first"], facts["last"])}
    if facts["kind"] == AssignedRound.Kind.BYE:
        return _("took the awarded bye of %(name)s in %(rounds)s back") % words
    return _("took the assigned loss of %(name)s in %(rounds)s back") % words


def _changed_meanwhile(facts: Mapping[str, Any]) -> str:
    """What somebody else saved in an entry in the meantime."""
    labels = {
        "name": _("Name"),
        "birth_year": _("Birth year"),
        "age_group": _("Age"),
        "public_name": _("Public nickname"),
        "membership_id": _("Player ID"),
        "team": _("Team or club"),
    }
    stands = _(", ").join(
        _("%(label)s: “%(value)s”")
        % {"label": labels[field], "value": say_age_group(value) if field == "age_group" else value or "–"}
        for field, value in facts["now"].items()
    )
    return _(
        "Somebody else has changed this entry in the meantime; it now says: %(stands)s. Nothing was saved; "
        "save again to replace it with what you typed."
    ) % {"stands": stands}


def _edited(facts: Mapping[str, Any]) -> str:
    if facts["name"] != facts["old_name"]:
        return _("renamed the entry of %(old_name)s to %(name)s") % facts
    return _("changed the entry of %(name)s") % facts


def _team(facts: Mapping[str, Any]) -> dict[str, Any]:
    return {**facts, "names": _(", ").join(facts["names"])}


def _team_entered(facts: Mapping[str, Any]) -> str:
    if facts["status"] == Registration.Status.WAITLISTED:
        return _("the team %(name)s (%(names)s) joined the waiting list") % _team(facts)
    return _("the team %(name)s (%(names)s) registered") % _team(facts)


def _too_late(facts: Mapping[str, Any]) -> str:
    if "planned" not in facts:
        return _("There is no Swiss round left to play, so nobody can enter.")
    return _(
        "Swiss round %(planned)s, the last one, is published: no round is left to play, so nobody can enter. "
        "To let a player in after all, plan one round more in the settings."
    ) % dict(facts)


REFUSALS: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "list_changed": lambda facts: _(
        "The list is not the one that was shown. Nothing was entered; have it shown again."
    ),
    "line_not_there": lambda facts: _("Line %(line)s is empty, or the list is shorter.") % facts,
    "line_twice": lambda facts: _("Line %(line)s is there twice.") % facts,
    "line_cannot_be_entered": lambda facts: _("Line %(line)s cannot be entered. %(words)s") % facts,
    "line_needs_players": lambda facts: (
        ngettext(
            "Line %(line)s has %(needed)s player; say for each who is meant, or leave “players” out.",
            "Line %(line)s has %(needed)s players; say for each who is meant, or leave “players” out.",
            facts["needed"],
        )
        % facts
    ),
    "player_plays_elsewhere": lambda facts: (
        _(
            "%(name)s also plays in events you do not organise, and the link would open those too. The player renews "
            "it on their own page; or take this entry alone from them, on its page, and hand out a link for it."
        )
        % facts
    ),
    "teams_only": lambda facts: _("This event is for teams of two: enter a team with both its players."),
    "no_such_member": lambda facts: _("This team has no such member. Reload the page."),
    "not_for_teams": lambda facts: _("This event is for single players, not for teams."),
    "two_members_needed": lambda facts: _("A team has exactly two players."),
    "teams_have_no_link": lambda facts: _("A team has no personal link; each of its players has one."),
    "teams_have_no_list": lambda facts: _("A team has no decklist; each of its players submits one."),
    "no_such_entry": lambda facts: _("There is no such entry."),
    "no_such_player": lambda facts: _("There is no such player."),
    "player_twice": lambda facts: _("One known player is chosen for two lines. Say who is somebody new."),
    "yourself_first": lambda facts: _("Enter %(name)s, whose page this is, as the first player.") % facts,
    "whose_name": lambda facts: (
        _("This is the page of %(name)s. Say whether %(typed)s is somebody else, so that two people do not become one.")
        % facts
    ),
    "registration_closed": _closed,
    "already_registered": lambda facts: _("%(name)s is registered for this event already.") % facts,
    "same_name": lambda facts: (
        _("%(name)s is entered already. If this is another person of the same name, say so.") % facts
    ),
    "same_name_at_desk": lambda facts: (
        _("%(name)s is in the list already. Go to the desk: they give you the link, or enter another one of the name.")
        % facts
    ),
    "membership_id_unreadable": lambda facts: (
        _("“%(typed)s” is not a player ID of this game. Leave the field empty if you are not sure.") % facts
    ),
    "membership_id_taken": lambda facts: (
        _("Another entry of this event has the player ID %(membership_id)s. Compare it, or ask at the desk.") % facts
    ),
    "entry_changed": _changed_meanwhile,
    "entry_anonymous": lambda facts: (
        _("The data of player %(number)s was erased. The entry keeps its results and is nobody's any more.") % facts
    ),
    "account_has_tasks": lambda facts: _(
        "This account runs events, seasons or the site. Hand them over and leave the staff first, or ask the owner of "
        "the site."
    ),
    "prove_first": lambda facts: _(
        "Your account keeps this player. Erase the data on the player's own page, which asks first who you are, or "
        "with an API token."
    ),
    "account_erases": lambda facts: _(
        "An account keeps this player. Only that account erases the data: sign in with it first."
    ),
    "player_erased": lambda facts: _("This player's data was erased."),
    "data_of_others": lambda facts: _(
        "This player also plays in events you do not organise. The player can do this on their own page, or the owner "
        "of the site."
    ),
    "retention_months": lambda facts: _("Choose 1 to %(most)s months, or leave it empty.") % facts,
    "name_not_typed": lambda facts: _("Type the name exactly as it stands above. Nothing was erased."),
    "player_in_event": lambda facts: (
        _("“%(event)s” is running. Nothing was erased; come back when the event has finished.") % facts
    ),
    "deck_under_check": lambda facts: _("A judge is checking the deck. Come back when the check has ended."),
    "player_just_entered": lambda facts: _("The player has just entered an event. Look at the page again."),
    "already_started": _started,
    "not_started": lambda facts: _("The event has not started yet."),
    "not_running": _not_running,
    "not_entered": lambda facts: _("This is not possible for %(name)s (%(status)s).") % _status(facts),
    "not_gone": lambda facts: _("%(name)s is still in the event (%(status)s).") % _status(facts),
    "did_come": lambda facts: (
        _("No result of the newest round says that %(name)s did not come. Look at the page again.") % facts
    ),
    "undrop_outdated": lambda facts: (
        _("%(name)s has been paired again since. To take them out of the event, drop them.") % facts
    ),
    "not_dropped": lambda facts: _("%(name)s has not dropped (%(status)s).") % _status(facts),
    "too_late": _too_late,
    "draft_open": lambda facts: (
        _("Round %(number)s has been paired but not published. Publish it or discard the draft first.") % facts
    ),
    "round_is_paired": lambda facts: _("Round %(number)s is paired already; choose from round %(next)s on.") % facts,
    "no_such_swiss_round": lambda facts: _("The event has no Swiss round %(number)s for this player.") % facts,
    "round_assigned": lambda facts: _("Round %(number)s is settled for %(name)s already. Undo that first.") % facts,
    "nothing_assigned": lambda facts: _("Nothing is settled for %(name)s in these rounds.") % facts,
    "too_many_byes": lambda facts: _("A player is awarded at most %(limit)s byes.") % facts,
    "too_many_entries": lambda facts: _("An event takes at most %(limit)s entries.") % facts,
    "too_many_lines": lambda facts: _("The list has %(lines)s lines; at most %(limit)s go at once.") % facts,
    "no_teams": lambda facts: _("Paste or tick at least one team, one per line."),
    "no_names": lambda facts: _("Paste at least one name, one per line."),
}

LOG: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "entry_registered": _entered,
    "entry_added": _added,
    "team_registered": _team_entered,
    "seats_changed": lambda facts: _("changed the seats of %(name)s to %(names)s") % _team(facts),
    "team_added": lambda facts: _("entered the team %(name)s (%(names)s)") % _team(facts),
    "teams_added": lambda facts: (
        ngettext("entered %(count)s team from a list", "entered %(count)s teams from a list", facts["count"]) % facts
    ),
    "entries_added": lambda facts: (
        ngettext("entered %(count)s player from a list", "entered %(count)s players from a list", facts["count"])
        % facts
    ),
    "entry_edited": _edited,
    "entry_promoted": lambda facts: _("%(name)s moved up from the waiting list") % facts,
    "entry_withdrawn": lambda facts: _("withdrew the entry of %(name)s") % facts,
    "entry_reinstated": lambda facts: _("reinstated %(name)s") % facts,
    "entry_checked_in": lambda facts: _("checked %(name)s in") % facts,
    "entry_checked_out": lambda facts: _("undid the check-in of %(name)s") % facts,
    "entry_dropped": _dropped,
    "entry_dropped_by_rule": _dropped_by_rule,
    "entry_stays": lambda facts: _("left %(name)s, who did not come to round %(round)s, in the event") % facts,
    "drop_left": lambda facts: (
        _("let %(name)s play on although a corrected result calls for a drop") % facts
        if facts["plays"]
        else _("left %(name)s dropped although a corrected result no longer calls for it") % facts
    ),
    "entry_undropped": lambda facts: _("undid the drop of %(name)s") % facts,
    "entry_disqualified": lambda facts: _("disqualified %(name)s: %(reason)s") % facts,
    "entry_no_show": lambda facts: _("marked %(name)s as a no-show") % facts,
    "entry_late": _late,
    "rounds_assigned": _assigned,
    "rounds_unassigned": _unassigned,
    "entry_link_ended": lambda facts: (
        _("the personal link of %(name)s was revoked: the person who issued it does not run all of their events")
        % facts
    ),
    "entry_links_issued": lambda facts: (
        ngettext(
            "issued a new personal link for %(count)s player",
            "issued new personal links for %(count)s players",
            facts["count"],
        )
        % facts
    ),
    "entry_made_anonymous": lambda facts: _("erased the data of %(name)s; the results stay") % facts,
    "entry_link_issued": lambda facts: _("issued a new personal link for %(name)s") % facts,
}
