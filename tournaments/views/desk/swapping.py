"""Exchanging two players of a draft: what it costs and whom it moves, then the swap, and undoing it."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts import notices
from accounts.refusals import Refusal
from tournaments.models import Tournament
from tournaments.permissions import Action
from tournaments.services.drafts import EditedDraft
from tournaments.services.swaps import apply_swap, plan_swap, undo_swap
from tournaments.views.desk.access import attempt, desk_page, desk_view, whole_number
from tournaments.views.desk.levels import draft_moves, level_rows
from tournaments.views.desk.pod_swapping import swap_in_draft, swap_pods_back
from tournaments.views.desk.rounds import round_of, show_round
from tournaments.wording import say_refusal
from tournaments.wording.draft_marks import say_marks


@require_http_methods(["GET", "HEAD", "POST"])
@desk_view(Action.RUN_ROUNDS)
def swap(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """What a swap would cost, level by level, and whom it would move; a POST makes the swap that was shown."""
    if tournament.is_in_pods:
        return swap_in_draft(request, tournament, number)
    round = round_of(tournament, number)
    sent = request.POST if request.method == "POST" else request.GET
    pair = {"one": whole_number(sent.get("one")), "other": whole_number(sent.get("other"))}
    refused: Refusal | None = None
    if request.method == "POST":
        seen = {"fingerprint": sent.get("fingerprint", ""), "reason": sent.get("reason", "")}
        made = attempt(apply_swap, actor=request.actor, round_id=round.pk, **pair, **seen)
        if not isinstance(made, Refusal):
            return _swapped(request, tournament, made, pair["one"], pair["other"])
        refused = made
    plan = attempt(plan_swap, actor=request.actor, round_id=round.pk, **pair)
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
        players=draft_moves(plan.before, plan.after, plan.moved, people),
        levels=level_rows([plan.now, plan.then]),
        heads=(_("Draft now"), _("After the swap")),
        marks=say_marks(plan.marks),
        typed=request.POST,
        refused=say_refusal(refused) if refused is not None else "",
        status=refused.http_status if refused is not None else 200,
    )


@require_POST
@desk_view(Action.RUN_ROUNDS)
def swap_back(request: HttpRequest, tournament: Tournament, number: int, one_id: int, other_id: int) -> HttpResponse:
    """Undo the newest swap of a draft, once: pressed again, or on an old page, it moves nobody."""
    for named in (one_id, other_id):
        get_object_or_404(tournament.registrations, pk=named)
    if tournament.is_in_pods:
        return swap_pods_back(request, tournament, number, one_id, other_id)
    pair = {"one": one_id, "other": other_id}
    edited = attempt(undo_swap, actor=request.actor, round_id=round_of(tournament, number).pk, **pair)
    if isinstance(edited, Refusal):
        return show_round(request, tournament, number, refused=edited)
    _say_warnings(request, edited)
    notices.done(request, _("The two players are back in their places."))
    return redirect("desk_round", tournament.code, number)


def _swapped(request: HttpRequest, tournament: Tournament, edited: EditedDraft, one: int, other: int) -> HttpResponse:
    """Back to the draft, which says what the swap has caused and offers to undo it."""
    _say_warnings(request, edited)
    keys = [tournament.code, edited.round.number]
    notices.done(
        request,
        _("The two players have changed places. Everybody can see that this draft was edited."),
        undo=reverse("desk_round_swap_back", args=[*keys, one, other]),
    )
    return redirect("desk_round", *keys)


def _say_warnings(request: HttpRequest, edited: EditedDraft) -> None:
    for first, second in edited.rematches:
        text = _("%(one)s and %(other)s have met before.") % {"one": first.entered_name, "other": second.entered_name}
        messages.warning(request, text)
    for first, second in edited.kept_together:
        text = _("%(one)s and %(other)s were to be kept apart.") % {
            "one": first.entered_name,
            "other": second.entered_name,
        }
        messages.warning(request, text)
    if edited.second_bye is not None:
        messages.warning(request, _("%(name)s already had a bye.") % {"name": edited.second_bye.entered_name})
