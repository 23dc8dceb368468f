"""The divisions of an event at the desk: who is in none, which are paired together, their cuts, and moving a player."""

from __future__ import annotations

from collections.abc import Iterable

from django.http import HttpRequest, HttpResponse, QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.refusals import Refusal
from tournaments.models import Registration, Tournament
from tournaments.models.tournament import CUT_SIZES
from tournaments.permissions import Action
from tournaments.queries.division_cuts import DivisionCut, division_cuts
from tournaments.queries.divisions import (
    FilledDivision,
    division_names,
    filled_divisions,
    say_divisions,
    smallest_apart,
)
from tournaments.queries.name_order import spoken_key
from tournaments.services import entries as services
from tournaments.services.division_cuts import save_divisions
from tournaments.views.desk.access import attempt, desk_page, desk_view, done, whole_number
from tournaments.views.desk.entry import entry_of_desk
from tournaments.wording import say_refusal

UNKNOWN = -1
"""A size that no top cut has."""


@require_http_methods(["GET", "HEAD", "POST"])
@desk_view(Action.RUN_ROUNDS)
def divisions(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """How many play in each division and who is in none; a POST says which are paired together,
    and how large the top cut of each is."""
    refused = ""
    if request.method == "POST":
        names = division_names(tournament)
        joined = {code: request.POST.get(f"with-{code}", "") for code in names}
        is_joined = any(f"with-{code}" in request.POST for code in names)
        saved = attempt(
            save_divisions,
            actor=request.actor,
            tournament_id=tournament.pk,
            joined=joined if is_joined else None,
            sizes=sizes_sent(request.POST, names),
        )
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
        rows=_rows(tournament),
        sizes=CUT_SIZES,
        bound=smallest_apart(tournament),
        without=without_division(tournament),
        is_apart=tournament.is_paired_apart,
        is_open=tournament.phase in (Tournament.Phase.REGISTRATION, Tournament.Phase.SWISS),
    )


def sizes_sent(sent: QueryDict, codes: Iterable[str]) -> dict[str, int | None]:
    """The sizes of the top cuts that a form has for these divisions; None: as the game's table has it."""
    return {code: _size(str(sent[f"cut-{code}"])) for code in codes if f"cut-{code}" in sent}


def _size(text: str) -> int | None:
    if text == "":
        return None
    return 0 if text == "0" else whole_number(text) or UNKNOWN


def _rows(tournament: Tournament) -> list[tuple[FilledDivision, str, DivisionCut | None]]:
    """Each division with its name and, where each has one, its top cut."""
    names, cuts = division_names(tournament), {one.division.code: one for one in division_cuts(tournament)}
    return [(one, names[one.division.code], cuts.get(one.division.code)) for one in filled_divisions(tournament)]


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
    said = _("%(name)s plays in the division %(division)s.") % {"name": shown.entered_name, "division": name}
    return done(request, said, then=reverse("desk_entry", args=[tournament.code, shown.pk]))
