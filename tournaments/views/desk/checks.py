"""The judge's start page: which deck to check next, by table, by player, by the sheet's code or by lot."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.forms import add_refusal
from accounts.refusals import Conflict, NotAllowed, Refusal
from cardpool.queries import pack_of
from cardpool.wording.sections import say_section
from tournaments.forms.desk.judging import ExtraTimeForm, StartForm
from tournaments.models import DeckCheck, Match, Pod, Registration, Round, Tournament
from tournaments.permissions import NOT_PLAYING, Action
from tournaments.play.extra_time import MAX_MINUTES
from tournaments.play.table_draw import NoTable
from tournaments.queries.card_rulings import open_cards
from tournaments.queries.check_budget import against_check, due_checks
from tournaments.queries.checks import (
    checks_of,
    finished_checks,
    fitting_mode,
    list_to_check,
    running_round,
    seated_under_way,
)
from tournaments.queries.deck_statistics import count_figures, deck_standings
from tournaments.queries.decks import deck_entries, with_decks
from tournaments.queries.desk_search import entries_meant
from tournaments.queries.matches import find_match
from tournaments.queries.name_order import in_spoken_order
from tournaments.queries.penalties import extensions_in, penalties_of
from tournaments.queries.pods import find_pod
from tournaments.queries.teams import who_play
from tournaments.services import checks as services
from tournaments.templatetags.seated import seated_url
from tournaments.views.desk.access import desk_confirm, desk_page, desk_view, newest_of, whole_number
from tournaments.views.desk.check_pages import suggested
from tournaments.views.desk.entry import entry_of_desk
from tournaments.wording import say_refusal
from tournaments.wording.figures import figure_tiles
from tournaments.wording.judging import NO_TABLE
from tournaments.wording.settling import say_open_cards

MAX_RECENT = 8
"""Ended checks listed beside those that run."""
MAX_FOUND = 20
Outcome = DeckCheck.Outcome


@dataclass(frozen=True)
class CheckPlayer:
    """A player whose deck may be checked: how often it was, whether it is now, and whether it was drawn."""

    entry: Registration
    checks: int
    running: DeckCheck | None
    has_list: bool
    is_due: bool = False


@require_safe
@desk_view(Action.CHECK_DECKS)
def start_page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """A judge's start page; `?table=` goes to that table, `?q=` finds players."""
    number, query = request.GET.get("table", "").strip(), request.GET.get("q", "").strip()
    round_ = running_round(tournament)
    if round_ is not None:
        round_.tournament = tournament
    problem = ""
    if number:
        seated = seated_at_table(round_, whole_number(number)) if round_ else None
        if seated is not None:
            return redirect(seated_url("desk_check_table", tournament, seated))
        problem = _("Table %(number)s is not in the running round.") % {"number": number}
    checks = checks_of(tournament)
    ended = checks.exclude(outcome=Outcome.OPEN)
    return desk_page(
        request,
        "judge",
        tournament,
        tab="judge",
        round=round_,
        number=number,
        query=query,
        problem=problem,
        found=find_players(tournament, query) if query else None,
        running=checks.filter(outcome=Outcome.OPEN),
        late=[due for due in due_checks(tournament) if due.is_late],
        **suggested(round_),
        recent=ended[:MAX_RECENT],
        more=ended.count() > MAX_RECENT,
        tiles=figure_tiles(count_figures(deck_standings(tournament)), needed=tournament.decklists_required),
        open_words=say_open_cards(open_cards(tournament)),
        penalties=penalties_of(tournament).filter(withdrawn_at=None).count(),
        extensions=extensions_in(round_).filter(withdrawn_at=None) if round_ else [],
    )


