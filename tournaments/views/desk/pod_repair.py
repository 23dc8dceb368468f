"""A published round in pods after a correction: keep, move few and seat all again side by side, and the one chosen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.refusals import Refusal
from tournaments.models import Round, RoundRepair
from tournaments.pods.entrants import PodLevels
from tournaments.queries.moved import moved_in
from tournaments.queries.pod_repair import is_pod_repairable, pod_corrections, seen_in_pods
from tournaments.round_names import say_round
from tournaments.services import pod_repairs
from tournaments.services.pod_repairs import PodRepairPlan
from tournaments.views.desk.access import attempt, desk_page, done
from tournaments.views.desk.levels import MoveLine, pod_levels
from tournaments.wording import say_refusal

Choice = RoundRepair.Choice


@dataclass(frozen=True)
class PodChoice:
    """One choice: what it costs, how many tables change, and who moves. `refused` says why there is none; `plan` is
    None for what is kept, and where there is none."""

    choice: RoundRepair.Choice
    plan: PodRepairPlan | None = None
    cost: PodLevels | None = None
    tables: tuple[int, ...] = ()
    players: tuple[MoveLine, ...] = ()
    refused: str = ""

    @property
    def is_needed(self) -> bool:
        """Whether anybody would move."""
        return self.plan is not None and self.plan.is_needed


def pod_repair(request: HttpRequest, round: Round) -> HttpResponse:
    """The choices as they would be made now; a POST makes the one that was shown, or says that something changed."""
    refused: Refusal | None = None
    if request.method == "POST":
        made = attempt(_choose, request=request, round=round)
        if not isinstance(made, Refusal):
            return made
        refused = made
    corrections = pod_corrections(round)
    choices = _choices(request, round) if is_pod_repairable(round) else ()
    return desk_page(
        request,
        "repair",
        round.tournament,
        tab="rounds",
        round=round,
        corrections=corrections,
        seen=seen_in_pods(corrections),
        choices=choices,
        levels=pod_levels([one.cost for one in choices]) if choices else (),
        heads=(_("Keep"), _("Move few"), _("Seat all again")),
        moved=moved_in(round),
        typed=request.POST,
        refused=say_refusal(refused) if refused is not None else "",
        status=refused.http_status if refused is not None else 200,
    )


def _choose(request: HttpRequest, round: Round) -> HttpResponse:
    """Carry out the choice that was sent; raises what its service refuses."""
    sent, keys = request.POST, [round.tournament.code, round.number]
    facts: dict[str, Any] = {"actor": request.actor, "round_id": round.pk, "reason": sent.get("reason", "")}
    choice, seen = sent.get("choice", Choice.REPAIR), sent.get("fingerprint", "")
    if choice == Choice.KEEP:
        made = pod_repairs.keep_pods(seen=seen, **facts)
        said = _("%(round)s: stays as it was published.")
    else:
        redraws = choice == Choice.REDRAW
        made = pod_repairs.apply_pod_repair(fingerprint=seen, redraws=redraws, **facts)
        said = _("%(round)s: seated again. Everybody whose table changed has a notice.")
    return done(
        request,
        said % {"round": say_round(round)},
        then=reverse("desk_round", args=keys),
        undo=reverse("desk_round_repair_undo", args=[*keys, made.pk]),
    )


def _choices(request: HttpRequest, round: Round) -> tuple[PodChoice, ...]:
    """Keep, move few, and seat all again, in this order, each as it would be made now."""
    few, everybody = (_planned(request, round, redraws=redraws) for redraws in (False, True))
    known = few.plan or everybody.plan
    return PodChoice(Choice.KEEP, cost=known.now if known is not None else None), few, everybody


def _planned(request: HttpRequest, round: Round, *, redraws: bool) -> PodChoice:
    choice = Choice.REDRAW if redraws else Choice.REPAIR
    plan = attempt(pod_repairs.plan_pod_repair, actor=request.actor, round_id=round.pk, redraws=redraws)
    if isinstance(plan, Refusal):
        return PodChoice(choice, refused=say_refusal(plan))
    people = round.tournament.registrations.in_bulk(list(plan.moved))
    was, now = plan.before.place_of, plan.after.place_of
    players = tuple(MoveLine(people[key], was.get(key), now[key], None) for key in plan.moved)
    return PodChoice(choice, plan, plan.then, plan.changed, players)
