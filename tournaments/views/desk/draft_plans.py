"""Drawing a draft again, and giving its tables other numbers: what it costs and whom it moves, then the change."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.refusals import Refusal
from tournaments.models import PairingSearch, Tournament
from tournaments.permissions import Action
from tournaments.queries.pairing_settings import format_tables
from tournaments.queries.shared_tables import draft_tables
from tournaments.services.draft_again import apply_again, plan_again
from tournaments.services.drafts import set_table
from tournaments.services.pairing import TAKES_LONG
from tournaments.services.pairing_search import REQUEST_SECONDS, pair_again_or_search
from tournaments.services.table_moves import apply_table, plan_table
from tournaments.services.tables_follow import tables_back as move_back
from tournaments.services.tables_follow import use_settings_tables
from tournaments.views.desk.access import attempt, desk_page, desk_view, done, whole_number
from tournaments.views.desk.levels import draft_moves, level_rows, table_rows
from tournaments.views.desk.pod_plans import drawn_again, move_pod_of, seat_pods_again
from tournaments.views.desk.rounds import round_of, show_round
from tournaments.wording import say_refusal


@require_http_methods(["GET", "HEAD", "POST"])
@desk_view(Action.RUN_ROUNDS)
def pair_again(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """What another draw would cost beside the one there is; a POST makes the draw that was shown. One that nobody was
    shown, as it takes longer than a page may, is made too: if need be in the background."""
    concerned = round_of(tournament, number)
    if tournament.is_in_pods:
        return seat_pods_again(request, concerned)
    keys: dict[str, Any] = {"actor": request.actor, "round_id": concerned.pk}
    refused: Refusal | None = None
    if request.method == "POST" and request.POST.get("fingerprint"):
        made = attempt(apply_again, **keys, fingerprint=request.POST["fingerprint"])
        if not isinstance(made, Refusal):
            return drawn_again(request, concerned)
        refused = made
    elif request.method == "POST":
        found = pair_again_or_search(**keys)
        if isinstance(found, PairingSearch):
            return redirect("desk_search", tournament.code, number)
        return drawn_again(request, concerned)
    plan = attempt(plan_again, **keys, patience=REQUEST_SECONDS)
    if isinstance(plan, Refusal) and plan.code != TAKES_LONG:
        return show_round(request, tournament, number, refused=refused or plan)
    shown: dict[str, Any] = {}
    if not isinstance(plan, Refusal):
        people = tournament.registrations.in_bulk()
        shown = {
            "plan": plan,
            "players": draft_moves(plan.before, plan.after, plan.moved, people),
            "levels": level_rows([plan.now, plan.then]),
            "heads": (_("Drawn now"), _("Drawn again")),
        }
    return desk_page(
        request,
        "again",
        tournament,
        tab="rounds",
        round=concerned,
        at=reverse("desk_round_again", args=[tournament.code, number]),
        refused=say_refusal(refused) if refused is not None else "",
        status=refused.http_status if refused is not None else 200,
        **shown,
    )


@require_http_methods(["GET", "HEAD", "POST"])
@desk_view(Action.RUN_ROUNDS)
def table(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """What giving a match of a draft another table would cost and whom it would move; a POST makes the move that was
    shown. A line of the log names match, or pod, and table in its address, and goes back without asking."""
    concerned = round_of(tournament, number)
    if tournament.is_in_pods:
        return move_pod_of(request, concerned)
    asked = request.POST if "match" in request.POST else request.GET
    wanted = {"match_id": whole_number(asked.get("match")), "table": whole_number(asked.get("table"))}
    keys: dict[str, Any] = {"actor": request.actor, "round_id": concerned.pk, **wanted}
    refused: Refusal | None = None
    if request.method == "POST":
        seen, reason = request.POST.get("fingerprint", ""), request.POST.get("reason", "")
        moved = (
            attempt(apply_table, **keys, fingerprint=seen, reason=reason)
            if seen
            else attempt(set_table, **keys, reason=reason)
        )
        if not isinstance(moved, Refusal):
            said = _("The match plays at table %(table)d now.") % wanted
            return done(request, said, then=reverse("desk_round", args=[tournament.code, number]))
        refused = moved
    plan = attempt(plan_table, **keys)
    if isinstance(plan, Refusal):
        return show_round(request, tournament, number, refused=refused or plan)
    people = tournament.registrations.in_bulk()
    return desk_page(
        request,
        "table",
        tournament,
        tab="rounds",
        round=concerned,
        match=concerned.matches.select_related("player1", "player2").get(pk=wanted["match_id"]),
        table=wanted["table"],
        plan=plan,
        players=draft_moves(plan.before, plan.after, plan.moved, people),
        levels=(*level_rows([plan.pairs, plan.pairs]), *table_rows(plan.now, plan.then)),
        heads=(_("Draft now"), _("After the move")),
        at=reverse("desk_round_table", args=[tournament.code, number]),
        fields=[("match", wanted["match_id"]), ("table", wanted["table"])],
        asks_reason=True,
        typed=request.POST or request.GET,
        refused=say_refusal(refused) if refused is not None else "",
        status=refused.http_status if refused is not None else 200,
    )


@require_POST
@desk_view(Action.RUN_ROUNDS)
def tables_back(request: HttpRequest, tournament: Tournament, number: int, entry_id: int) -> HttpResponse:
    """Give the tables of a draft back the numbers that they had before they followed the settings."""
    concerned = round_of(tournament, number)
    line = get_object_or_404(tournament.log, pk=entry_id)
    moved = attempt(move_back, actor=request.actor, round_id=concerned.pk, line_id=line.pk)
    if isinstance(moved, Refusal):
        return show_round(request, tournament, number, refused=moved)
    said = _("The tables have their former numbers.")
    return done(request, said, then=reverse("desk_round", args=[tournament.code, number]))


@require_POST
@desk_view(Action.RUN_ROUNDS)
def tables_follow(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Move a draft to the tables that fill by the settings."""
    concerned = round_of(tournament, number)
    moved = attempt(use_settings_tables, actor=request.actor, round_id=concerned.pk)
    if isinstance(moved, Refusal):
        return show_round(request, tournament, number, refused=moved)
    said = _("The draft plays at tables %(tables)s.") % {"tables": format_tables(draft_tables(tournament))}
    return done(request, said, then=reverse("desk_round", args=[tournament.code, number]))
