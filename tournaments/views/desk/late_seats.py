"""A late player and the one who has the bye: their match, made with one press."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.refusals import Conflict
from tournaments.forms.desk.pairing import LateSeatForm
from tournaments.models import Tournament
from tournaments.permissions import Action
from tournaments.queries.late_seats import seated_by
from tournaments.round_names import say_round
from tournaments.services.late_seats import seat_late
from tournaments.views.desk.access import desk_confirm, desk_view, done, whole_number
from tournaments.views.desk.rounds import round_of
from tournaments.wording import say_refusal


@require_POST
@desk_view(Action.RUN_ROUNDS)
def seat(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Seat the late player with the one who has the bye; two who have met or are kept apart are asked about first."""
    round = round_of(tournament, number)
    late, opponent = whole_number(request.POST.get("late")), whole_number(request.POST.get("opponent"))
    back = reverse("desk_round", args=[tournament.code, number])
    try:
        made = seat_late(
            actor=request.actor,
            round_id=round.pk,
            registration_id=late,
            opponent_id=opponent,
            confirmed="confirmed" in request.POST,
        )
    except Conflict as refused:
        if refused.code != "late_marks_unconfirmed":
            raise
        return desk_confirm(
            request,
            tournament,
            question=_("Seat these two together all the same?"),
            consequences=[say_refusal(refused)],
            action=_("Seat them together"),
            back=back,
            press="confirmed",
            form=LateSeatForm(initial={"late": late, "opponent": opponent}),
            danger=False,
        )
    table = seated_by(made)["table"]
    said = _("%(round)s: the bye is a match at table %(table)s. Both have a notice.")
    undo = reverse("desk_round_repair_undo", args=[tournament.code, number, made.pk])
    return done(request, said % {"round": say_round(round), "table": table}, then=back, undo=undo)
