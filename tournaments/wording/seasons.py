"""Seasons in words: refusals, the lines of their logs, settings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import SeasonLogEntry
from tournaments.seasons.leaderboard import LeftOut

REFUSALS: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "no_such_season": lambda facts: _("There is no such season."),
    "season_not_yours": lambda facts: _("This season belongs to somebody else."),
    "too_many_seasons": lambda facts: (
        ngettext(
            "An account has at most %(limit)s season. Delete one first.",
            "An account has at most %(limit)s seasons. Delete one first.",
            facts["limit"],
        )
        % facts
    ),
    "too_many_events": lambda facts: (
        ngettext("A season has at most %(limit)s event.", "A season has at most %(limit)s events.", facts["limit"])
        % facts
    ),
    "too_many_season_entries": lambda facts: (
        _("With “%(event)s”, the events of this season would have more than %(limit)s entries together.") % facts
    ),
    "days_reversed": lambda facts: _("The last day must not be before the first."),
    "season_other_game": lambda facts: _("“%(event)s” is an event of another game.") % facts,
    "season_other_days": lambda facts: _("“%(event)s” is on %(day)s, outside the days of the season.") % facts,
    "event_in_season": lambda facts: _("“%(event)s” is in this season already.") % facts,
    "event_not_in_season": lambda facts: _("This event is not in the season."),
    "event_cancelled": lambda facts: _("A cancelled event cannot be added."),
    "same_player": lambda facts: _("These are one person already."),
    "players_met_in_event": lambda facts: _("Both took part in “%(event)s”, so they are two people.") % facts,
    "player_not_merged": lambda facts: _("These entries are not merged with anybody's."),
    "entry_not_apart": lambda facts: _("This entry counts for its player already."),
    "points_empty": lambda facts: _("Enter the points of the places, the first place first, such as 10 7 5 3x4."),
    "points_unreadable": lambda facts: (
        _("Line %(line)s: “%(part)s” is not a number of points. Write them like 10 7 5 3x4.") % facts
        if facts["part"]
        else _("Line %(line)s has no points. Write them like 10 7 5 3x4.") % facts
    ),
    "points_rising": lambda facts: _("Line %(line)s: a place is worth more than the one above it.") % facts,
    "points_too_many": lambda facts: _("Line %(line)s: too many places, rows or points.") % facts,
    "points_twice": lambda facts: _("Line %(line)s: there is another row for the same number of players.") % facts,
}

LEFT_OUT = {
    LeftOut.BEYOND_BEST: lambda: _("dropped: others are better"),
    LeftOut.SECOND_ENTRY: lambda: _("left out: a second entry in this event"),
}


def say_left_out(reason: LeftOut) -> str:
    """Why a result does not count."""
    return LEFT_OUT[reason]()


FIELD_NAMES: dict[str, Callable[[], str]] = {
    "name": lambda: _("Name"),
    "description": lambda: _("Description"),
    "game_slug": lambda: _("Game"),
    "starts_on": lambda: _("First day"),
    "ends_on": lambda: _("Last day"),
    "points": lambda: _("Points by place"),
    "participation": lambda: _("Points for taking part"),
    "best_of": lambda: _("Results that count"),
    "shared_place": lambda: _("Shared places"),
    "equal_totals": lambda: _("Equal totals"),
    "is_published": lambda: _("Published"),
}

Namer = Callable[[int], str]


def say_season_log(line: SeasonLogEntry, player: Namer, entry: Namer) -> str:
    """What a line of a season's log says; `player` and `entry` name people by their keys for the reader."""
    facts = line.facts
    if line.verb == "season_created":
        return _("made the season")
    if line.verb == "season_edited":
        names = [FIELD_NAMES[field]() for field in facts["fields"] if field in FIELD_NAMES]
        return _("changed: %(fields)s") % {"fields": _(", ").join(names)}
    if line.verb == "season_event_added":
        return _("added “%(event)s”") % facts
    if line.verb == "season_event_removed":
        return _("took out “%(event)s”") % facts
    if line.verb == "season_merged":
        return _("merged %(one)s with %(other)s") % {"one": player(facts["player"]), "other": player(facts["into"])}
    if line.verb == "season_split":
        return _("undid the merge of %(one)s") % {"one": player(facts["player"])}
    named = {"entry": entry(facts.get("entry", 0)), "event": facts.get("event", "")}
    if line.verb == "season_put_back":
        return _("gave the entry of %(entry)s in “%(event)s” back to its player") % named
    if line.verb == "season_set_apart" and facts.get("player"):
        return _("counts the entry of %(entry)s in “%(event)s” for %(other)s") % {
            **named,
            "other": player(facts["player"]),
        }
    if line.verb == "season_set_apart":
        return _("counts the entry of %(entry)s in “%(event)s” for a person of its own") % named
    return line.verb
