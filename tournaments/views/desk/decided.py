"""Deciding that two players of a draft meet, or do not, or that one has the bye: what it costs side by side, and the
choice made."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.refusals import Refusal
from tournaments.models import Registration, Round, Tournament
from tournaments.permissions import Action
from tournaments.services.decided_pairs import DraftPlan, apply_decision, plan_decision
from tournaments.services.decisions import ABOUT_ONE, TAKES_BACK, Decision, What
from tournaments.views.desk.access import attempt, desk_page, desk_view, done, whole_number
from tournaments.views.desk.levels import LevelRow, MoveLine, draft_moves, level_rows
from tournaments.views.desk.pod_deciding import decide_in_pods
from tournaments.views.desk.rounds import round_of
from tournaments.wording import say_refusal


@dataclass(frozen=True)
class DraftChoice:
    """One way to make a decision: move few, or draw the draft `again`. `refused` says why there is none."""

    again: bool
    plan: DraftPlan | None = None
    players: tuple[MoveLine, ...] = ()
    refused: str = ""


@require_http_methods(["GET", "HEAD", "POST"])
@desk_view(Action.RUN_ROUNDS)
def decide(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """What a decision about players would cost and whom it would move; a POST makes the choice that was shown."""
    round = round_of(tournament, number)
    if tournament.is_in_pods:
        return decide_in_pods(request, round)
    sent = request.POST if request.method == "POST" else request.GET
    if sent.get("what") not in list(What):
        return redirect("desk_round", code=tournament.code, number=number)
    what, one, other = What(sent["what"]), whole_number(sent.get("one")), whole_number(sent.get("other"))
    refused: Refusal | None = None
    if request.method == "POST":
        made = attempt(
            apply_decision,
            actor=request.actor,
            round_id=round.pk,
            decision=Decision(what, one, other, again="again" in sent),
            fingerprint=sent.get("fingerprint", ""),
            reason=sent.get("reason", ""),
        )
        if not isinstance(made, Refusal):
            return done(request, _said(what), then=reverse("desk_round", args=[tournament.code, number]))
        refused = made
    people = tournament.registrations.in_bulk()
    choices = tuple(_choice(request, round, Decision(what, one, other, again), people) for again in (False, True))
    return desk_page(
        request,
        "decide",
        tournament,
        tab="rounds",
        round=round,
        what=what.value,
        one=people.get(one),
        other=people.get(other) if what not in ABOUT_ONE else None,
        is_about_one=what in ABOUT_ONE,
        takes_back=what in TAKES_BACK,
        choices=choices,
        levels=_levels(choices),
        heads=(_("Draft now"), _("Move few"), _("Draw all again")),
        typed=request.POST,
        refused=say_refusal(refused) if refused is not None else "",
        status=refused.http_status if refused is not None else 200,
    )


def _said(what: What) -> str:
    said = {
        What.MEET: _("The two meet, and the others are paired around them. Everybody can see that."),
        What.APART: _("The two do not meet in this round. Everybody can see that it was paired around that."),
        What.NEVER: _("The two never meet in this event. Everybody can see that the draft was paired around that."),
        What.FREE: _("Nothing is decided about the two any more, and the draft is paired again."),
        What.BYE: _("The player has the bye, and the others are paired around that. Everybody can see that."),
        What.PAIRED: _("The bye is taken back, and the draft is paired again."),
    }
    return said[what]


def _choice(request: HttpRequest, round: Round, decision: Decision, people: dict[int, Registration]) -> DraftChoice:
    plan = attempt(plan_decision, actor=request.actor, round_id=round.pk, decision=decision)
    if isinstance(plan, Refusal):
        return DraftChoice(decision.again, refused=say_refusal(plan))
    moves = draft_moves(plan.before, plan.after, plan.moved, people)
    return DraftChoice(decision.again, plan, moves)


def _levels(choices: tuple[DraftChoice, ...]) -> tuple[LevelRow, ...]:
    """What the draft costs now, and after each choice, measure by measure."""
    plans = [choice.plan for choice in choices]
    now = next((plan.now for plan in plans if plan is not None), None)
    if now is None:
        return ()
    return level_rows([now, *(plan.then if plan is not None else None for plan in plans)])
