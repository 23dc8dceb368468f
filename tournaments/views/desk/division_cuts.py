"""Starting the top cuts of an event in which each division has its own."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts import notices
from accounts.refusals import Refusal
from tournaments.models import Round, Tournament
from tournaments.models.tournament import CUT_SIZES
from tournaments.queries.cut_drops import is_in_cut
from tournaments.queries.cut_rounds import division_in_cut
from tournaments.queries.division_cuts import DivisionCut, division_cuts
from tournaments.queries.divisions import division_names
from tournaments.queries.standings import StandingRow, standings_of
from tournaments.services import top_cut
from tournaments.views.desk.access import attempt, desk_page
from tournaments.views.desk.divisions import sizes_sent
from tournaments.views.desk.seeds import SeedPreview, byes_of_cut, seed_previews
from tournaments.wording import say_refusal


@dataclass(frozen=True)
class CutPreview:
    """The top cut of a division before it is drawn: who would be in it, and how many byes its first round has."""

    cut: DivisionCut
    name: str
    size: int
    previews: list[SeedPreview]
    byes: int

    @property
    def is_played(self) -> bool:
        return bool(self.size) and self.cut.here > 1


def start_division_cuts(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Who would be in each division's cut, with which seed; a POST starts them."""
    names = division_names(tournament)
    sent = request.POST if request.method == "POST" else request.GET
    sizes = sizes_sent(sent, names)
    refused = ""
    if request.method == "POST":
        started = attempt(
            top_cut.start_top_cut,
            actor=request.actor,
            tournament_id=tournament.pk,
            sizes=sizes,
            early="early" in request.POST,
        )
        if not isinstance(started, Refusal):
            notices.done(
                request,
                _("The top cuts of the divisions are seeded. Look the first round over and publish it."),
                undo=reverse("desk_cut_discard", args=[tournament.code]),
            )
            return redirect("desk_round", tournament.code, started.number)
        refused = say_refusal(started)
    rows = standings_of(tournament)
    played = tournament.rounds.filter(stage=Round.Stage.SWISS, status=Round.Status.COMPLETED).count()
    return desk_page(
        request,
        "division_cuts",
        tournament,
        tab="desk",
        status=422 if refused else 200,
        refused=refused,
        cuts=[_preview(tournament, one, rows, names, sizes) for one in division_cuts(tournament)],
        sizes=CUT_SIZES,
        is_open=True,
        codes=[value.code for value in rows[0].values] if rows else [],
        played=played,
        is_early=played < (tournament.planned_rounds or 0),
    )


def _preview(
    tournament: Tournament,
    cut: DivisionCut,
    rows: list[StandingRow],
    names: dict[str, str],
    sizes: dict[str, int | None],
) -> CutPreview:
    code = cut.division.code
    own = [row for row in rows if division_in_cut(tournament, row.registration.division) == code]
    here = sum(row.rank is not None and is_in_cut(tournament, row.registration) for row in own)
    chosen = sizes.get(code, cut.size)
    wanted = cut.by_table if chosen is None else chosen
    size = wanted if wanted in (0, *CUT_SIZES) else cut.size
    previews = seed_previews(own, size) if size and here > 1 else []
    return CutPreview(cut, names[code], size, previews, byes_of_cut(min(size, here)))
