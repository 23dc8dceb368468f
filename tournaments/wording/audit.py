"""What one line of the log changed: the value before, the value after, and why, in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournaments.models import AssignedRound, LogEntry, Registration, RoundRepair, Tournament
from tournaments.play.divisions import read_divisions
from tournaments.queries.audit import NOT_IN
from tournaments.queries.divisions import say_divisions
from tournaments.queries.settings import TIMES
from tournaments.wording import (
    ages,
    announcing,
    calls,
    decklists,
    divisions,
    draft_marks,
    entries,
    exporting,
    joining,
    judging,
    pairing,
    pods,
    reports,
    results,
    rounds,
    settling,
    setup,
    snapshots,
    staff_links,
    top_cut,
)

AREAS = {
    "rounds": (rounds, draft_marks, pairing, top_cut),
    "results": (results, reports, pods),
    "entries": (entries, ages, joining, divisions),
    "decks": (decklists, settling),
    "judges": (judging, calls),
    "event": (setup, announcing, staff_links, exporting, snapshots),
}
"""Which parts' lines belong to each area by which the log is filtered."""
DECISIONS = ("pairing_decided",)
"""The lines about what was decided of a round's pairings, around which it is paired, however often."""
CHANGES = (
    "players_swapped",
    "table_changed",
    "tables_followed",
    "round_repaired",
    "cut_moved",
    "pairings_kept",
    "repair_undone",
    "late_seated",
)
STANDING = (*DECISIONS, "seat_fixed")
"""These, and tables that are fixed from the pairing of a round on: they hold however often it is paired."""
BY_HAND = (*STANDING, *CHANGES)
"""The lines about pairings that somebody changed by hand, which everybody may read once the round is public."""


def area_names() -> dict[str, str]:
    """The areas in the active language."""
    return {
        "rounds": _("Rounds and pairings"),
        "results": _("Results"),
        "entries": _("Entries"),
        "decks": _("Decks"),
        "judges": _("Judges and penalties"),
        "event": _("Event and staff"),
        "by_hand": _("Pairings changed by hand"),
    }


def verbs_of(area: str) -> list[str]:
    """The verbs of an area's lines."""
    return list(BY_HAND) if area == "by_hand" else [verb for part in AREAS[area] for verb in part.LOG]


@dataclass(frozen=True)
class Change:
    """One thing that changed, in words; `what` is empty where the line itself says it."""

    what: str
    before: str
    after: str


def why_of(line: LogEntry) -> str:
    """The reason that was given."""
    return str(line.facts.get("reason") or line.facts.get("override_reason") or line.facts.get("note") or "")


def changes_of(line: LogEntry, *, slips: tuple[str, str] | None = None, moves: Iterable[Change] = ()) -> list[Change]:
    """What the line changed. `slips` are a match's result before and after, `moves` the tables of a repair."""
    facts = line.facts
    if slips is not None:
        return [Change("", *slips)]
    if "was" in facts and "pod" in facts:
        return [Change("", pods.say_places(facts["was"]), pods.say_places(facts.get("placed", ())) or _("no result"))]
    if line.verb == "players_swapped" and "tables" in facts:
        return _swapped(facts)
    if line.verb in ("round_repaired", "cut_moved", "late_seated", "repair_undone"):
        return list(moves)
    if line.verb in ("ages_said", "ages_unsaid") and "names" in facts:
        return [Change(*ages.ages_before_and_after(facts, is_undone=line.verb == "ages_unsaid"))]
    if line.verb == "division_changed":
        return [Change(_("Division"), divisions.say_kept(facts["before"]), divisions.say_kept(facts["after"]))]
    if line.verb in ("divisions_joined", "division_cuts", "rounds_assigned", "rounds_unassigned", "pairing_decided"):
        return _planned(line.verb, facts)
    if line.verb == "entry_reinstated" and facts.get("was") in Registration.Status.values:
        was, now = Registration.Status(facts["was"]), Registration.Status.ACTIVE
        return [Change("", str(was.label), str(now.label))]
    if line.verb == "seats_changed":  # Of two members, each sits where the other one did.
        return [Change("", " · ".join(reversed(facts["names"])), " · ".join(facts["names"]))]
    if line.verb == "announcement_corrected":
        return [Change("", facts["was"], facts["text"])]
    before, after = facts.get("before"), facts.get("after")
    if line.verb in ("kept_apart", "pairing_allowed") and "entries" in facts:
        return [Change(_("Meet"), _apart(before), _apart(after))]
    if line.verb in ("table_changed", "seat_fixed"):
        return [Change(_("Table"), _plain(before), _plain(after))]
    if line.verb == "tables_followed":
        return [Change(_("Tables"), *rounds.say_tables(facts["tables"]))]
    if not isinstance(before, dict) or not isinstance(after, dict):
        return []
    if "clock_ends_at" in before:
        return [Change(_("Clock"), _clock(before), _clock(after))]
    if line.verb == "entry_edited":
        names = _labels()
        return [Change(names[one], _said(one, before[one]), _said(one, after.get(one))) for one in before]
    return [Change(setup.say_setting(one), _setting(one, before[one]), _setting(one, after.get(one))) for one in before]


