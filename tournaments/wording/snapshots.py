"""Snapshots of events and what is made from them, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournaments.models import Round, Tournament
from tournaments.round_names import say_cut_round


def say_held(holds: Mapping[str, Any]) -> str:
    """Where the event stood when the snapshot was taken."""
    if not holds:
        return ""
    if holds["phase"] in (Tournament.Phase.FINISHED, Tournament.Phase.CANCELLED) or "round" not in holds:
        return str(Tournament.Phase(holds["phase"]).label)
    in_cut = say_cut_round(holds["places"]) if "places" in holds else ""
    facts = {**holds, "round": in_cut or _("Round %(number)s") % {"number": holds["round"]}}
    if holds["status"] == Round.Status.DRAFT:
        return _("%(round)s as a draft") % facts
    if holds["status"] == Round.Status.COMPLETED:
        return _("%(round)s completed") % facts
    return _("%(round)s: %(done)s of %(total)s results") % facts


def _restored(facts: Mapping[str, Any]) -> str:
    taken = timezone.localtime(datetime.fromisoformat(facts["taken_at"]))
    words = {"code": facts["code"], "when": date_format(taken, "SHORT_DATETIME_FORMAT")}
    return _("restored this event from the snapshot of %(code)s of %(when)s") % words


REFUSALS: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "no_such_snapshot": lambda facts: _("There is no such snapshot any more."),
    "restoration_under_way": lambda facts: _("A snapshot of this event is being restored already."),
    "upload_missing": lambda facts: _("Choose the file of a snapshot."),
    "upload_too_large": lambda facts: (
        _("The file is larger than %(most)s MB. Restore it on the machine of the site: manage.py restore_event.")
        % facts
    ),
    "upload_not_a_snapshot": lambda facts: (
        _("“%(name)s” is not the file of a snapshot. Their names end in .json.gz; choose it as it was copied.") % facts
    ),
    "upload_under_way": lambda facts: _("An uploaded snapshot is being restored already. Wait until it is there."),
    "upload_gone": lambda facts: _("The uploaded file is not kept any more. Choose it again."),
    "snapshot_missing": lambda facts: _("The file of this snapshot is not there any more. Choose another one."),
    "snapshot_damaged": lambda facts: _("The file of this snapshot is damaged. Choose another one."),
    "snapshot_too_large": lambda facts: (
        _(
            "This file unpacks to more than %(most)s MB. Choose the file of a snapshot; one of a very large event is "
            "restored on the machine of the site: manage.py restore_event."
        )
        % facts
    ),
    "snapshot_too_many_values": lambda facts: (
        _(
            "This file holds more than %(most)s values. Choose the file of a snapshot; one of a very large event is "
            "restored on the machine of the site: manage.py restore_event."
        )
        % facts
    ),
    "snapshot_format": lambda facts: _("This file was written by another version of the program (%(format)s).") % facts,
    "snapshot_game": lambda facts: _("The game of this event (%(game)s) is not on this site. Add it first.") % facts,
    "snapshot_ruleset": lambda facts: (
        _("The rules its decks were judged by (%(version)s) are not on this site. Load them first.") % facts
    ),
}

LOG: dict[str, Callable[[Mapping[str, Any]], str]] = {"tournament_restored": _restored}
