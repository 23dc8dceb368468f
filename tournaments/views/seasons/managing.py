"""An organiser's seasons: making, changing and deleting them, their events, the arithmetic before it is public."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from functools import wraps
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import notices
from accounts.refusals import NotAllowed
from tournaments.forms.desk.seasons import SeasonForm
from tournaments.models import Season
from tournaments.permissions import may_manage_season
from tournaments.queries.seasons import (
    board_of,
    events_to_add,
    find_season,
    managed_seasons,
    season_mark,
    staffed_events,
)
from tournaments.services import seasons as services
from tournaments.services.seasons import SeasonData
from tournaments.views.desk.access import accepted, done, sent_to
from tournaments.views.seasons.lines import shown_lines
from tournaments.views.seasons.names import Names
from tournaments.views.sections import sectioned
from tournaments.wording.seasons import say_season_log

View = Callable[..., HttpResponse]
ON_A_PAGE, OFFERED, LOG_LINES = 30, 60, 50


def season_view(view: View) -> View:
    """Let in who manages the season; the view gets the season in place of its code.

    Anonymous visitors are sent to the sign-in page and back; others get 403, and 404 while it is not published.
    """

    @wraps(view)
    def opened(request: HttpRequest, season: str, **keys: Any) -> HttpResponse:
        found = find_season(season) if season.isascii() and season.isalnum() else None
        if found is None:
            raise Http404
        if request.actor.user is None:
            return redirect_to_login(request.get_full_path())
        if not may_manage_season(request.actor, found):
            if not found.is_published:
                raise Http404
            raise NotAllowed("season_not_yours")
        response = view(request, found, **keys)
        add_never_cache_headers(response)
        return response

    return opened


@require_safe
def own(request: HttpRequest) -> HttpResponse:
    """The seasons the visitor manages."""
    user = request.actor.user
    if user is None:
        return redirect_to_login(request.get_full_path())
    page = Paginator(managed_seasons(request.actor), ON_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "tournaments/seasons/own.html", {"page": page, "may_create": user.can_create_tournaments})


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """The page that makes a season."""
    user = request.actor.user
    if user is None:
        return redirect_to_login(request.get_full_path())
    if not user.can_create_tournaments:
        raise NotAllowed("may_not_create")
    form = SeasonForm(sent_to(request))
    if request.method == "POST" and form.is_valid():
        made = accepted(form, services.create_season, actor=request.actor, data=SeasonData(**form.cleaned_data))
        if made is not None:
            notices.done(request, _("“%(name)s” is made. Add its events now.") % {"name": made})
            return redirect("season_manage", made.code)
    facts = {"form": form, "season": None}
    return render(request, "tournaments/seasons/edit.html", facts, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@season_view
def edit(request: HttpRequest, season: Season) -> HttpResponse:
    """The settings of a season."""
    form = SeasonForm(sent_to(request), initial=asdict(services.data_of(season)), game=season.game)
    if request.method == "POST" and form.is_valid():
        saved = accepted(
            form,
            services.edit_season,
            actor=request.actor,
            season_id=season.pk,
            data=SeasonData(**form.cleaned_data),
        )
        if saved is not None:
            return done(request, _("Settings saved."), then=reverse("season_manage", args=[season.code]))
    facts = {"form": form, "season": season}
    return render(request, "tournaments/seasons/edit.html", facts, status=422 if form.errors else 200)


@require_safe
@season_view
def manage(request: HttpRequest, season: Season) -> HttpResponse:
    """The season's events, those that can be added, the leaderboard with its arithmetic, the log."""
    board = board_of(season, season_mark(season))
    names = Names(board, staffed_events(request.actor, season))
    section = sectioned(board.lines, request, lambda line: line.rank)
    facts: dict[str, Any] = {
        "season": season,
        "board": board,
        "section": section,
        "rows": shown_lines(section.rows, board, names.of),
        "to_add": events_to_add(request.actor, season, limit=OFFERED),
        "log": [(line, say_season_log(line, names.of_player, names.of_entry)) for line in season.log.all()[:LOG_LINES]],
        "doubts": [(names.of(person), event) for person, event in board.second_entries],
    }
    return render(request, "tournaments/seasons/manage.html", facts)


@require_http_methods(["GET", "HEAD", "POST"])
@season_view
def delete(request: HttpRequest, season: Season) -> HttpResponse:
    """Delete the season, after a question."""
    if request.method == "POST":
        name = services.delete_season(actor=request.actor, season_id=season.pk)
        notices.done(request, _("“%(name)s” is deleted.") % {"name": name})
        return redirect("seasons_own")
    held = season.season_events.count()
    consequences = [
        _("Its leaderboard, its players' pages and its log are gone for everybody, and this cannot be undone."),
        ngettext("Its %(count)s event stays as it is.", "Its %(count)s events stay as they are.", held)
        % {"count": held},
    ]
    facts = {
        "question": _("Delete “%(name)s”?") % {"name": season.name},
        "consequences": consequences,
        "action": _("Delete the season"),
        "back": reverse("season_manage", args=[season.code]),
    }
    return render(request, "components/confirm.html", facts)


@require_POST
@season_view
def add(request: HttpRequest, season: Season, code: str) -> HttpResponse:
    """Add an event to the season."""
    added = services.add_event(actor=request.actor, season_id=season.pk, code=code)
    said = _("“%(event)s” is in the season.") % {"event": added.tournament}
    undo = reverse("season_event_remove", args=[season.code, code])
    return done(request, said, then=reverse("season_manage", args=[season.code]), undo=undo)


@require_POST
@season_view
def remove(request: HttpRequest, season: Season, code: str) -> HttpResponse:
    """Take an event out of the season."""
    removed = services.remove_event(actor=request.actor, season_id=season.pk, code=code)
    said = _("“%(event)s” no longer counts.") % {"event": removed}
    undo = reverse("season_event_add", args=[season.code, code])
    return done(request, said, then=reverse("season_manage", args=[season.code]), undo=undo)
