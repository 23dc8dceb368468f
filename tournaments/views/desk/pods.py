"""The pods of a round at the desk, and the page of one: entering, correcting and clearing its result."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.refusals import Refusal
from tournaments.forms.desk.pods import PodForm
from tournaments.models import Round, Tournament
from tournaments.permissions import Action
from tournaments.queries.calls import call_at
from tournaments.queries.origins import SlipAddress, stand_ins
from tournaments.queries.pod_record import pod_points
from tournaments.queries.pod_reports import pod_reports
from tournaments.queries.pods import PodRow, find_pod, next_open_pod, revisions_of_pod
from tournaments.queries.repair import is_repairable
from tournaments.queries.rounds import newest_round
from tournaments.services.pod_results import clear_pod, correct_pod, record_pod
from tournaments.views.desk.access import attempt, desk_page, desk_view, done, whole_number
from tournaments.views.desk.pod_board import undecided_in_pods
from tournaments.wording import say_refusal
from tournaments.wording.pods import say_revision, say_there

DRAW = "draw"


@require_http_methods(["GET", "HEAD", "POST"])
@desk_view(Action.RECORD_RESULTS)
def pod(request: HttpRequest, tournament: Tournament, pod_id: int) -> HttpResponse:
    """A pod and its result; a POST enters it, or with a reason corrects it."""
    row = _found(tournament, pod_id)
    if request.method != "POST":
        return _page(request, tournament, row, PodForm(row=row))
    form = PodForm(_with_winner(request, row), row=row)
    if not form.is_valid():
        return _page(request, tournament, row, form)
    keys: dict[str, Any] = {
        "actor": request.actor,
        "pod_id": row.pod.pk,
        "expected_version": whole_number(request.POST.get("version")),
        "result": form.result(),
    }
    corrects = row.pod.is_complete and "reason" in request.POST
    service, why = (correct_pod, {"reason": form.cleaned_data["reason"]}) if corrects else (record_pod, {})
    made = attempt(service, **keys, **why)
    if isinstance(made, Refusal):
        return _page(request, tournament, _found(tournament, pod_id), form, refused=made)
    here = reverse("desk_pod", args=[tournament.code, pod_id])
    if corrects:
        return done(request, _("The result is corrected; the standings follow."), then=here)
    undo = reverse("desk_pod_clear", args=[tournament.code, pod_id])
    return done(request, _("The result is recorded."), then=here, undo=f"{undo}?version={made.version}")


@require_POST
@desk_view(Action.RECORD_RESULTS)
def clear(request: HttpRequest, tournament: Tournament, pod_id: int) -> HttpResponse:
    """Take the result back; its content stays in the history."""
    row = _found(tournament, pod_id)
    version = whole_number(request.POST.get("version") or request.GET.get("version"))
    clear_pod(actor=request.actor, pod_id=row.pod.pk, expected_version=version)
    said = _("The result is cleared; the history keeps it.")
    return done(request, said, then=reverse("desk_pod", args=[tournament.code, pod_id]))


def _found(tournament: Tournament, pod_id: int) -> PodRow:
    row = find_pod(tournament, pod_id, drafts=True)
    if row is None:
        raise Http404
    return row


def _with_winner(request: HttpRequest, row: PodRow) -> Any:
    """What was sent, with the places that one press of "won" or "drawn" means: the others share second place, and who
    has gone has none."""
    won = request.POST.get("won", "")
    if not won:
        return request.POST
    sent = request.POST.copy()
    for seat in row.seats:
        key = seat.registration.pk
        place = "1" if won in (DRAW, str(key)) else "2"
        sent[f"place-{key}"] = "" if seat.has_gone else place
        sent[f"manner-{key}"] = seat.gone_as.value if seat.has_gone else "played"
    return sent


def _page(
    request: HttpRequest, tournament: Tournament, row: PodRow, form: PodForm, *, refused: Refusal | None = None
) -> HttpResponse:
    round = row.pod.round
    names = {seat.registration.pk: seat.registration for seat in row.seats}
    revisions = [
        (one, say_revision(one, "before", names), say_revision(one, "after", names))
        for one in revisions_of_pod(row.pod)
    ]
    running = (
        tournament.phase in (Tournament.Phase.SWISS, Tournament.Phase.TOP_CUT)
        and round.status == Round.Status.PUBLISHED
    )
    return desk_page(
        request,
        "pod",
        tournament,
        tab="rounds",
        round=round,
        row=row,
        form=form,
        lines=form.lines,
        points=pod_points(tournament),
        next_open=next_open_pod(row.pod),
        can_enter=running and row.is_open,
        can_clear=running and not row.is_open,
        can_correct=not row.is_open and round.status != Round.Status.DRAFT and tournament.phase != "cancelled",
        revisions=revisions,
        reports=pod_reports(row),
        there=say_there(row),
        absent=[seat for seat in row.seats if not seat.is_there],
        stayed_away=undecided_in_pods(row.pod.round, [row]) if tournament.phase == Tournament.Phase.SWISS else [],
        here=reverse("desk_pod", args=[tournament.code, row.pod.pk]),
        seated=row.pod,
        stand_ins=stand_ins(request.actor, SlipAddress(tournament.code, row.pod.pk, is_pod=True)) if running else [],
        running=running,
        judge_call=call_at(row.pod) if round.status != Round.Status.DRAFT else None,
        to_repair=_to_repair(tournament, round),
        refused=say_refusal(refused) if refused is not None else "",
        status=refused.http_status if refused is not None else 200,
    )


def _to_repair(tournament: Tournament, round: Round) -> Round | None:
    """The running round after this one, where a correction leaves a choice about it."""
    newest = newest_round(tournament)
    if newest is None or newest.number <= round.number:
        return None
    newest.tournament = tournament
    return newest if is_repairable(newest) else None
