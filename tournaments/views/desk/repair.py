"""Repairing a published round: what would change, the change, and undoing it."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.refusals import Refusal
from tournaments.models import Registration, Tournament
from tournaments.permissions import Action
from tournaments.queries.repair import RepairPlan, corrections_since_pairing, is_repairable
from tournaments.services import repairs
from tournaments.views.desk.access import attempt, desk_page, desk_view, done
from tournaments.views.desk.rounds import round_of
from tournaments.wording import say_refusal
from tournaments.wording.certificate import LevelLine, say_repair_levels, say_repair_verdict

Pair = tuple[Registration, Registration]


@dataclass(frozen=True)
class TableLine:
    """One table number and who sits there before and after; None if nobody does."""

    number: int
    before: Pair | None
    after: Pair | None


@dataclass(frozen=True)
class MoveLine:
    """One player who gets another opponent or table; table None is the bye."""

    player: Registration
    before: int | None
    after: int | None
    opponent: Registration | None


@dataclass(frozen=True)
class RepairPreview:
    """The plan as the page shows it."""

    plan: RepairPlan
    tables: tuple[TableLine, ...]
    players: tuple[MoveLine, ...]
    is_proved: bool
    verdict: str
    levels: tuple[LevelLine, ...]
    rematches: tuple[Pair, ...]


@require_http_methods(["GET", "HEAD", "POST"])
@desk_view(Action.RUN_ROUNDS)
def repair(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The repair as it would be made now; a POST makes the one that was shown, or says that something has changed."""
    round = round_of(tournament, number)
    refused = ""
    if request.method == "POST":
        seen = request.POST.get("fingerprint", "")
        repaired = attempt(repairs.apply_repair, actor=request.actor, round_id=round.pk, fingerprint=seen)
        if isinstance(repaired, Refusal):
            refused = say_refusal(repaired)
        else:
            return done(
                request,
                _("Round %(number)d is repaired. Tell the players who moved.") % {"number": number},
                then=reverse("desk_round", args=[tournament.code, number]),
                undo=reverse("desk_round_repair_undo", args=[tournament.code, number]),
            )
        round = round_of(tournament, number)
    preview = None
    if is_repairable(round):
        planned = attempt(repairs.plan_repair, actor=request.actor, round_id=round.pk)
        if isinstance(planned, Refusal):
            refused = refused or say_refusal(planned)
        else:
            preview = preview_of(planned)
    return desk_page(
        request,
        "repair",
        tournament,
        tab="rounds",
        round=round,
        corrections=corrections_since_pairing(round),
        preview=preview,
        refused=refused,
        status=409 if refused else 200,
    )


@require_POST
@desk_view(Action.RUN_ROUNDS)
def undo(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Restore the round as it was published before."""
    repairs.undo_repair(actor=request.actor, round_id=round_of(tournament, number).pk)
    said = _("The repair of round %(number)d is undone.") % {"number": number}
    return done(request, said, then=reverse("desk_round", args=[tournament.code, number]))


def preview_of(plan: RepairPlan) -> RepairPreview:
    """The plan with names in place of keys."""
    people = plan.people

    def named(pair: tuple[int, int] | None) -> Pair | None:
        return (people[pair[0]], people[pair[1]]) if pair is not None else None

    before = {move.table: move.pair for move in plan.moves if move.table is not None}
    after = {move.new_table: move.new_pair for move in plan.moves if move.new_table is not None}
    result = plan.result
    return RepairPreview(
        plan=plan,
        tables=tuple(
            TableLine(number, named(before.get(number)), named(after.get(number)))
            for number in sorted(before.keys() | after.keys())
        ),
        players=tuple(_move(plan, key) for key in plan.moved),
        is_proved=result.certified,
        verdict=say_repair_verdict(result, playing=len(plan.playing)),
        levels=say_repair_levels(result),
        rematches=tuple((people[one], people[two]) for one, two in result.pairing.rematches),
    )


def _move(plan: RepairPlan, key: int) -> MoveLine:
    table = next((move.table for move in plan.moves if key in move.pair), None)
    new = next((move for move in plan.moves if key in move.new_pair), None)
    other = next((player for player in new.new_pair if player != key), None) if new is not None else None
    return MoveLine(
        player=plan.people[key],
        before=table,
        after=new.new_table if new is not None else None,
        opponent=plan.people[other] if other is not None else None,
    )
