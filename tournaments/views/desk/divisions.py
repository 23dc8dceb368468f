"""The divisions of an event at the desk: who is in none, which are paired together, and moving a player."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.refusals import Refusal
from tournaments.models import Registration, Tournament
from tournaments.permissions import Action
from tournaments.queries.divisions import division_names, filled_divisions, say_divisions, smallest_apart
from tournaments.queries.name_order import spoken_key
from tournaments.services import entries as services
from tournaments.views.desk.access import attempt, desk_page, desk_view, done
from tournaments.views.desk.entry import entry_of_desk
from tournaments.wording import say_refusal


@require_http_methods(["GET", "HEAD", "POST"])
@desk_view(Action.RUN_ROUNDS)
def divisions(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """How many play in each division and who is in none; a POST says which are paired together."""
    refused = ""
    if request.method == "POST":
        names = division_names(tournament)
        joined = {code: request.POST.get(f"with-{code}", "") for code in names}
        saved = attempt(services.join_divisions, actor=request.actor, tournament_id=tournament.pk, joined=joined)
        if not isinstance(saved, Refusal):
            return done(request, _("Saved."), then=reverse("desk_divisions", args=[tournament.code]))
        refused = say_refusal(saved)
    return desk_page(
        request,
        "divisions",
        tournament,
        tab="entries",
        status=422 if refused else 200,
        refused=refused,
        names=division_names(tournament),
        said=say_divisions([one.division for one in filled_divisions(tournament)]),
        rows=[(one, division_names(tournament)[one.division.code]) for one in filled_divisions(tournament)],
        bound=smallest_apart(tournament),
        without=without_division(tournament),
        is_apart=tournament.division_mode == Tournament.DivisionMode.APART,
        is_open=tournament.phase in (Tournament.Phase.REGISTRATION, Tournament.Phase.SWISS),
    )


def without_division(tournament: Tournament) -> list[Registration]:
    """The active entries of an event with divisions that are in none, by name as it is spoken."""
    if not tournament.divisions:
        return []
    found = tournament.registrations.filter(status=Registration.Status.ACTIVE, division="")
    return sorted(found, key=lambda entry: (spoken_key(entry.name), entry.pk))


@require_POST
@desk_view(Action.MANAGE_ENTRIES)
def move(request: HttpRequest, tournament: Tournament, registration_id: int) -> HttpResponse:
    """Put an entry into another division, or back to the one of the year of birth."""
    shown = entry_of_desk(tournament, registration_id)
    moved = services.set_division(
        actor=request.actor,
        registration_id=shown.pk,
        division=request.POST.get("division", "")[:40],
        reason=request.POST.get("reason", ""),
    )
    name = division_names(tournament).get(moved.division, "–")
    said = _("%(name)s plays in the division %(division)s.") % {"name": shown.name, "division": name}
    return done(request, said, then=reverse("desk_entry", args=[tournament.code, shown.pk]))
