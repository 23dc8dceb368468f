"""The announcements of an event: those that stand, what stood before, making, correcting and taking down."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.forms.desk.announcements import AnnouncementForm, CorrectionForm, TakeDownForm, initial_of
from tournaments.models import Announcement, Tournament
from tournaments.permissions import Action
from tournaments.queries.announcements import (
    announcements_of,
    find_announcement,
    round_to_end,
    standing_announcements,
)
from tournaments.services import announcements as services
from tournaments.views.desk.access import accepted, desk_page, desk_view, done, sent_to, whole_number

MAX_EARLIER = 100
"""Earlier announcements on the page; the log has all."""


@require_http_methods(["GET", "HEAD", "POST"])
@desk_view(Action.ANNOUNCE)
def announcements(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Those that stand and the earlier ones; a POST announces. The form begins with the text of `?again=`."""
    again = find_announcement(tournament, whole_number(request.GET.get("again")))
    initial = {"text": again.text} if again is not None else {}
    form = AnnouncementForm(sent_to(request), round=round_to_end(tournament), initial=initial)
    if request.method == "POST" and form.is_valid():
        made = accepted(
            form,
            services.announce,
            actor=request.actor,
            tournament_id=tournament.pk,
            text=form.cleaned_data["text"],
            until=form.end,
        )
        if made is not None:
            return _done(request, tournament, _("Announced."), made)
    standing = standing_announcements(tournament)
    earlier = announcements_of(tournament).exclude(pk__in=[one.pk for one in standing])
    return desk_page(
        request,
        "announcements",
        tournament,
        tab="desk",
        form=form,
        standing=standing,
        earlier=earlier[:MAX_EARLIER],
    )


@require_http_methods(["GET", "HEAD", "POST"])
@desk_view(Action.ANNOUNCE)
def correct(request: HttpRequest, tournament: Tournament, announcement_id: int) -> HttpResponse:
    """Put another text, or end, in the place of one that stands."""
    found = _of_desk(tournament, announcement_id)
    form = CorrectionForm(sent_to(request), round=round_to_end(tournament), initial=initial_of(found))
    if request.method == "POST" and form.is_valid():
        made = accepted(
            form,
            services.correct_announcement,
            actor=request.actor,
            announcement_id=found.pk,
            text=form.cleaned_data["text"],
            until=form.end,
            reason=form.cleaned_data["reason"],
        )
        if made is not None:
            return _done(request, tournament, _("Corrected."), made)
    return desk_page(request, "announcement_correct", tournament, tab="desk", form=form, announcement=found)


@require_http_methods(["GET", "HEAD", "POST"])
@desk_view(Action.ANNOUNCE)
def take_down(request: HttpRequest, tournament: Tournament, announcement_id: int) -> HttpResponse:
    """Take one down, with the reason."""
    found = _of_desk(tournament, announcement_id)
    form = TakeDownForm(sent_to(request))
    if request.method == "POST" and form.is_valid():
        ended = accepted(
            form, services.take_down, actor=request.actor, announcement_id=found.pk, reason=form.cleaned_data["reason"]
        )
        if ended is not None:
            return _done(request, tournament, _("Taken down."))
    return desk_page(request, "announcement_take_down", tournament, tab="desk", form=form, announcement=found)


@require_POST
@desk_view(Action.ANNOUNCE)
def undo(request: HttpRequest, tournament: Tournament, announcement_id: int) -> HttpResponse:
    """Take back one just made; what it replaced is shown again."""
    found = _of_desk(tournament, announcement_id)
    services.undo_announcement(actor=request.actor, announcement_id=found.pk)
    return _done(request, tournament, _("Taken down."))


def _of_desk(tournament: Tournament, announcement_id: int) -> Announcement:
    """An announcement of this event, or 404."""
    found = find_announcement(tournament, announcement_id)
    if found is None:
        raise Http404
    return found


def _done(request: HttpRequest, tournament: Tournament, said: str, made: Announcement | None = None) -> HttpResponse:
    undo = reverse("desk_announcement_undo", args=[tournament.code, made.pk]) if made is not None else ""
    return done(request, said, then=reverse("desk_announcements", args=[tournament.code]), undo=undo)
