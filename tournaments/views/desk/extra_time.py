"""Extra time for one table, given and taken back."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.forms.desk.judging import ExtraTimeForm
from tournaments.models import Match, Pod, Tournament
from tournaments.permissions import Action
from tournaments.queries.penalties import find_extension
from tournaments.services import extra_time as services
from tournaments.templatetags.seated import seated_url
from tournaments.views.desk.access import accepted, desk_view, done, whole_number
from tournaments.views.desk.checks import match_of_desk, pod_of_desk, show_table


@require_POST
@desk_view(Action.GIVE_TIME)
def give(request: HttpRequest, tournament: Tournament, match_id: int) -> HttpResponse:
    """Give a table more minutes; `check` is the deck check they are for."""
    return _give(request, tournament, match_of_desk(tournament, match_id))


@require_POST
@desk_view(Action.GIVE_TIME)
def give_pod(request: HttpRequest, tournament: Tournament, pod_id: int) -> HttpResponse:
    """The same for a pod."""
    return _give(request, tournament, pod_of_desk(tournament, pod_id))


def _give(request: HttpRequest, tournament: Tournament, seated: Match | Pod) -> HttpResponse:
    form = ExtraTimeForm(request.POST, auto_id="id_time_%s")
    page = seated_url("desk_check_table", tournament, seated)
    if form.is_valid():
        check_id = whole_number(request.POST.get("check")) or None
        named = {"actor": request.actor, "check_id": check_id, **form.cleaned_data}
        if isinstance(seated, Pod):
            given = accepted(form, services.give_pod_extension, pod_id=seated.pk, **named)
        else:
            given = accepted(form, services.give_extension, match_id=seated.pk, **named)
        if given is not None:
            said = _("Table %(table)s plays %(minutes)s minutes more.")
            undo = reverse("desk_time_withdraw", args=[tournament.code, given.pk])
            facts = {"table": seated.table or "–", "minutes": given.minutes}
            return done(request, said % facts, then=page, undo=undo)
    return show_table(request, tournament, seated, extra_time=form, status=422)


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
        _("The extra time of table %(table)s is withdrawn.") % {"table": extension.seated.table or "–"},
        then=seated_url("desk_check_table", tournament, extension.seated),
    )
