"""Settings and staff, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from cardpool.wording.play import say_best_of
from tournaments.models import StaffMember, Tournament

SETTING_NAMES: dict[str, Callable[[], str]] = {
    "name": lambda: _("Name"),
    "starts_at": lambda: _("Start"),
    "game_slug": lambda: _("Game"),
    "place": lambda: pgettext("where an event is", "Place"),
    "description": lambda: _("Description"),
    "entry_format": lambda: _("Who plays"),
    "best_of": lambda: _("Match length"),
    "planned_rounds": lambda: _("Swiss rounds"),
    "top_cut": lambda: _("Top cut"),
    "cut_best_of": lambda: _("Match length in the top cut"),
    "cut_best_of_from": lambda: _("This length in the top cut from"),
    "lists_best_of": lambda: _("Deck rules for lists"),
    "cut_minutes": lambda: _("Minutes per round of the top cut"),
    "third_place_match": lambda: _("Match for third place"),
    "cut_drop": lambda: _("After a drop before the top cut"),
    "game_one_choice": lambda: _("Game 1 of the top cut"),
    "round_minutes": lambda: _("Minutes per round"),
    "capacity": lambda: _("Capacity"),
    "registration_open": lambda: _("Registration open"),
    "decklists_required": lambda: _("Decklists required"),
    "decklist_deadline": lambda: _("Decklist deadline"),
    "lists_public": lambda: _("Public lists"),
    "players_report": lambda: _("Players report results"),
    "pool": lambda: _("Card pool"),
    "format": lambda: pgettext("of cards", "Format"),
    "points_win": lambda: _("Points for a win"),
    "points_draw": lambda: _("Points for a draw"),
    "points_loss": lambda: _("Points for a loss"),
    "pod_places": lambda: _("Points by place"),
    "preset": lambda: _("Tiebreakers"),
    "tiebreaks_from": lambda: _("Tiebreakers count from round"),
    "team_policy": lambda: _("Players of one team"),
    "team_rounds": lambda: _("Only in the first rounds"),
    "pairing_order": lambda: _("Order among equal points"),
    "first_table": lambda: _("First table"),
    "table_ranges": lambda: _("Tables to fill first"),
    "only_listed_tables": lambda: _("No other tables"),
    "feature_tables": lambda: _("Feature tables"),
    "blocked_tables": lambda: _("Tables not to use"),
    "avoid_same_table": lambda: _("Avoid the same table twice"),
    "drop_no_shows": lambda: _("Drop who does not come"),
    "drop_after_losses": lambda: _("Drop after this many losses"),
    "divisions": lambda: _("Divisions"),
    "division_mode": lambda: _("Pairing of the divisions"),
    "cut_mode": lambda: _("Top cut of the divisions"),
}
"""What each setting is called, by its field."""


def say_setting(field: str) -> str:
    """The name of a setting in the active language."""
    name = SETTING_NAMES.get(field)
    return name() if name is not None else field


def _locked(facts: Mapping[str, Any]) -> str:
    setting = {"setting": say_setting(facts["setting"])}
    sentences = {
        Tournament.Phase.SWISS: _("“%(setting)s” can no longer change: the event has started."),
        Tournament.Phase.TOP_CUT: _("“%(setting)s” can no longer change: the top cut has begun."),
        Tournament.Phase.FINISHED: _("“%(setting)s” can no longer change: the event has finished."),
        Tournament.Phase.CANCELLED: _("“%(setting)s” cannot change: the event is cancelled. Reinstate it first."),
    }
    return sentences[facts["phase"]] % setting


def _role(facts: Mapping[str, Any]) -> dict[str, Any]:
    return {"username": facts["username"], "role": StaffMember.Role(facts["role"]).label}


def _staff_removed(facts: Mapping[str, Any]) -> str:
    said = _("removed %(username)s from the role %(role)s") % _role(facts)
    links = facts.get("links", 0)
    if not links:
        return said
    ended = ngettext(
        "%(links)s personal link they had issued ended", "%(links)s personal links they had issued ended", links
    )
    return _("%(said)s; %(more)s") % {"said": said, "more": ended % {"links": links}}


def _fields(facts: Mapping[str, Any]) -> dict[str, str]:
    return {"fields": _(", ").join(say_setting(field) for field in facts["fields"])}


REFUSALS: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "not_permitted": lambda facts: _("Your role in this event does not allow this."),
    "may_not_create": lambda facts: _("Your account may not open events. Ask the owner of this site."),
    "no_such_tournament": lambda facts: _("There is no such event."),
    "no_such_game": lambda facts: _("Choose a game."),
    "game_has_no_rules": lambda facts: _("This game has no rules loaded yet, so no event can be opened with it."),
    "no_such_choice": lambda facts: _("Choose one of the options given."),
    "text_too_long": lambda facts: (
        ngettext("Use at most %(limit)s character.", "Use at most %(limit)s characters.", facts["limit"]) % facts
    ),
    "out_of_range": lambda facts: _("Enter a number from %(low)s to %(high)s.") % facts,
    "points_not_falling": lambda facts: _("A win must be worth more than a draw, and a draw no less than a loss."),
    "lists_length_open": lambda facts: (
        _(
            "This game’s deck rules for %(swiss)s and %(cut)s differ. Choose which of them the lists of this event "
            "follow."
        )
        % {"swiss": say_best_of(facts["swiss"]), "cut": say_best_of(facts["cut"])}
    ),
    "best_of_not_played": lambda facts: (
        _("This game is not played as %(length)s. Possible: %(choices)s.")
        % {
            "length": say_best_of(facts["best_of"]),
            "choices": _(", ").join(say_best_of(choice) for choice in facts["choices"]),
        }
    ),
    "format_no_key": lambda facts: _(
        "A format is named with lowercase letters, digits and hyphens, such as “standard”."
    ),
    "date_out_of_range": lambda facts: _("Choose a date between the years %(first)s and %(last)s.") % facts,
    "deadline_after_start": lambda facts: _("The decklist deadline must not be after the start."),
    "tables_unreadable": lambda facts: (
        _("“%(part)s” is not a table number. Write numbers from 1 to 9999 and ranges, such as 1-20, 31.") % facts
    ),
    "tables_unlisted": lambda facts: _("List the tables there are, such as 1-40, 61-80, or let other tables be used."),
    "locked_in_phase": _locked,
    "entry_format_has_entries": lambda facts: _("Who plays can no longer change: players have entered."),
    "game_has_entries": lambda facts: _("The game can no longer change: players have entered."),
    "capacity_below_entries": lambda facts: (
        ngettext(
            "%(entered)s player has entered already; the capacity cannot be lower.",
            "%(entered)s players have entered already; the capacity cannot be lower.",
            facts["entered"],
        )
        % facts
    ),
    "rounds_required": lambda facts: _("Enter the number of Swiss rounds: the event has started."),
    "rounds_already_paired": lambda facts: (
        ngettext(
            "%(paired)s round has been paired already; there cannot be fewer.",
            "%(paired)s rounds have been paired already; there cannot be fewer.",
            facts["paired"],
        )
        % facts
    ),
    "reason_required": lambda facts: _("Give a reason; it is kept with the change."),
    "reason_too_long": lambda facts: (
        ngettext("Use at most %(limit)s character.", "Use at most %(limit)s characters.", facts["limit"]) % facts
    ),
    "already_cancelled": lambda facts: _("The event has been cancelled already."),
    "already_finished": lambda facts: _("The event has finished. Reopen it first."),
    "not_cancelled": lambda facts: _("The event is not cancelled."),
    "no_such_user": lambda facts: _("Nobody has an account with the user name “%(username)s”.") % facts,
    "no_such_role": lambda facts: _("Choose a role."),
    "settings_changed": lambda facts: (
        _("Somebody else has changed this in the meantime: %(settings)s. Reload the page to see it; nothing was saved.")
        % {"settings": _(", ").join(say_setting(name) for name in facts["fields"])}
    ),
    "already_staff": lambda facts: _("%(username)s already has the role %(role)s.") % _role(facts),
    "not_staff": lambda facts: _("%(username)s does not have the role %(role)s.") % _role(facts),
    "demo_cards_hidden": lambda facts: _(
        "The demo events are made of demonstration cards, and the store hides those. Show them under Games first."
    ),
    "site_not_empty": lambda facts: _(
        "This site has events or players already; the demo is made on an empty one only."
    ),
    "last_owner": lambda facts: _("An event needs an owner. Name another one first."),
}

LOG: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "tournament_created": lambda facts: _("opened the event “%(name)s”") % facts,
    "tournament_edited": lambda facts: _("changed the settings: %(fields)s") % _fields(facts),
    "tournament_duplicated": lambda facts: _("made this event from “%(name)s”") % facts,
    "tournament_cancelled": lambda facts: _("cancelled the event: %(reason)s") % facts,
    "tournament_reinstated": lambda facts: _("reinstated the cancelled event"),
    "staff_added": lambda facts: _("added %(username)s to the staff as %(role)s") % _role(facts),
    "staff_removed": _staff_removed,
}