def _planned(verb: str, facts: Mapping[str, Any]) -> list[Change]:
    """What became of what staff settle before a round is paired: divisions, rounds without an opponent, who meets."""
    if verb == "divisions_joined":
        return [Change(_("Paired together"), *(divisions.say_joined(facts[key]) or "–" for key in ("was", "now")))]
    if verb == "division_cuts":
        by_table = _("as the game’s table has it")
        return [Change(_("Top cut"), *(divisions.say_sizes(facts[key]) or by_table for key in ("was", "now")))]
    if verb == "pairing_decided":
        pairs = zip((facts["player1"], facts.get("player2", "")), facts.get("opponents", ()), strict=False)
        return [Change(name, *(opponent or _("bye") for opponent in both)) for name, both in pairs]
    if "taken" in facts:
        return [
            Change(
                _("Round %(number)s") % {"number": one["number"]},
                " · ".join(filter(None, (str(AssignedRound.Kind(one["kind"]).label), one["reason"]))),
                _("is paired"),
            )
            for one in facts["taken"]
        ]
    first, last = facts["first"], facts["last"]
    numbers = str(first) if first == last else f"{first}–{last}"
    given, paired = str(AssignedRound.Kind(facts["kind"]).label), _("is paired")
    both = (paired, given) if verb == "rounds_assigned" else (given, paired)
    return [Change(_("Round %(number)s") % {"number": numbers}, *both)]


def _apart(is_hard: bool | None) -> str:
    """Whether two players may meet, as stored."""
    if is_hard is None:
        return _("whenever it fits")
    return _("never") if is_hard else _("only if necessary")


def _swapped(facts: Mapping[str, Any]) -> list[Change]:
    one, two = (place_name(table) for table in facts["tables"])
    return [Change(facts["player1"], one, two), Change(facts["player2"], two, one)]


def place_name(table: int | None) -> str:
    """A table, the bye, or that the round has no match of the player."""
    if table == NOT_IN:
        return _("not in this round")
    return _("table %(number)s") % {"number": table} if table is not None else _("bye")


def _labels() -> dict[str, str]:
    return {
        "name": _("Name"),
        "birth_year": _("Birth year"),
        "age_group": _("Age"),
        "public_name": _("Public nickname"),
        "membership_id": _("Player ID"),
        "team": _("Team or club"),
        "division": _("Division"),
    }


def _clock(facts: Mapping[str, Any]) -> str:
    if facts.get("clock_left") is not None:
        minutes, seconds = divmod(abs(facts["clock_left"]), 60)
        return _("paused at %(left)s") % {"left": f"{'+' if facts['clock_left'] < 0 else ''}{minutes}:{seconds:02d}"}
    if facts.get("clock_ends_at"):
        return _("until %(time)s") % {"time": _moment(facts["clock_ends_at"], "H:i:s")}
    return _("not started")


def _moment(text: str, form: str) -> str:
    return date_format(timezone.localtime(datetime.fromisoformat(text)), form)


def _setting(field: str, value: Any) -> str:
    """The stored value of a setting as people read it."""
    if field in TIMES and value:
        return _moment(value, "SHORT_DATETIME_FORMAT")
    if field == "divisions":
        return say_divisions(read_divisions(value or ())) or "–"
    choices = {one.name: dict(one.flatchoices) for one in Tournament._meta.concrete_fields if one.choices}
    return str(choices.get(field, {}).get(value) or _plain(value))


