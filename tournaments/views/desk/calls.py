"""Calls for a judge on the desk: raising one, going there, the ruling; and how many are open, on every page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.forms.desk.calls import RulingForm
from tournaments.models import JudgeCall, Match, Pod, Tournament
from tournaments.permissions import Action
from tournaments.queries.calls import (
    calls_of,
    find_call,
    minutes_for_call,
    seconds_taken,
    seconds_waited,
)
from tournaments.queries.cut_rounds import cut_places
from tournaments.queries.late_reports import reports_to_show
from tournaments.queries.waiting import what_waits
from tournaments.round_names import say_round_numbered
from tournaments.services import calls as services
from tournaments.templatetags.seated import seated_url
from tournaments.views.desk.access import accepted, desk_page, desk_view, done, newest_of, sent_to
from tournaments.views.desk.checks import match_of_desk, pod_of_desk
from tournaments.wording.calls import say_span


@require_safe
@desk_view(Action.VIEW_DESK)
def count(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """How many calls are open, decks due and people waiting to join, for the head of every desk page; 204 if that is
    what `?seen=` says."""
    if not request.htmx:
        return redirect("desk_floor", tournament.code)
    waits = what_waits(request.actor, tournament)
    found = waits["call_count"]
    if request.GET.get("seen") == f"{found.waiting}.{found.coming}.{waits['decks_due']}.{waits['join_count']}":
        return HttpResponse(status=204)
    return render(request, "tournaments/desk/_calls_count.html", {"tournament": tournament, **waits})


@require_safe
@desk_view(Action.VIEW_DESK)
def calls(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The calls of the event, the newest first, with how long each table waited and what was ruled; `?before=` those
    older than one."""
    places = cut_places(tournament)
    shown, older = newest_of(request, calls_of(tournament))
    rows = [call_facts(call, places) for call in shown]
    return desk_page(request, "calls", tournament, tab="floor", rows=rows, older=older)


@require_POST
@desk_view(Action.CALL_JUDGE)
def raise_at(request: HttpRequest, tournament: Tournament, match_id: int) -> HttpResponse:
    """Call a judge to a table from the desk."""
    match = match_of_desk(tournament, match_id)
    words = request.POST.get("words", "")
    raised = services.raise_call(actor=request.actor, match_id=match.pk, words=words)
    return _raised(request, tournament, match, raised)


@require_POST
@desk_view(Action.CALL_JUDGE)
def raise_at_pod(request: HttpRequest, tournament: Tournament, pod_id: int) -> HttpResponse:
    """Call a judge to a pod from the desk."""
    pod = pod_of_desk(tournament, pod_id)
    raised = services.raise_pod_call(actor=request.actor, pod_id=pod.pk, words=request.POST.get("words", ""))
    return _raised(request, tournament, pod, raised)


def _raised(request: HttpRequest, tournament: Tournament, seated: Match | Pod, raised: JudgeCall) -> HttpResponse:
    said = _("A judge is called to table %(table)s.") % {"table": seated.table or "–"}
    undo = reverse("desk_call_withdraw", args=[tournament.code, raised.pk])
    return done(request, said, then=seated_url("desk_match", tournament, seated), undo=undo)


@require_http_methods(["GET", "HEAD", "POST"])
@desk_view(Action.VIEW_DESK)
def call(request: HttpRequest, tournament: Tournament, call_id: int) -> HttpResponse:
    """One call; a POST closes it with a ruling, and with `then=time` leads on to extra time and penalties."""
    found = call_of_desk(tournament, call_id)
    form = RulingForm(sent_to(request), initial={"ruling": found.ruling})
    if request.method == "POST" and form.is_valid():
        closed = accepted(form, services.close_call, actor=request.actor, call_id=found.pk, **form.cleaned_data)
        if closed is not None:
            return closed_at(request, tournament, closed)
    found.refresh_from_db()
    facts = call_facts(found, cut_places(tournament))
    return desk_page(
        request,
        "call",
        tournament,
        tab="floor",
        form=form,
        row=facts,
        call=found,
        reports=reports_to_show(found.match) if found.is_open and found.match is not None else [],
        is_mine=services.is_claimed_by(request.actor, found),
        may_withdraw=found.is_open and services.has_raised(request.actor, found),
    )


def closed_at(request: HttpRequest, tournament: Tournament, closed: JudgeCall) -> HttpResponse:
    """Back to the floor, or on to the table's page with the minutes that the call took."""
    said = _("The call of table %(table)s is closed.") % {"table": closed.table or "–"}
    undo = reverse("desk_call_reopen", args=[tournament.code, closed.pk])
    if request.POST.get("then") == "time" and closed.seated is not None:
        page = seated_url("desk_check_table", tournament, closed.seated)
        minutes = minutes_for_call(closed)
        return done(request, said, then=f"{page}?minutes={minutes}" if minutes else page, undo=undo)
    return done(request, said, then=reverse("desk_floor", args=[tournament.code]), undo=undo)


@require_POST
@desk_view(Action.ANSWER_CALLS)
def claim(request: HttpRequest, tournament: Tournament, call_id: int) -> HttpResponse:
    """Go to the table."""
    claimed = services.claim_call(actor=request.actor, call_id=call_of_desk(tournament, call_id).pk)
    said = _("You are going to table %(table)s.") % {"table": claimed.table or "–"}
    undo = reverse("desk_call_release", args=[tournament.code, claimed.pk])
    return done(request, said, then=page_of(tournament, claimed), undo=undo)


@require_POST
@desk_view(Action.ANSWER_CALLS)
def release(request: HttpRequest, tournament: Tournament, call_id: int) -> HttpResponse:
    """Give a claimed call back to all judges."""
    released = services.release_call(actor=request.actor, call_id=call_of_desk(tournament, call_id).pk)
    said = _("Table %(table)s waits for a judge again.") % {"table": released.table or "–"}
    return done(request, said, then=page_of(tournament, released))


@require_POST
@desk_view(Action.ANSWER_CALLS)
def reopen(request: HttpRequest, tournament: Tournament, call_id: int) -> HttpResponse:
    """Open a closed call again."""
    opened = services.reopen_call(actor=request.actor, call_id=call_of_desk(tournament, call_id).pk)
    said = _("The call of table %(table)s is open again.") % {"table": opened.table or "–"}
    return done(request, said, then=page_of(tournament, opened))


@require_POST
@desk_view(Action.CALL_JUDGE)
def withdraw(request: HttpRequest, tournament: Tournament, call_id: int) -> HttpResponse:
    """Take back one's own call."""
    taken = services.withdraw_call(actor=request.actor, call_id=call_of_desk(tournament, call_id).pk)
    said = _("The call of table %(table)s is withdrawn.") % {"table": taken.table or "–"}
    return done(request, said, then=page_of(tournament, taken))


def call_of_desk(tournament: Tournament, call_id: int) -> JudgeCall:
    """The tournament's call, or 404: another event's calls do not exist here."""
    found = find_call(tournament, call_id)
    if found is None:
        raise Http404
    return found


def page_of(tournament: Tournament, call: JudgeCall) -> str:
    return reverse("desk_call", args=[tournament.code, call.pk])


def call_facts(call: JudgeCall, places: Mapping[int, int]) -> dict[str, Any]:
    """A call with the name of its round, how long its table waited, and how long it kept the table."""
    return {
        "call": call,
        "round": capfirst(say_round_numbered(call.round_number, places)),
        "waited": say_span(seconds_waited(call)),
        "taken": say_span(seconds_taken(call)),
        "minutes": minutes_for_call(call),
    }
