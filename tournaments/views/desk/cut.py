"""The top cut and the end of the event."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts import notices
from accounts.refusals import Refusal
from tournaments.models import Round, Tournament
from tournaments.permissions import Action
from tournaments.pods.finals import FINAL_SIZES, MIN_SEEDED
from tournaments.queries.cut_drops import is_in_cut
from tournaments.queries.division_places import by_division, ranks_apart
from tournaments.queries.records import read_record
from tournaments.queries.settings import recommended_cut
from tournaments.queries.standings import StandingRow, standings_in, standings_of
from tournaments.services import top_cut
from tournaments.services.finish import finish_tournament, reopen_tournament
from tournaments.views.desk.access import attempt, desk_page, desk_view, done, whole_number
from tournaments.views.desk.division_cuts import start_division_cuts
from tournaments.views.desk.seeds import byes_of_cut, seed_previews
from tournaments.wording import say_refusal

SHOWN_BEST = 8
"""Rows of a table that the page of the event's end shows."""

USUAL_SIZE = 4
"""The smallest cut that is offered to a field of any size; a final alone has to be wanted."""


def fitting_cut(size: int, players: int) -> int:
    """The largest size up to the wanted one that this number of players fills, without byes; a top 4 for fewer."""
    fitting = [known for known in top_cut.SIZES if USUAL_SIZE <= known <= min(size, players)]
    return fitting[-1] if fitting and size != top_cut.SIZES[0] else min(size, USUAL_SIZE) or USUAL_SIZE


@require_http_methods(["GET", "HEAD", "POST"])
@desk_view(Action.RUN_ROUNDS)
def cut(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Who would be in the cut, with which seed; a POST starts it."""
    if tournament.cuts_apart:
        return start_division_cuts(request, tournament)
    rows = standings_in(read_record(tournament), together=True)
    here = sum(row.rank is not None and is_in_cut(tournament, row.registration) for row in rows)
    size = whole_number(request.POST.get("size") or request.GET.get("size")) or tournament.top_cut
    if tournament.is_in_pods:
        size = size if size in FINAL_SIZES else FINAL_SIZES[0]
    elif size not in top_cut.SIZES:
        size = fitting_cut(recommended_cut(tournament.ruleset, here), here)
    elif "size" not in request.POST and "size" not in request.GET:
        size = fitting_cut(size, here)
    refused = ""
    if request.method == "POST":
        started = attempt(
            top_cut.start_top_cut,
            actor=request.actor,
            tournament_id=tournament.pk,
            size=size,
            early="early" in request.POST,
        )
        if isinstance(started, Refusal):
            refused = say_refusal(started)
        else:
            notices.done(
                request,
                _("The top %(size)d is seeded. Look the first round over and publish it.") % {"size": size},
                undo=reverse("desk_cut_discard", args=[tournament.code]),
            )
            return redirect("desk_round", tournament.code, started.number)
    played = tournament.rounds.filter(stage=Round.Stage.SWISS, status=Round.Status.COMPLETED).count()
    return desk_page(
        request,
        "cut",
        tournament,
        tab="desk",
        status=422 if refused else 200,
        refused=refused,
        size=size,
        **_sizes(tournament, size, here),
        previews=seed_previews(rows, size),
        codes=[value.code for value in rows[0].values] if rows else [],
        players_here=here,
        played=played,
        is_early=played < (tournament.planned_rounds or 0),
    )


def _sizes(tournament: Tournament, size: int, here: int) -> dict[str, Any]:
    """The sizes that are offered to this number of players, and the byes of the one chosen."""
    if tournament.is_in_pods:
        return {"sizes": [known for known in FINAL_SIZES if MIN_SEEDED[known] <= here or known == size], "byes": 0}
    return {
        "sizes": [known for known in top_cut.SIZES if known <= max(here, USUAL_SIZE) or known == size],
        "larger": [known for known in top_cut.SIZES if known > max(here, USUAL_SIZE) and known != size],
        "byes": byes_of_cut(min(size, here)),
    }


@require_POST
@desk_view(Action.RUN_ROUNDS)
def discard(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Back to the end of the Swiss rounds, while no cut match has a result."""
    top_cut.discard_top_cut(actor=request.actor, tournament_id=tournament.pk)
    said = _("The top cut was discarded: the Swiss standings apply.")
    return done(request, said, then=reverse("desk", args=[tournament.code]))


@require_http_methods(["GET", "HEAD", "POST"])
@desk_view(Action.RUN_ROUNDS)
def finish(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """What finishing means; a POST ends the event, which can be undone."""
    refused = ""
    if request.method == "POST":
        early = "early" in request.POST
        ended = attempt(finish_tournament, actor=request.actor, tournament_id=tournament.pk, early=early)
        if isinstance(ended, Refusal):
            refused = say_refusal(ended)
        else:
            return done(
                request,
                _("“%(name)s” has finished. The final standings are public.") % {"name": tournament},
                then=reverse("desk", args=[tournament.code]),
                undo=reverse("desk_finish_undo", args=[tournament.code]),
            )
    return desk_page(
        request,
        "finish",
        tournament,
        tab="desk",
        status=422 if refused else 200,
        refused=refused,
        best=_best(tournament),
    )


def _best(tournament: Tournament) -> dict[str, list[StandingRow]]:
    """The first rows of the table, or of that of each division."""
    ranked = [row for row in standings_of(tournament) if row.rank is not None]
    tables = by_division(tournament, ranked, lambda row: row.registration.division, is_apart=ranks_apart(tournament))
    return {code: rows[:SHOWN_BEST] for code, rows in tables.items()}


@require_POST
@desk_view(Action.RUN_ROUNDS)
def reopen(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Undo the end of the event."""
    reopen_tournament(actor=request.actor, tournament_id=tournament.pk)
    said = _("“%(name)s” is open again.") % {"name": tournament}
    return done(request, said, then=reverse("desk", args=[tournament.code]))
