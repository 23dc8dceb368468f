"""Extra time for one table, given and taken back."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.forms.desk.judging import ExtraTimeForm
from tournaments.models import Tournament
from tournaments.permissions import Action
from tournaments.queries.penalties import find_extension
from tournaments.services import extra_time as services
from tournaments.views.desk.access import accepted, desk_view, done, whole_number
from tournaments.views.desk.checks import match_of_desk, show_table


@require_POST
@desk_view(Action.GIVE_TIME)
def give(request: HttpRequest, tournament: Tournament, match_id: int) -> HttpResponse:
    """Give a table more minutes; `check` is the deck check they are for."""
    match = match_of_desk(tournament, match_id)
    form = ExtraTimeForm(request.POST, auto_id="id_time_%s")
    page = reverse("desk_check_table", args=[tournament.code, match.pk])
    if form.is_valid():
        check_id = whole_number(request.POST.get("check")) or None
        given = accepted(
            form,
            services.give_extension,
            actor=request.actor,
            match_id=match.pk,
            check_id=check_id,
            **form.cleaned_data,
        )
        if given is not None:
            said = _("Table %(table)s plays %(minutes)s minutes more.")
            undo = reverse("desk_time_withdraw", args=[tournament.code, given.pk])
            facts = {"table": match.table or "–", "minutes": given.minutes}
            return done(request, said % facts, then=page, undo=undo)
    return show_table(request, tournament, match.pk, extra_time=form, status=422)


@require_POST
@desk_view(Action.GIVE_TIME)
def withdraw(request: HttpRequest, tournament: Tournament, extension_id: int) -> HttpResponse:
    """Take extra time back."""
    extension = find_extension(tournament, extension_id)
    if extension is None:
        raise Http404
    services.withdraw_extension(actor=request.actor, extension_id=extension.pk)
    return done(
        request,
        _("The extra time of table %(table)s is withdrawn.") % {"table": extension.match.table or "–"},
        then=reverse("desk_check_table", args=[tournament.code, extension.match_id]),
    )
