"""What can be printed of an event, each document, and the sheet of everybody's personal links."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.addresses import address_to_share
from accounts.languages import active_language
from tournaments.marks import Mark
from tournaments.models import Round, Tournament
from tournaments.paper_layout import in_groups, lines_needed
from tournaments.permissions import Action
from tournaments.pods.sizes import MIN_PLAYERS, sizes_of
from tournaments.queries.cut_rounds import cut_places
from tournaments.queries.rounds import rounds_of, seating_of
from tournaments.services.entries.links import Issued, issue_all_links, links_to_issue
from tournaments.views.desk.access import desk_page, desk_view, whole_number
from tournaments.views.event import OVER, find_tournament
from tournaments.views.paper import MAX_NUMBERS, PAPERS
from tournaments.views.paper_order import PaperOrder, rendered
from tournaments.views.sheet_printing import draw_codes

PUBLIC, DESK = "public", "desk"
CARDS_ON_PAGE = 21
CARD_NAME_EMS, CARD_NAME_LINES = 6.8, 3
"""What fits on a card in large letters."""


@require_safe
@desk_view(Action.VIEW_DESK)
def overview(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Everything that can be printed now, and what is asked about it."""
    rounds = rounds_of(tournament, drafts=True)
    first, last = _tables_wanted(request, tournament, rounds[-1] if rounds else None)
    papers = [(key, paper) for key, paper in PAPERS.items() if _is_there(key, tournament, rounds)]
    return desk_page(
        request,
        "print",
        tournament,
        tab="print",
        papers=papers,
        rounds=list(reversed(rounds)),
        places=cut_places(tournament),
        chosen=rounds[-1] if rounds else None,
        first_table=first,
        last_table=last,
        sheet_language=active_language(),
        languages=settings.LANGUAGES,
    )


def _is_there(key: str, tournament: Tournament, rounds: list[Round]) -> bool:
    if PAPERS[key].needs_round:
        return bool(rounds)
    if key == "join":
        return tournament.registration_open and tournament.phase not in OVER
    if key == "standings":
        return any(round.status == Round.Status.COMPLETED for round in rounds)
    return key != "bracket" or any(round.stage == Round.Stage.TOP_CUT for round in rounds)


@require_safe
@desk_view(Action.VIEW_DESK)
def paper(request: HttpRequest, tournament: Tournament, what: str) -> HttpResponse:
    """One document, laid out on A4 pages.

    `?round=3` (the newest), `?names=desk` for names as entered, `?language=en`, `?part=2` of many slips, `?open=1` for
    slips of tables without a result, `?first=1&last=40` table numbers.
    """
    wanted = PAPERS.get(what)
    if wanted is None:
        raise Http404
    order = _order(request, tournament)
    language = _language(request)
    with translation.override(language):
        pages = mark_safe(wanted.make(order))
    facts: dict[str, Any] = {
        "tournament": tournament,
        "what": what,
        "paper": wanted,
        "order": order,
        "pages": pages,
        "rounds": rounds_of(tournament, drafts=True) if wanted.needs_round else [],
        "places": cut_places(tournament),
        "parts": range(1, order.parts + 1) if what in ("slips", "round") else (),
        "sheet_language": language,
        "languages": settings.LANGUAGES,
    }
    return render(request, "tournaments/paper/page.html", facts)


def _order(request: HttpRequest, tournament: Tournament) -> PaperOrder:
    event = find_tournament(tournament.code)
    rounds = rounds_of(event, drafts=True)
    number = whole_number(request.GET.get("round"))
    if number and not any(round.number == number for round in rounds):
        raise Http404
    chosen = next((round for round in rounds if round.number == number), rounds[-1] if rounds else None)
    for round in rounds:
        round.tournament = event
    first, last = _tables_wanted(request, event, chosen)
    return PaperOrder(
        tournament=event,
        mark=Mark(event.pk, getattr(event, "table_version", None) or 0),
        round=chosen,
        private=request.GET.get("names") == DESK,
        site=site_of(request),
        part=max(1, whole_number(request.GET.get("part"))),
        only_open=request.GET.get("open") == "1",
        first_table=first,
        last_table=last,
    )


def _tables_wanted(request: HttpRequest, tournament: Tournament, newest: Round | None) -> tuple[int, int]:
    """First and last number of tables: as typed, or those of the newest round, or of the entries."""
    tables = [table for _key, table in seating_of(newest) if table] if newest is not None else []
    first = whole_number(request.GET.get("first")) or min(tables, default=tournament.first_table)
    entered = tournament.registrations.filter(status="active").count()
    needed = sizes_of(max(entered, MIN_PLAYERS)).pods if tournament.is_in_pods else entered // 2
    last = whole_number(request.GET.get("last")) or max(tables, default=first + max(needed, 1) - 1)
    first = min(max(first, 1), 9999)
    return first, min(max(last, first), first + MAX_NUMBERS - 1, 9999)


def _language(request: HttpRequest) -> str:
    asked = request.GET.get("language", "") or request.POST.get("language", "")
    return asked if asked in dict(settings.LANGUAGES) else active_language()


def site_of(request: HttpRequest) -> str:
    """Scheme and host of this site for a phone in the hall."""
    return address_to_share(request, "/").removesuffix("/")


@require_http_methods(["GET", "HEAD", "POST"])
@desk_view(Action.ISSUE_LINKS)
def links(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Asks first, because links given out before stop working; a POST issues them and shows the sheet, only once."""
    if request.method != "POST":
        return desk_page(
            request,
            "print_links",
            tournament,
            tab="print",
            counts=links_to_issue(tournament),
            sheet_language=active_language(),
            languages=settings.LANGUAGES,
        )
    issued = issue_all_links(
        actor=request.actor, tournament_id=tournament.pk, only_missing=request.POST.get("who") != "everybody"
    )
    language = _language(request)
    with translation.override(language):
        pages = mark_safe(_cards(request, tournament, issued))
    facts = {"tournament": tournament, "issued": issued, "pages": pages}
    return render(request, "tournaments/paper/links_page.html", facts)


def _cards(request: HttpRequest, tournament: Tournament, issued: Issued) -> str:
    order = PaperOrder(tournament, Mark(tournament.pk, 0), None, True, site_of(request))
    codes = draw_codes([order.site + path for _entry, path in issued.links], label=_("Personal link as a QR code"))
    cards = [
        (entry, code, lines_needed(entry.entered_name, CARD_NAME_EMS) > CARD_NAME_LINES)
        for (entry, _path), code in zip(issued.links, codes, strict=True)
    ]
    return rendered(order, "links", _("Personal links"), pages=in_groups(cards, CARDS_ON_PAGE))
