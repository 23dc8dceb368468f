"""Players who should not meet, and players with a fixed table."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.refusals import Refusal
from tournaments.models import Registration, Tournament
from tournaments.permissions import Action
from tournaments.queries.entries import kept_apart
from tournaments.queries.name_order import in_spoken_order
from tournaments.queries.table_costs import seat_plan
from tournaments.services import entries as services
from tournaments.services.entries.changing_seats import change_seats
from tournaments.services.entries.person import COUNTED
from tournaments.services.table_numbers import refuse_table
from tournaments.swiss.costs import Levels
from tournaments.views.desk.access import desk_page, desk_view, done, whole_number
from tournaments.views.desk.entry import entry_of_desk
from tournaments.views.desk.levels import LevelRow, level_rows

PLACE = "#apart"
"""Where on the page of entries the pairs are."""


def apart_context(tournament: Tournament) -> dict[str, object]:
    """The pairs kept apart and everybody who could be chosen, for the page of entries."""
    people = Registration.objects.filter(tournament=tournament, status__in=COUNTED)
    return {
        "apart": list(kept_apart(tournament)),
        "apart_people": in_spoken_order(people.only("name", "number", "number_in_name")),
        "apart_open": tournament.phase in (Tournament.Phase.REGISTRATION, Tournament.Phase.SWISS),
    }


@require_POST
@desk_view(Action.MANAGE_ENTRIES)
def add(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Keep two players apart, always or where possible. A line of the log names them in its address."""
    asked = request.POST if "one" in request.POST else request.GET
    kept = services.keep_apart(
        actor=request.actor,
        tournament_id=tournament.pk,
        registration_a=whole_number(asked.get("one")),
        registration_b=whole_number(asked.get("other")),
        is_hard=asked.get("how") == "never",
    )
    names = {"one": kept.registration_a.name, "other": kept.registration_b.name}
    said = _("%(one)s and %(other)s are kept apart from the next pairing on.") % names
    return done(request, said, then=reverse("desk_entries", args=[tournament.code]) + PLACE)


@require_POST
@desk_view(Action.MANAGE_ENTRIES)
def remove(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Let two players meet again. A line of the log names the pair in its address."""
    pair = request.POST.get("pair") or request.GET.get("pair")
    services.allow_pairing(actor=request.actor, tournament_id=tournament.pk, keep_apart_id=whole_number(pair))
    said = _("The two may meet again.")
    return done(request, said, then=reverse("desk_entries", args=[tournament.code]) + PLACE)


@require_http_methods(["GET", "HEAD", "POST"])
@desk_view(Action.MANAGE_ENTRIES)
def seat(request: HttpRequest, tournament: Tournament, registration_id: int) -> HttpResponse:
    """What fixing a table for a player, or none with an empty field, comes to; a POST does it. A notice that undoes it
    names the table in its address."""
    entry = entry_of_desk(tournament, registration_id)
    typed = (request.POST if "table" in request.POST else request.GET).get("table", "").strip()
    table = whole_number(typed) if typed else None
    if table == 0:
        raise Refusal("no_such_table", field="table", table=typed[:20])
    if request.method != "POST":
        return _seat_page(request, entry, table)
    was = entry.fixed_table
    services.fix_seat(actor=request.actor, registration_id=entry.pk, table=table)
    said = (
        _("%(name)s sits at table %(table)d from the next pairing on.") % {"name": entry.entered_name, "table": table}
        if table is not None
        else _("%(name)s no longer has a fixed seat.") % {"name": entry.entered_name}
    )
    undo = reverse("desk_entry_seat", args=[tournament.code, entry.pk]) + f"?table={was or ''}"
    then = reverse("desk_entry", args=[tournament.code, entry.pk])
    return done(request, said, then=then, undo=undo if was != table else "")


def _seat_page(request: HttpRequest, entry: Registration, table: int | None) -> HttpResponse:
    """Who else sits at the table, what stays as it is, and that no level of the draft's cost changes."""
    tournament = entry.tournament
    if table is not None:
        refuse_table(tournament, table)
    plan = seat_plan(entry, table)
    now: tuple[LevelRow, ...] = ()
    if plan.draft is not None and not tournament.is_in_pods:
        cost = Levels(**plan.draft.pairing.get("achieved", {}))
        now = level_rows([cost, cost])
    heads = (_("Draft now"), _("With the seat fixed"))
    others = _(", ").join(other.entered_name for other in plan.others)
    shown: dict[str, Any] = {"plan": plan, "others": others, "levels": now, "heads": heads}
    return desk_page(request, "seat", tournament, tab="entries", entry=entry, **shown)


@require_POST
@desk_view(Action.MANAGE_ENTRIES)
def seats(request: HttpRequest, tournament: Tournament, registration_id: int) -> HttpResponse:
    """Put the member `first` of a team on its first seat."""
    entry = entry_of_desk(tournament, registration_id)
    team = change_seats(
        actor=request.actor, registration_id=entry.pk, first=whole_number(request.POST.get("first")) or 0
    )
    said = _("The seats of %(name)s have been changed.") % {"name": team.name}
    return done(request, said, then=reverse("desk_entry", args=[tournament.code, entry.pk]))