def _said(field: str, value: Any) -> str:
    """What an entry had in a field, as people read it."""
    if field == "age_group":
        return ages.say_age_group(value or "")
    return divisions.say_kept(value or ()) if field == "division" else _plain(value)


def _plain(value: Any) -> str:
    """A stored value as people read it."""
    if value is None or value == "":
        return "–"
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return str(value)


def _decided(facts: Mapping[str, Any]) -> str:
    """A decision for everybody. Who is kept apart is for staff alone, and so is why."""
    names: Mapping[int, str] = facts["names"]
    if facts["what"] == "meet":
        one, two = (names.get(key, "–") for key in facts["entries"])
        return _("The staff decided that %(one)s and %(two)s meet: %(reason)s") % {
            "one": one,
            "two": two,
            "reason": facts["reason"],
        }
    if facts["what"] in ("bye", "paired"):
        words = {"name": names.get(facts["entries"][0], "–"), "reason": facts["reason"]}
        if facts["what"] == "bye":
            return _("The staff gave %(name)s the bye: %(reason)s") % words
        return _("The bye given to %(name)s was taken back, and the round paired again.") % words
    if facts["what"] == "free":
        return _("A decision about who meets was taken back, and the round paired again.")
    return _("The staff decided that two of the entries do not meet, and the round was paired around that.")


def _taken_back(facts: Mapping[str, Any]) -> str:
    if facts.get("choice") == RoundRepair.Choice.KEEP:
        return _("That the pairings are kept was taken back.")
    if facts.get("choice") == RoundRepair.Choice.LATE:
        return _("That a late player plays the one who has the bye was taken back.")
    return _("The repair was taken back.")


def say_moves(moves: Sequence[tuple[int, int | None, int | None]], names: Mapping[int, str]) -> str:
    """Who moved by a repair, with the new place of each."""
    said = ({"name": names.get(key, "–"), "after": place_name(after)} for key, _before, after in moves)
    return _(", ").join(_("%(name)s (%(after)s)") % one for one in said)


def say_by_hand(
    line: LogEntry, facts: Mapping[str, Any], moves: Sequence[tuple[int, int | None, int | None]] | None
) -> str:
    """A change of a pairing for everybody: `facts` are the line's with shown `names` by entry; `moves` of a repair."""
    names: Mapping[int, str] = facts["names"]
    if line.verb == "players_swapped" and len(facts.get("entries", ())) == 2 and not facts.get("for_apart"):
        one, two = (names.get(key, "–") for key in facts["entries"])
        return _("%(one)s and %(two)s changed places.") % {"one": one, "two": two}
    if line.verb in DECISIONS:
        return _decided(facts)
    if line.verb == "players_swapped":
        return _("Two entries changed places.")
    if line.verb == "table_changed":
        words = {"before": _plain(facts.get("before")), "after": _plain(facts.get("after"))}
        if "pod" in facts:
            return _("The pod at table %(before)s moved to table %(after)s.") % words
        return _("The match at table %(before)s moved to table %(after)s.") % words
    if line.verb == "tables_followed":
        words = dict(zip(("before", "after"), rounds.say_tables(facts["tables"]), strict=True))
        return _("The tables have other numbers: %(before)s became %(after)s.") % words
    if line.verb == "repair_undone":
        return _taken_back(facts)
    if line.verb == "pairings_kept":
        return _("A result was corrected; the pairings were kept as published.")
    moved = say_moves(moves or (), names)
    if line.verb == "seat_fixed":
        if facts.get("table") is None:
            return _("A fixed table was given up, from the next pairing on.")
        return _("Table %(table)s was fixed for one entry, from the next pairing on.") % {"table": facts["table"]}
    if line.verb == "late_seated":
        return _("A late player plays the one who had the bye. Moved: %(moved)s.") % {"moved": moved}
    if line.verb == "cut_moved":
        return _("A result of an earlier round was corrected. Moved: %(moved)s.") % {"moved": moved}
    said = _("Repaired after a correction.")
    if facts.get("choice") == RoundRepair.Choice.REDRAW:
        said = _("Paired again after a correction, but for tables that had begun.")
    return said if not moved else _("%(said)s Moved: %(moved)s.") % {"said": said, "moved": moved}
