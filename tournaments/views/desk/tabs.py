"""The tabs of the desk."""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.models import Registration, Round, Tournament


def desk_tabs(tournament: Tournament, allowed: dict[str, bool], current: str) -> list[dict[str, Any]]:
    """Desk, entries, the current round, then what only organisers see."""
    key = [tournament.code]
    entered = tournament.registrations.filter(status=Registration.Status.ACTIVE).count()
    tabs = [
        ("desk", reverse("desk", args=key), _("Desk"), None),
        ("entries", reverse("desk_entries", args=key), _("Entries"), entered),
    ]
    newest = Round.objects.filter(tournament=tournament).order_by("-number").values_list("number", flat=True).first()
    if newest:
        tabs.append(("rounds", reverse("desk_round", args=[*key, newest]), _("Rounds"), newest))
    tabs.append(("print", reverse("desk_print", args=key), _("Print"), None))
    tabs.append(("floor", reverse("desk_floor", args=key), _("Floor"), None))
    if allowed["check_decks"]:
        tabs.append(("judge", reverse("desk_checks", args=key), _("Judge"), None))
    if allowed["edit_tournament"]:
        tabs.append(("settings", reverse("desk_edit", args=key), _("Settings"), None))
    if allowed["issue_staff_links"]:
        staff_page = "desk_staff" if allowed["manage_staff"] else "desk_staff_links"
        tabs.append(("staff", reverse(staff_page, args=key), _("Staff"), None))
    if allowed["view_log"]:
        tabs.append(("log", reverse("desk_log", args=key), _("Log"), None))
    return [
        {"url": url, "label": label, "count": count, "current": name == current} for name, url, label, count in tabs
    ]
