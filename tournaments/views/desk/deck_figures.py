"""The players behind each number of the decklist statistics, and reminding them."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from tournaments.models import Tournament
from tournaments.permissions import Action
from tournaments.queries.deck_statistics import (
    TO_REMIND,
    DeckFigure,
    count_figures,
    deck_standings,
    reminder_wait,
)
from tournaments.services.deck_reminders import remind_of_decklists
from tournaments.views.desk.access import desk_page, desk_view, done, whole_number
from tournaments.wording.figures import figure_name, figure_tiles


@require_safe
@desk_view(Action.CHECK_DECKS)
def figure(request: HttpRequest, tournament: Tournament, figure: str) -> HttpResponse:
    """The entries one number counts."""
    if figure not in {known.value for known in DeckFigure}:
        raise Http404
    wanted = DeckFigure(figure)
    standings = deck_standings(tournament)
    shown = [one for one in standings if wanted in one.figures]
    ended = tournament.phase in (Tournament.Phase.FINISHED, Tournament.Phase.CANCELLED)
    return desk_page(
        request,
        "deck_figures",
        tournament,
        tab="judge",
        figure=wanted.value,
        name=figure_name(wanted),
        tiles=figure_tiles(count_figures(standings), needed=tournament.decklists_required),
        rows=[(one, reminder_wait(one.reminded_at)) for one in shown],
        can_remind=not ended,
        reminds_all=not ended and wanted in TO_REMIND and any(one.is_due for one in shown),
    )


def entries_of_figure(tournament: Tournament, figure: str) -> list[int] | None:
    """The entries a number counts; None, which means all, without a number."""
    if figure not in {known.value for known in DeckFigure}:
        return None
    return [one.registration.pk for one in deck_standings(tournament) if figure in one.figures]


@require_POST
@desk_view(Action.CHECK_DECKS)
def remind(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Remind one player (`entry`), or all counted in a number (`figure`) whose list is missing or not legal."""
    entry_id = whole_number(request.POST.get("entry"))
    wanted = [entry_id] if entry_id else entries_of_figure(tournament, request.POST.get("figure", ""))
    reminded = remind_of_decklists(actor=request.actor, tournament_id=tournament.pk, registration_ids=wanted)
    then = reverse("desk_lists", args=[tournament.code, DeckFigure.MISSING.value])
    if len(reminded) == 1:
        return done(
            request, _("%(name)s has been reminded.") % {"name": reminded[0].registration.entered_name}, then=then
        )
    said = ngettext("%(count)s player has been reminded.", "%(count)s players have been reminded.", len(reminded))
    return done(request, said % {"count": len(reminded)}, then=then)