@require_safe
@desk_view(Action.CHECK_DECKS)
def past(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Every check that has ended, the newest first; `?before=` those older than one."""
    ended, older = newest_of(request, checks_of(tournament).exclude(outcome=Outcome.OPEN))
    return desk_page(request, "checks_past", tournament, tab="judge", checks=ended, older=older)


@require_POST
@desk_view(Action.CHECK_DECKS)
def draw(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """A table by lot; where something speaks against a check now, asks first."""
    anyway = "anyway" in request.POST
    try:
        seated, due = services.draw_check_table(actor=request.actor, tournament_id=tournament.pk, anyway=anyway)
    except Conflict as conflict:
        reason = conflict.facts.get("reason")
        if reason not in (NoTable.HOLDS_UP, NoTable.OVER_TIME):
            raise
        return desk_confirm(
            request,
            tournament,
            question=_("Draw a table all the same?"),
            consequences=[NO_TABLE[reason], _("You can check a table of your own choice at any time.")],
            action=_("Draw a table"),
            back=reverse("desk_checks", args=[tournament.code]),
            press="anyway",
            danger=False,
        )
    page = seated_url("desk_check_table", tournament, seated)
    return HttpResponseRedirect(f"{page}?{urlencode({'due': [entry.pk for entry in due]}, doseq=True)}")


@require_safe
@desk_view(Action.CHECK_DECKS)
def table(request: HttpRequest, tournament: Tournament, match_id: int) -> HttpResponse:
    """One table: both decks, its extra time; `?due=` are the players that were drawn."""
    return show_table(request, tournament, match_of_desk(tournament, match_id))


@require_safe
@desk_view(Action.CHECK_DECKS)
def pod(request: HttpRequest, tournament: Tournament, pod_id: int) -> HttpResponse:
    """The same for a pod: the decks of all its players."""
    return show_table(request, tournament, pod_of_desk(tournament, pod_id))


def show_table(
    request: HttpRequest, tournament: Tournament, seated: Match | Pod, *, extra_time: Any = None, status: int = 200
) -> HttpResponse:
    """The table's page, with a refused form."""
    due = {whole_number(number) for number in request.GET.getlist("due")}
    players = players_of(tournament, who_play(tournament, seated.entries), due)
    if due:
        players.sort(key=lambda player: not player.is_due)
    startable = [player for player in players if player.has_list and player.running is None]
    is_played = not seated.is_complete and seated.round.status == Round.Status.PUBLISHED
    against = against_check(seated.round) if is_played else None
    return desk_page(
        request,
        "check_table",
        tournament,
        tab="judge",
        status=status,
        seated=seated,
        match_part="" if isinstance(seated, Pod) else f"&match={seated.pk}",
        round=seated.round,
        players=players,
        startable=startable,
        against=NO_TABLE[against] if against is not None else "",
        drawn=any(player.is_due for player in players),
        form=StartForm(initial={"mode": fitting_mode(seated), "drawn": bool(due)}),
        extensions=seated.time_extensions.all(),
        extra_time=extra_time or ExtraTimeForm(auto_id="id_time_%s", initial=_minutes_asked(request)),
        penalties=_penalties_at(tournament, seated),
    )


def _penalties_at(tournament: Tournament, seated: Match | Pod) -> Any:
    """The penalties given at a table and its boards; a penalty names the round and the player of a pod."""
    given = penalties_of(tournament)
    if isinstance(seated, Match):
        return given.filter(Q(match=seated) | Q(match__team_match=seated))
    return given.filter(round=seated.round, registration__in=[entry.pk for entry in seated.entries])


def _minutes_asked(request: HttpRequest) -> dict[str, Any]:
    """The extra time that a ruling took (`?minutes=`), for the form to start from."""
    minutes = whole_number(request.GET.get("minutes"))
    return {"minutes": minutes, "reason": _("Ruling")} if 1 <= minutes <= MAX_MINUTES else {}


@require_POST
@desk_view(Action.CHECK_DECKS)
def start_table(request: HttpRequest, tournament: Tournament, match_id: int) -> HttpResponse:
    """Start checking one or both decks of a table; `entry` says whose, in the order they are counted."""
    return _start_at(request, tournament, match_of_desk(tournament, match_id))


@require_POST
@desk_view(Action.CHECK_DECKS)
def start_pod(request: HttpRequest, tournament: Tournament, pod_id: int) -> HttpResponse:
    """The same at a pod."""
    return _start_at(request, tournament, pod_of_desk(tournament, pod_id))


def _start_at(request: HttpRequest, tournament: Tournament, seated: Match | Pod) -> HttpResponse:
    wanted = [whole_number(number) for number in request.POST.get("entry", "").split(",")]
    chosen = [entry for entry in who_play(tournament, seated.entries) if entry.pk in wanted]
    if not chosen:
        raise Http404
    started = [start_one(request, entry) for entry in sorted(chosen, key=lambda entry: wanted.index(entry.pk))]
    return redirect("desk_check", tournament.code, started[0].pk)


@require_safe
@desk_view(Action.CHECK_DECKS)
def entry(request: HttpRequest, tournament: Tournament, registration_id: int) -> HttpResponse:
    """One player: what the code on a registration sheet opens. The list, to compare with the deck."""
    return show_entry(request, tournament, entry_of_desk(tournament, registration_id))


def show_entry(
    request: HttpRequest, tournament: Tournament, shown: Registration, form: StartForm | None = None
) -> HttpResponse:
    """The player's page, with the form as it was sent."""
    seated = seated_under_way(shown)
    [player] = players_of(tournament, [shown])
    version = list_to_check(shown)
    return desk_page(
        request,
        "check_entry",
        tournament,
        tab="judge",
        entry=shown,
        player=player,
        seated=seated,
        version=version,
        totals=section_totals(tournament, version.cards) if version is not None else [],
        form=form or StartForm(initial={"mode": fitting_mode(seated)}),
        checks=checks_of(tournament).filter(registration=shown).exclude(outcome=Outcome.OPEN),
        penalties=penalties_of(tournament).filter(registration=shown),
    )


@require_POST
@desk_view(Action.CHECK_DECKS)
def start_entry(request: HttpRequest, tournament: Tournament, registration_id: int) -> HttpResponse:
    """Start checking this player's deck; if that is impossible, the page says why."""
    shown = entry_of_desk(tournament, registration_id)
    form = StartForm(request.POST)
    try:
        started = start_one(request, shown)
    except NotAllowed:
        raise
    except Refusal as refusal:
        form.is_valid()
        add_refusal(form, refusal, say_refusal)
        return show_entry(request, tournament, shown, form)
    return redirect("desk_check", tournament.code, started.pk)


def start_one(request: HttpRequest, entry: Registration) -> DeckCheck:
    """The check just started, or the one that is under way already."""
    try:
        return services.start_check(
            actor=request.actor,
            registration_id=entry.pk,
            mode=request.POST.get("mode", ""),
            drawn=request.POST.get("drawn") == "True",
        )
    except Conflict as conflict:
        if conflict.code != "check_already_open":
            raise
        return DeckCheck.objects.get(pk=conflict.facts["check"])


def match_of_desk(tournament: Tournament, match_id: int) -> Match:
    """The tournament's match, or 404: another event's matches do not exist here."""
    match = find_match(tournament, match_id)
    if match is None:
        raise Http404
    return match


def pod_of_desk(tournament: Tournament, pod_id: int) -> Pod:
    """The tournament's pod, or 404."""
    row = find_pod(tournament, pod_id, drafts=True)
    if row is None:
        raise Http404
    return row.pod


def seated_at_table(round: Round, table: int) -> Match | Pod | None:
    """The match or pod at a table of a round."""
    tables = round.pods if round.tournament.is_in_pods else round.matches
    return tables.filter(table=table).first()


def players_of(
    tournament: Tournament, entries: list[Registration], due: set[int] | frozenset[int] = frozenset()
) -> list[CheckPlayer]:
    """The entries as a judge sees them, in the order given."""
    had = finished_checks(tournament)
    keys = [entry.pk for entry in entries]
    running = {check.registration_id: check for check in checks_of(tournament).filter(outcome=Outcome.OPEN)}
    lists = with_decks(deck_entries(tournament).filter(pk__in=keys, decklist__submitted__isnull=False))
    have = set(lists.values_list("pk", flat=True))
    return [
        CheckPlayer(entry, had[entry.pk], running.get(entry.pk), entry.pk in have, entry.pk in due) for entry in entries
    ]


def find_players(tournament: Tournament, query: str) -> list[CheckPlayer]:
    """The players that what was typed may mean, as in the desk's search, by name as it is spoken."""
    found = entries_meant(deck_entries(tournament).exclude(status__in=NOT_PLAYING), query)
    return players_of(tournament, in_spoken_order(found)[:MAX_FOUND])


def section_totals(tournament: Tournament, cards: list[dict[str, Any]]) -> list[tuple[str, int]]:
    """The list's sections by name, with the cards in each."""
    pack = pack_of(tournament.ruleset)
    sizes: dict[str, int] = {}
    for card in cards:
        sizes[card["section"]] = sizes.get(card["section"], 0) + card["count"]
    return [(say_section(key, pack=pack), size) for key, size in sizes.items()]
