"""What every public page of one event shows: header, the one button, tabs, the visitor's own status."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _

from accounts.own_parts import is_for_everybody
from tournaments.marks import Mark
from tournaments.models import Announcement, Round, Tournament
from tournaments.permissions import lists_are_public
from tournaments.queries.announcements import standing_announcements
from tournaments.queries.champions import Champions, champions_of
from tournaments.queries.cut_rounds import cut_places
from tournaments.queries.entries import EntryCounts, count_entries
from tournaments.queries.next_step import next_step_of
from tournaments.queries.seating import moment_of
from tournaments.queries.teams import member_names
from tournaments.queries.visitor import Visitor
from tournaments.wording.steps import say_step

OVER = (Tournament.Phase.FINISHED, Tournament.Phase.CANCELLED)


@dataclass(frozen=True)
class Visit(Visitor):
    """One visitor at one event, and the request; each fact is read when first needed."""

    request: HttpRequest

    @property
    def mark(self) -> Mark:
        """The version of the event when this visit began: what the page shows is at least as new."""
        return Mark(self.tournament.pk, getattr(self.tournament, "version", None) or 0)

    @property
    def table_mark(self) -> Mark:
        """The mark of what depends only on completed rounds: results of the round under way do not change it."""
        return Mark(self.tournament.pk, getattr(self.tournament, "table_version", None) or 0)

    @cached_property
    def counts(self) -> EntryCounts:
        return count_entries(self.tournament)

    @cached_property
    def member_names(self) -> dict[int, str]:
        """The members of each team as the visitor may read them; empty in an event for single players."""
        return member_names(self.tournament, self.table_mark, private=self.private)

    @cached_property
    def announcements(self) -> list[Announcement]:
        """Those that stand, the newest first."""
        return standing_announcements(self.tournament)

    @cached_property
    def moment(self) -> str:
        """As `moment_of` has it."""
        return moment_of(self.tournament.phase, self.current)

    @cached_property
    def cut_places(self) -> dict[int, int]:
        """The places in each top-cut round, by its number."""
        return cut_places(self.tournament) if self.has_cut else {}

    @cached_property
    def champions(self) -> tuple[Champions, ...]:
        """Who won, once the event has finished."""
        return champions_of(self.tournament)

    @property
    def has_cut(self) -> bool:
        return any(round.stage == Round.Stage.TOP_CUT for round in self.rounds)


def find_tournament(code: str, *, with_rules: bool = True) -> Tournament:
    """The tournament of an address, with its game and rules if wanted; 404 if there is none."""
    events = Tournament.objects.select_related("game", "ruleset__game") if with_rules else Tournament.objects.all()
    versions = {"version": F("public_version__number"), "table_version": F("public_version__table_number")}
    return get_object_or_404(events.annotate(**versions), code=code)


def visit(request: HttpRequest, code: str, *, with_rules: bool = True) -> Visit:
    """The visitor at the tournament of an address."""
    return Visit(request.actor, find_tournament(code, with_rules=with_rules), request)


def tab_of_the_moment(visit: Visit) -> str:
    """The URL name of the tab that matters now."""
    phase = visit.tournament.phase
    if phase in (Tournament.Phase.REGISTRATION, Tournament.Phase.CANCELLED) or visit.current is None:
        return "tournament_overview"
    if phase == Tournament.Phase.FINISHED:
        return "tournament_standings"
    if visit.current.stage == Round.Stage.TOP_CUT and not visit.tournament.is_in_pods:
        return "tournament_bracket"
    running = visit.current.status == Round.Status.PUBLISHED
    return "tournament_pairings" if running else "tournament_standings"


def event_tabs(visit: Visit, current: str) -> list[dict[str, Any]]:
    """The tabs that have something to show, in the order of UI habits; `current` is a URL name."""
    tournament = visit.tournament
    players = visit.counts.came
    tabs: list[tuple[str, str, int | None, bool]] = [
        ("tournament_overview", _("Overview"), None, True),
        ("tournament_pairings", _("Pairings"), None, bool(visit.rounds)),
        ("tournament_standings", _("Standings"), None, bool(visit.rounds)),
        ("tournament_bracket", _("Bracket"), None, visit.has_cut),
        ("tournament_players", _("Players"), players, True),
        ("tournament_decks", _("Decks"), None, lists_are_public(tournament) or visit.is_staff),
        ("tournament_info", _("Info"), None, True),
    ]
    return [
        {"url": reverse(name, args=[tournament.code]), "label": label, "count": count, "current": name == current}
        for name, label, count, there in tabs
        if there
    ]


def event_page(visit: Visit, template: str, *, tab: str = "", status: int = 200, **context: Any) -> HttpResponse:
    """Render a page of the event with its header; `template` is a file under `tournaments/public/`."""
    shared = {
        "current_round": visit.current,
        "tabs": event_tabs(visit, tab),
        # An event that is over or cancelled changes so rarely that its pages do not listen.
        "is_live": visit.tournament.phase not in OVER,
    }
    answer = _rendered(visit, template, shared | event_side(visit) | context)
    answer.status_code = status
    return answer


def event_part(visit: Visit, template: str, **context: Any) -> HttpResponse:
    """Render a partial for htmx, without header and tabs."""
    return _rendered(visit, template, context)


def _rendered(visit: Visit, template: str, context: dict[str, Any]) -> HttpResponse:
    shared = {"visit": visit, "tournament": visit.tournament, "private": visit.private, "mine": visit.mine}
    if is_for_everybody(visit.request):
        # No form of such a page may contain a token: it would be the same for everybody.
        shared["csrf_token"] = "NOTPROVIDED"
    text = render_to_string(f"tournaments/public/{template}.html", shared | context, visit.request)
    answer = HttpResponse(mark_own(text, visit))
    if is_for_everybody(visit.request):
        patch_cache_control(answer, private=True, no_cache=True)
    else:
        # It may contain what only this visitor may read: the Back button must not show it to the next.
        patch_cache_control(answer, private=True, no_store=True)
    return answer


def event_side(visit: Visit) -> dict[str, Any]:
    """The side of the header: the one button, for this visitor."""
    step = next_step_of(visit)
    return {"step": _button(visit, step) if step is not None else None}


def each_own(visit: Visit) -> list[Visit]:
    """The visit as each player of the browser who is entered makes it, who acts now first; a team of two once."""
    entries = {entry.pk: entry for entry in reversed(visit.own)}
    if len(entries) < 2:
        return [visit]
    visits = []
    for entry in reversed(entries.values()):
        one = replace(visit, actor=visit.actor.acting_for(entry.player_id))
        vars(one).update(mine=entry, own=[entry], rounds=visit.rounds, private=visit.private)
        visits.append(one)
    return visits


def mark_own(text: str, visit: Visit) -> str:
    """The page with the rows of the visitor's own entries marked."""
    for key in {entry.pk for entry in visit.own}:
        for attribute in OWN_ROWS:
            row = f'{attribute}="{key}"'
            text = text.replace(row, f"{row} data-mine")
    return text


OWN_ROWS = ("data-one", "data-two")
"""The attributes in which a row names its entries."""


def _button(visit: Visit, step: Any) -> dict[str, Any] | None:
    """The button of the header: words, address, whether it is a form to post; None on the page that it opens."""
    url = reverse(step.url_name, kwargs=dict(step.url_args))
    if url == visit.request.path:
        return None
    return {"words": say_step(step), "url": url, "post": step.url_name == "export_request"}
