"""A published round after a correction: keep, repair and pair again side by side, the one chosen, and undoing it."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.refusals import Refusal
from tournaments.models import PairingSearch, Round, RoundRepair, Tournament
from tournaments.permissions import Action
from tournaments.queries.divisions import part_name
from tournaments.queries.moved import moved_in
from tournaments.queries.repair import is_planned_in_a_moment, is_repairable
from tournaments.queries.repair_scope import repair_scope, seen_in
from tournaments.round_names import say_round
from tournaments.services import repairs
from tournaments.services.pod_repairs import undo_pod_repair
from tournaments.services.redraws import redraw_or_search
from tournaments.services.undone_repairs import undo_repair
from tournaments.views.desk.access import attempt, desk_page, desk_view, done
from tournaments.views.desk.pod_repair import pod_repair
from tournaments.views.desk.repair_choices import choices_of, compare_choices
from tournaments.views.desk.rounds import round_of
from tournaments.wording import say_refusal

Choice = RoundRepair.Choice


@require_http_methods(["GET", "HEAD", "POST"])
@desk_view(Action.RUN_ROUNDS)
def repair(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The choices as they would be made now; a POST makes the one that was shown, or says that something has changed.

    Of a large round the page is there at once, and asks for itself with `plan` while the choices are worked out.
    """
    round = round_of(tournament, number)
    if tournament.is_in_pods:
        return pod_repair(request, round)
    refused: Refusal | None = None
    if request.method == "POST":
        made = attempt(_choose, request=request, round=round)
        if not isinstance(made, Refusal):
            return made
        refused, round = made, round_of(tournament, number)
    scope = repair_scope(round)
    corrections = scope.corrections
    can_repair = is_repairable(round)
    is_asked = request.method == "POST" or "plan" in request.GET
    is_working = can_repair and not is_asked and not is_planned_in_a_moment(round)
    choices = choices_of(request.actor, round) if can_repair and not is_working else ()
    return desk_page(
        request,
        "repair",
        tournament,
        tab="rounds",
        round=round,
        corrections=corrections,
        part=part_name(tournament, scope.part),
        seen=seen_in(corrections),
        choices=choices,
        is_working=is_working,
        levels=compare_choices(choices),
        heads=(_("Keep"), _("Repair"), _("Pair all again")),
        moved=moved_in(round),
        typed=request.POST,
        refused=say_refusal(refused) if refused is not None else "",
        status=refused.http_status if refused is not None else 200,
    )


def _choose(request: HttpRequest, round: Round) -> HttpResponse:
    """Carry out the choice that was sent; raises what its service refuses."""
    tournament, sent = round.tournament, request.POST
    facts: dict[str, Any] = {"actor": request.actor, "round_id": round.pk, "reason": sent.get("reason", "")}
    choice, seen = sent.get("choice", Choice.REPAIR), sent.get("fingerprint", "")
    if choice == Choice.KEEP:
        made: RoundRepair | PairingSearch = repairs.keep_pairings(seen=seen, **facts)
        said = _("%(round)s: stays as it was published.")
    elif choice == Choice.REDRAW:
        made = redraw_or_search(fingerprint=seen, **facts)
        if isinstance(made, PairingSearch):
            return redirect("desk_search", tournament.code, round.number)
        said = _("%(round)s: paired again. Everybody who moved has a notice.")
    else:
        made = repairs.apply_repair(fingerprint=seen, **facts)
        said = _("%(round)s: repaired. Everybody who moved has a notice.")
    keys = [tournament.code, round.number]
    return done(
        request,
        said % {"round": say_round(round)},
        then=reverse("desk_round", args=keys),
        undo=reverse("desk_round_repair_undo", args=[*keys, made.pk]),
    )


@require_POST
@desk_view(Action.RUN_ROUNDS)
def undo(request: HttpRequest, tournament: Tournament, number: int, repair_id: int) -> HttpResponse:
    """Restore the round as it was published before its newest repair, or open the choice again."""
    round = round_of(tournament, number)
    get_object_or_404(round.repairs, pk=repair_id)
    service = undo_pod_repair if tournament.is_in_pods else undo_repair
    undone = service(actor=request.actor, round_id=round.pk, repair_id=repair_id)
    then = reverse("desk_round", args=[tournament.code, number])
    sentences = {
        Choice.KEEP: _("%(round)s: the choice is open again."),
        Choice.LATE: _("%(round)s: the bye is a bye again."),
    }
    said = sentences.get(Choice(undone.choice), _("%(round)s: the repair is undone."))
    return done(request, said % {"round": say_round(round)}, then=then)
