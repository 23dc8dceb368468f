"""Why a table of an event in pods is as it is."""

from __future__ import annotations

from collections.abc import Mapping

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournaments.models import Round
from tournaments.queries.names import name_for
from tournaments.queries.pod_reasons import reasons_of_pod
from tournaments.queries.pods import PodRow, find_pod
from tournaments.views.event import event_page, visit
from tournaments.views.everybody import for_everybody
from tournaments.wording.pod_reasons import say_final_reasons, say_pod_reasons
from tournaments.wording.pods import say_pods


@require_safe
@for_everybody()
def pod_why(request: HttpRequest, code: str, pod_id: int) -> HttpResponse:
    """Why these players sit together, and in this order: their points, whom they had met, whose turn it was."""
    here = visit(request, code)
    row = find_pod(here.tournament, pod_id)
    if row is None:
        raise Http404
    entries = [seat.registration for seat in row.seats]
    names = {entry.pk: name_for(request.actor, entry, staff=here.private) for entry in entries}
    return event_page(
        here,
        "pod_why",
        tab="tournament_pairings",
        pod=row,
        round=row.pod.round,
        names=list(names.values()),
        sentences=_sentences(row, names),
        certificate=say_pods(row.pod.round.pairing),
    )


def _sentences(row: PodRow, names: Mapping[int, str]) -> list[str]:
    if row.pod.round.stage == Round.Stage.TOP_CUT:
        return say_final_reasons([seat.registration for seat in row.seats], names)
    return say_pod_reasons(reasons_of_pod(row), names)
