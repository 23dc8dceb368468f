"""The entry list: who is registered, whose deck is in, who is here; adding players."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import notices
from tournaments.forms.desk.entries import EntryForm, LateEntryForm, TakeInForm
from tournaments.forms.teams import DeskTeamForm, LateTeamForm, TeamForm
from tournaments.models import Registration, Tournament
from tournaments.permissions import Action
from tournaments.queries.divisions import division_names
from tournaments.queries.entries import count_entries
from tournaments.services import entries as services
from tournaments.services.entries.ages import of_unknown_age
from tournaments.views.desk.access import accepted, allowed_actions, desk_page, desk_view, done, sent_to, whole_number
from tournaments.views.desk.apart import apart_context
from tournaments.views.desk.entry import entry_of_desk
from tournaments.views.desk.entry_rows import SHOWN, counts_of, entry_rows, filtered
from tournaments.views.desk.late_offers import offers_now, say_from_when
from tournaments.views.desk.undo import ages_back
from tournaments.wording import say_refusal

ON_A_PAGE = 100
"""Entries on a page of the list. The search finds those of every page."""


@require_safe
@desk_view(Action.VIEW_DESK)
def entries(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The list, or what of it matches the search words and the filter, by pages; for htmx the list alone."""
    found = list_context(request, tournament)
    if request.htmx and request.htmx.target == "entry-list":
        return render(
            request,
            "tournaments/desk/_entry_list.html",
            {"tournament": tournament, "allowed": allowed_actions(request, tournament), **found},
        )
    found |= {"of_unknown_age": of_unknown_age(tournament).count()}
    return desk_page(request, "entries", tournament, tab="entries", **(found | apart_context(tournament)))


def list_context(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    """The requested rows and the numbers above them."""
    rows = entry_rows(tournament)
    search = request.GET.get("q", "").strip()[:80]
    show = request.GET.get("show", "")
    show = show if show in SHOWN else ""
    counts = counts_of(rows)
    page = Paginator(filtered(rows, search, show), ON_A_PAGE).get_page(request.GET.get("page"))
    return {
        "page": page,
        "rows": page.object_list,
        "filters": [(key, label, counts[key]) for key, label in SHOWN.items() if counts[key] or key in ("", show)],
        "totals": count_entries(tournament),
        "search": search,
        "show": show,
        "here": request.get_full_path(),
    }


@require_http_methods(["GET", "HEAD", "POST"])
@desk_view(Action.MANAGE_ENTRIES)
def add(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """One more player: an entry before the start, a late entry after it."""
    is_late = tournament.phase == Tournament.Phase.SWISS
    form = _adding(tournament, is_late)(sent_to(request), divisions=division_names(tournament))
    if request.method == "POST" and form.is_valid():
        if isinstance(form, TeamForm):
            service: Callable[..., Registration] = services.add_team
            values = form.values()
        else:
            service = services.late_entry if is_late else services.add_entry
            values = form.cleaned_data
        entry = accepted(form, service, actor=request.actor, tournament_id=tournament.pk, **values)
        if entry is not None:
            notices.done(request, _say_entered(tournament, entry))
            if "another" in request.POST:
                return redirect("desk_entry_add", tournament.code)
            return redirect("desk_entry", tournament.code, entry.pk)
    closed = services.why_closed(tournament) if tournament.phase != Tournament.Phase.REGISTRATION else None
    return desk_page(
        request,
        "entry_add",
        tournament,
        tab="entries",
        form=form,
        is_late=is_late,
        from_when=say_from_when(tournament) if is_late else "",
        closed=say_refusal(closed) if closed is not None else "",
        late_offers=offers_now(tournament) if is_late else [],
    )


def _say_entered(tournament: Tournament, entry: Registration) -> str:
    facts = {"name": entry.entered_name}
    if entry.status == entry.Status.WAITLISTED:
        return _("%(name)s is on the waiting list.") % facts
    if tournament.phase != Tournament.Phase.SWISS:
        return _("%(name)s is entered.") % facts
    return _("%(name)s is entered. %(from_when)s") % {**facts, "from_when": say_from_when(tournament)}


def _adding(tournament: Tournament, is_late: bool) -> type[EntryForm] | type[TeamForm]:
    """The form of one more entry: a player, or a team."""
    if tournament.is_for_teams:
        return LateTeamForm if is_late else DeskTeamForm
    return LateEntryForm if is_late else EntryForm


@require_POST
@desk_view(Action.MANAGE_ENTRIES)
def ages(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Say how old all those are of whom nobody has said it."""
    count = services.set_unknown_ages(
        actor=request.actor,
        tournament_id=tournament.pk,
        age_group=request.POST.get("age_group", ""),
        seen=whole_number(request.POST.get("seen")),
    )
    said = ngettext("The age of %(count)s player is entered.", "The age of %(count)s players is entered.", count)
    line = tournament.log.filter(verb="ages_said").first() if count else None
    undo = ages_back(tournament, line.pk) if line is not None else ""
    return done(request, said % {"count": count}, then=reverse("desk_entries", args=[tournament.code]), undo=undo)


@require_POST
@desk_view(Action.MANAGE_ENTRIES)
def ages_undo(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Take back what was said of all at once; the address names the line of the log."""
    line = whole_number(request.GET.get("line"))
    count = services.unset_ages(actor=request.actor, tournament_id=tournament.pk, line_id=line)
    said = ngettext(
        "The age of %(count)s player is unknown again.",
        "The age of %(count)s players is unknown again.",
        count,
    )
    return done(request, said % {"count": count}, then=reverse("desk_entries", args=[tournament.code]))


@require_POST
@desk_view(Action.MANAGE_ENTRIES)
def take_in(request: HttpRequest, tournament: Tournament, registration_id: int) -> HttpResponse:
    """Let a waitlisted or withdrawn player join after the start, from the next round on."""
    known = entry_of_desk(tournament, registration_id)
    form = TakeInForm(request.POST)
    policy = form.cleaned_data["late_policy"] if form.is_valid() else ""
    entry = services.late_entry(
        actor=request.actor, tournament_id=tournament.pk, registration_id=known.pk, late_policy=policy
    )
    then = reverse("desk_entry", args=[tournament.code, entry.pk])
    return done(request, _say_entered(tournament, entry), then=then)
