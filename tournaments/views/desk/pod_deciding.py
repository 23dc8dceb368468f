"""Deciding that two players of a draft in pods sit together, or do not, or that one has the bye: what it costs, and the
choice made."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.refusals import Refusal
from tournaments.models import Registration, Round
from tournaments.services.decisions import ABOUT_ONE, TAKES_BACK, Decision, What
from tournaments.services.pod_decisions import (
    OF_PODS,
    PodDecisionPlan,
    apply_pod_decision,
    plan_pod_decision,
    undo_pod_decision,
)
from tournaments.views.desk.access import attempt, desk_page, done, whole_number
from tournaments.views.desk.levels import MoveLine, pod_levels, pod_moves
from tournaments.wording import say_refusal


@dataclass(frozen=True)
class PodDraftChoice:
    """The way to make a decision; `refused` says why there is none."""

    plan: PodDecisionPlan | None = None
    players: tuple[MoveLine, ...] = ()
    refused: str = ""
    again: bool = False


def decide_in_pods(request: HttpRequest, round: Round) -> HttpResponse:
    """What a decision about two players would cost and whom it would move; a POST makes it as it was shown, or with
    `undo` takes it back."""
    tournament, sent = round.tournament, {**request.GET.dict(), **request.POST.dict()}
    here = reverse("desk_round", args=[tournament.code, round.number])
    if sent.get("what") not in OF_PODS:
        return redirect(here)
    what, one = What(sent["what"]), whole_number(sent.get("one"))
    other = whole_number(sent.get("other")) if what not in ABOUT_ONE else 0
    if request.method == "POST" and "undo" in sent:
        undo_pod_decision(actor=request.actor, round_id=round.pk, one=one, other=other)
        return done(request, _said(What.FREE if other else What.PAIRED), then=here)
    decision = Decision(what, one, other)
    refused: Refusal | None = None
    if request.method == "POST":
        seen = {"fingerprint": sent.get("fingerprint", ""), "reason": sent.get("reason", "")}
        made = attempt(apply_pod_decision, actor=request.actor, round_id=round.pk, decision=decision, **seen)
        if not isinstance(made, Refusal):
            undo = reverse("desk_round_decide", args=[tournament.code, round.number])
            more = {} if what in TAKES_BACK else {"undo": f"{undo}?what=free&undo=1&one={one}&other={other}"}
            return done(request, _said(what), then=here, **more)
        refused = made
    people = tournament.registrations.in_bulk()
    choice = _choice(request, round, decision, people)
    plan = choice.plan
    return desk_page(
        request,
        "decide",
        tournament,
        tab="rounds",
        round=round,
        what=what.value,
        takes_back=what in TAKES_BACK,
        one=people.get(one),
        other=people.get(other) if what not in ABOUT_ONE else None,
        is_about_one=what in ABOUT_ONE,
        choices=(choice,),
        levels=pod_levels([plan.now, plan.then]) if plan is not None else (),
        heads=(_("Draft now"), _("After it")),
        typed=request.POST,
        refused=say_refusal(refused) if refused is not None else "",
        status=refused.http_status if refused is not None else 200,
    )


def _said(what: What) -> str:
    said = {
        What.MEET: _("The two sit together in this round. Everybody can see that it was decided."),
        What.APART: _("The two do not sit together in this round. Everybody can see that it was decided."),
        What.FREE: _("Nothing is decided about the two any more."),
        What.BYE: _("The player has the bye, and all others are seated again. Everybody can see that."),
        What.PAIRED: _("The bye is taken back, and the draft is seated again."),
    }
    return said[what]


def _choice(
    request: HttpRequest, round: Round, decision: Decision, people: dict[int, Registration]
) -> PodDraftChoice:  # fmt: skip
    plan = attempt(plan_pod_decision, actor=request.actor, round_id=round.pk, decision=decision)
    if isinstance(plan, Refusal):
        return PodDraftChoice(refused=say_refusal(plan))
    return PodDraftChoice(plan, pod_moves(plan, plan.concerned if decision.what in ABOUT_ONE else plan.moved, people))
