"""Exchanging two players of a draft in pods: what it costs and whom it moves, then the exchange, and undoing it."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts import notices
from accounts.refusals import Refusal
from tournaments.models import Tournament
from tournaments.services.pod_exchange import PodSwap
from tournaments.services.pod_swaps import apply_pod_swap, plan_pod_swap, undo_pod_swap
from tournaments.views.desk.access import attempt, desk_page, whole_number
from tournaments.views.desk.levels import pod_levels, pod_moves
from tournaments.views.desk.rounds import round_of, show_round
from tournaments.wording import say_refusal
from tournaments.wording.draft_marks import say_marks


def swap_in_draft(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """What an exchange would cost, level by level, and whom it would move; a POST makes the one that was shown."""
    round = round_of(tournament, number)
    sent = request.POST if request.method == "POST" else request.GET
    pair = {"one": whole_number(sent.get("one")), "other": whole_number(sent.get("other"))}
    refused: Refusal | None = None
    if request.method == "POST":
        seen = {"fingerprint": sent.get("fingerprint", ""), "reason": sent.get("reason", "")}
        made = attempt(apply_pod_swap, actor=request.actor, round_id=round.pk, **pair, **seen)
        if not isinstance(made, Refusal):
            return _swapped(request, tournament, number, made, **pair)
        refused = made
    plan = attempt(plan_pod_swap, actor=request.actor, round_id=round.pk, **pair)
    if isinstance(plan, Refusal):
        return show_round(request, tournament, number, refused=plan)
    people = tournament.registrations.in_bulk()
    return desk_page(
        request,
        "swap",
        tournament,
        tab="rounds",
        round=round,
        one=people[pair["one"]],
        other=people[pair["other"]],
        plan=plan,
        at=reverse("desk_round_swap", args=[tournament.code, number]),
        fields=[*pair.items()],
        asks_reason=True,
        players=pod_moves(plan, plan.moved, people),
        marks=say_marks(plan.marks),
        levels=pod_levels([plan.now, plan.then]),
        heads=(_("Draft now"), _("After the swap")),
        typed=request.POST,
        refused=say_refusal(refused) if refused is not None else "",
        status=refused.http_status if refused is not None else 200,
    )


def swap_pods_back(
    request: HttpRequest, tournament: Tournament, number: int, one_id: int, other_id: int
) -> HttpResponse:  # fmt: skip
    """Undo the newest exchange of a draft, once: pressed again, or on an old page, it exchanges nobody."""
    keys = {"one": one_id, "other": other_id}
    made = attempt(undo_pod_swap, actor=request.actor, round_id=round_of(tournament, number).pk, **keys)
    if isinstance(made, Refusal):
        return show_round(request, tournament, number, refused=made)
    _say_marks(request, made)
    notices.done(request, _("The two players are back in their places."))
    return redirect("desk_round", tournament.code, number)


def _swapped(
    request: HttpRequest, tournament: Tournament, number: int, made: PodSwap, *, one: int, other: int
) -> HttpResponse:  # fmt: skip
    """Back to the draft, which says what the exchange has caused and offers to undo it."""
    _say_marks(request, made)
    notices.done(
        request,
        _("The two players have changed places. Everybody can see that this draft was edited."),
        undo=reverse("desk_round_swap_back", args=[tournament.code, number, one, other]),
    )
    return redirect("desk_round", tournament.code, number)


def _say_marks(request: HttpRequest, made: PodSwap) -> None:
    for words in say_marks(made.marks):
        messages.warning(request, words)
