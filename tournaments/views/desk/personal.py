"""A player's data at the desk: handing out what is stored, and erasing it where the player asks for it."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.refusals import NotAllowed
from tournaments.downloads import data_response
from tournaments.models import Registration, Tournament
from tournaments.permissions import Action, may_handle_data
from tournaments.queries.personal_data import personal_data
from tournaments.views.desk.access import desk_page, desk_view, done
from tournaments.views.desk.entry import entry_of_desk
from tournaments.views.erasing import ask_or_erase


@require_safe
@desk_view(Action.ERASE_PLAYERS)
def data_file(request: HttpRequest, tournament: Tournament, registration_id: int) -> HttpResponse:
    """All that is stored of the entry's player, as a JSON file."""
    shown = _entry(request, tournament, registration_id)
    return data_response(personal_data(shown.player, by_staff=True), player_id=shown.player_id)


@require_http_methods(["GET", "HEAD", "POST"])
@desk_view(Action.ERASE_PLAYERS)
def erase(request: HttpRequest, tournament: Tournament, registration_id: int) -> HttpResponse:
    """Say what goes and what stays and ask for the name; the entry stays, anonymous."""
    shown = _entry(request, tournament, registration_id)
    asked = ask_or_erase(request, shown.player, is_own=False)
    if asked.is_done:
        page = reverse("desk_entry", args=[tournament.code, shown.pk])
        return done(request, _("The data was erased. The results stay without the name."), then=page)
    return desk_page(
        request,
        "entry_erase",
        tournament,
        tab="entries",
        entry=shown,
        asked=asked,
        form=asked.form,
        status=asked.status,
    )


def _entry(request: HttpRequest, tournament: Tournament, registration_id: int) -> Registration:
    """The entry, for those who may handle all data of its player. Raises NotAllowed `data_of_others`."""
    shown = entry_of_desk(tournament, registration_id)
    if shown.is_team:  # Its members are the people.
        raise Http404
    if not may_handle_data(request.actor, shown.player):
        raise NotAllowed("data_of_others")
    return shown
