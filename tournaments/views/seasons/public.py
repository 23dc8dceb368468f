"""What everybody reads of seasons: the list, leaderboards with their arithmetic, players' histories, files."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.languages import active_language, language_key
from accounts.themes import theme_of
from cardpool.intake.csv_text import csv_line
from cardpool.intake.formulas import guarded
from tournaments.exports.season_sheet import season_sheet
from tournaments.exports.workbook import write_workbook
from tournaments.marks import Mark
from tournaments.models import Season
from tournaments.pages.keys import PageKey, section_of
from tournaments.permissions import may_manage_season
from tournaments.queries.finding import MAX_FOUND, folded
from tournaments.queries.season_history import history_of
from tournaments.queries.seasons import Board, board_of, find_season, published_seasons, season_mark
from tournaments.views.everybody import (
    RequestOfEverybody,
    canonical_path,
    filled,
    kept_page,
    may_be_known,
    sent,
    unless_under_way,
)
from tournaments.views.seasons.lines import shown_lines, shown_result
from tournaments.views.sections import sectioned

ON_A_PAGE = 30
MAX_FIND = 80
Render = Callable[[HttpRequest, Board], HttpResponse]

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
CSV = "text/csv; charset=utf-8"


def readable_season(request: HttpRequest, code: str) -> Season:
    """The published season with a code; 404 for any other, its organiser's pages are at the desk."""
    season = find_season(code) if code.isascii() and code.isalnum() else None
    if season is None or not season.is_published:
        raise Http404
    return season


@never_cache
@require_safe
def seasons(request: HttpRequest) -> HttpResponse:
    """The published seasons, the newest first; `?by=` those of one organiser."""
    by = request.GET.get("by", "")[:150]
    found = published_seasons()
    if by and "\x00" not in by:
        found = found.filter(owner__username=by)
    user = request.actor.user
    facts = {
        "page": Paginator(found, ON_A_PAGE).get_page(request.GET.get("page")),
        "by": by,
        "may_create": user is not None and user.can_create_tournaments,
        "of_list": urlencode({"by": by}) if by else "",
    }
    return render(request, "tournaments/seasons/list.html", facts)


@require_safe
def leaderboard(request: HttpRequest, season: str, division: str = "") -> HttpResponse:
    """The leaderboard of everybody or of a division, by sections; `?find=` keeps the players with such a name.

    Worked out once for each version of the season; a search goes through the names of the kept board.
    """
    found = readable_season(request, season)
    find = request.GET.get("find", "").strip()[:MAX_FIND]

    def rendered(asked: HttpRequest, board: Board) -> HttpResponse:
        if division not in board.leaderboards:
            raise Http404
        lines = board.leaderboards[division]
        if find:
            wanted = folded(find)
            lines = tuple(one for one in lines if wanted in folded(board.persons[one.person].name))[:MAX_FOUND]
        section = sectioned(lines, asked, lambda line: line.rank)
        facts: dict[str, Any] = {
            "season": found,
            "board": board,
            "division": division,
            "divisions": [(key, one.names.in_language(language_key())) for key, one in board.divisions.items()],
            "section": section,
            "rows": shown_lines(section.rows, board, lambda key: board.persons[key].name),
            "counted": sum(event.is_counted for event in board.events),
            "find": find,
        }
        return HttpResponse(render_to_string("tournaments/seasons/leaderboard.html", facts, asked))

    return _answer(request, found, rendered, is_kept=not find, has_sections=True)


@require_safe
def history(request: HttpRequest, season: str, person_id: int) -> HttpResponse:
    """One player's events, places, record and opponents; the address of any entry of theirs leads to the first."""
    found = readable_season(request, season)

    def rendered(asked: HttpRequest, board: Board) -> HttpResponse:
        if person_id not in board.person_of:
            raise Http404
        person = board.person_of[person_id]
        if person != person_id:
            return redirect("season_history", season=found.code, person_id=person)
        found_history = history_of(board, person)
        facts = {
            "season": found,
            "history": found_history,
            "rows": [
                (row, shown_result(row.scored, row.event, board) if row.scored is not None else None)
                for row in found_history.events
            ],
        }
        return HttpResponse(render_to_string("tournaments/seasons/history.html", facts, asked))

    return _answer(request, found, rendered)


@require_safe
def as_csv(request: HttpRequest, season: str) -> HttpResponse:
    """The leaderboard as CSV, in UTF-8 with a byte order mark, for spreadsheets."""
    found = readable_season(request, season)

    def rendered(asked: HttpRequest, board: Board) -> HttpResponse:
        sheet = season_sheet(board, board.lines, found.name)
        lines = [[column.header for column in sheet.columns], *sheet.rows]
        text = "".join(csv_line((_csv_cell(cell) for cell in line), end="\r\n") for line in lines)
        return HttpResponse("\ufeff" + text, content_type=CSV)

    return _answer(request, found, rendered, is_page=False)


@require_safe
def as_xlsx(request: HttpRequest, season: str) -> HttpResponse:
    """The leaderboards as a workbook, a sheet for everybody and one for each division."""
    found = readable_season(request, season)

    def rendered(asked: HttpRequest, board: Board) -> HttpResponse:
        names = {"": found.name} | {key: one.names.in_language(language_key()) for key, one in board.divisions.items()}
        sheets = [season_sheet(board, lines, names[key]) for key, lines in board.leaderboards.items()]
        target = BytesIO()
        write_workbook(sheets, target, progress=lambda percent: None)
        return HttpResponse(target.getvalue(), content_type=XLSX)

    return _answer(request, found, rendered, is_page=False)


def _csv_cell(cell: Any) -> str:
    return guarded(cell) if isinstance(cell, str) else "" if cell is None else str(cell)


def _answer(
    request: HttpRequest,
    season: Season,
    render: Render,
    *,
    is_kept: bool = True,
    is_page: bool = True,
    has_sections: bool = False,
) -> HttpResponse:
    """What is rendered for everybody, kept for the version of the season, with the visitor's own parts on a page.

    `?page=` makes another page only of what `has_sections`.
    """
    mark = season_mark(season)
    key = PageKey(
        path=canonical_path(request),
        section=section_of(request.GET.get("page", "")) if has_sections else 1,
        language=active_language(),
        theme=theme_of(request.COOKIES) if is_page else PageKey(path="").theme,
    )

    def answer() -> HttpResponse:
        return _shown(request, season, render, key, mark, is_kept=is_kept, is_page=is_page)

    return unless_under_way(answer)


def _shown(
    request: HttpRequest, season: Season, render: Render, key: PageKey, mark: Mark, *, is_kept: bool, is_page: bool
) -> HttpResponse:
    def rendered() -> HttpResponse:
        query = {"page": str(key.section)} if key.section > 1 else {}
        return render(RequestOfEverybody(request, key, query), board_of(season, mark))

    if not is_kept:
        answer = render(request, board_of(season, mark))
        answer["Cache-Control"] = "private, no-store"
        return answer
    page = kept_page(request, key, mark, rendered)
    if not is_page or not may_be_known(request):
        return sent(request, page)
    parts = {
        "topnav": render_to_string("components/topnav.html", {}, request),
        "messages": render_to_string("components/messages.html", {}, request),
    }
    if may_manage_season(request.actor, season):
        parts["manage"] = render_to_string("tournaments/seasons/_manage_link.html", {"season": season}, request)
    return filled(page, parts) if not _leads_on(page) else sent(request, page)


def _leads_on(page: Any) -> bool:
    return bool(getattr(page, "location", "")) or getattr(page, "status_code", 200) != 200
