"""Seating a draft in pods again, and giving its pods other tables: what it costs and whom it moves, then the change."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.refusals import Refusal
from tournaments.models import Round
from tournaments.queries.pods import find_pod
from tournaments.round_names import say_round
from tournaments.services.drafts import pair_again
from tournaments.services.pod_again import apply_pods_again, plan_pods_again
from tournaments.services.pod_edits import apply_pod_table, move_pod, plan_pod_table
from tournaments.views.desk.access import attempt, desk_page, done, whole_number
from tournaments.views.desk.levels import pod_levels, pod_moves
from tournaments.views.desk.rounds import show_round
from tournaments.wording import say_refusal


def seat_pods_again(request: HttpRequest, round: Round) -> HttpResponse:
    """What another seating would cost beside the one there is; a POST makes the one that was shown, or one that nobody
    was shown, where the draft has to be seated again because of who left or came."""
    tournament, keys = round.tournament, {"actor": request.actor, "round_id": round.pk}
    refused: Refusal | None = None
    if request.method == "POST":
        seen = request.POST.get("fingerprint", "")
        made = attempt(apply_pods_again, **keys, fingerprint=seen) if seen else attempt(pair_again, **keys)
        if not isinstance(made, Refusal):
            return drawn_again(request, round)
        refused = made
    plan = attempt(plan_pods_again, **keys)
    if isinstance(plan, Refusal):
        return show_round(request, tournament, round.number, refused=refused or plan)
    return desk_page(
        request,
        "again",
        tournament,
        tab="rounds",
        round=round,
        at=reverse("desk_round_again", args=[tournament.code, round.number]),
        plan=plan,
        players=pod_moves(plan, plan.concerned, tournament.registrations.in_bulk()),
        levels=pod_levels([plan.now, plan.then]),
        heads=(_("Drawn now"), _("Drawn again")),
        refused=say_refusal(refused) if refused is not None else "",
        status=refused.http_status if refused is not None else 200,
    )


def drawn_again(request: HttpRequest, round: Round) -> HttpResponse:
    """Back to a draft that was drawn again."""
    said = _("%(round)s: paired again.") % {"round": say_round(round)}
    return done(request, said, then=reverse("desk_round", args=[round.tournament.code, round.number]))


def move_pod_of(request: HttpRequest, round: Round) -> HttpResponse:
    """Whom giving a pod of a draft another table would move; a POST makes the move that was shown. A line of the log
    names pod and table in its address, and goes back without asking."""
    tournament, number = round.tournament, round.number
    asked = request.POST if "pod" in request.POST else request.GET
    wanted = {"pod_id": whole_number(asked.get("pod")), "table": whole_number(asked.get("table"))}
    keys: dict[str, Any] = {"actor": request.actor, "round_id": round.pk, **wanted}
    refused: Refusal | None = None
    if request.method == "POST":
        seen, reason = request.POST.get("fingerprint", ""), request.POST.get("reason", "")
        moved = (
            attempt(apply_pod_table, **keys, fingerprint=seen, reason=reason)
            if seen
            else attempt(move_pod, **keys, reason=reason)
        )
        if not isinstance(moved, Refusal):
            said = _("The pod plays at table %(table)d now.") % wanted
            return done(request, said, then=reverse("desk_round", args=[tournament.code, number]))
        refused = moved
    plan = attempt(plan_pod_table, **keys)
    if isinstance(plan, Refusal):
        return show_round(request, tournament, number, refused=refused or plan)
    pod = find_pod(tournament, wanted["pod_id"], drafts=True)
    return desk_page(
        request,
        "table",
        tournament,
        tab="rounds",
        round=round,
        pod=pod,
        names=" · ".join(seat.registration.entered_name for seat in pod.seats) if pod is not None else "",
        table=wanted["table"],
        plan=plan,
        players=pod_moves(plan, plan.moved, tournament.registrations.in_bulk()),
        at=reverse("desk_round_table", args=[tournament.code, number]),
        fields=[("pod", wanted["pod_id"]), ("table", wanted["table"])],
        asks_reason=True,
        typed=request.POST or request.GET,
        refused=say_refusal(refused) if refused is not None else "",
        status=refused.http_status if refused is not None else 200,
    )
