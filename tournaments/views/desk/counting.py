"""Counting one deck: the list as rows to tap, the result, the end."""

from __future__ import annotations

import json
from math import ceil

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import notices
from accounts.refusals import Refusal
from tournaments.forms.desk.judging import EndForm
from tournaments.models import DeckCheck, Tournament
from tournaments.permissions import Action
from tournaments.queries.check_budget import back_by_of
from tournaments.queries.check_counts import CheckView
from tournaments.queries.checks import checks_of, find_check, minutes_due, view_check
from tournaments.services import checks as services
from tournaments.services.check_counts import CountInput
from tournaments.views.desk.access import accepted, desk_page, desk_view, done, whole_number
from tournaments.views.desk.check_pages import add_from, found_cards, result_words, shown_sections
from tournaments.wording import say_refusal

Outcome = DeckCheck.Outcome
MAX_BATCH_LENGTH = 100_000


def check_of_desk(tournament: Tournament, check_id: int) -> DeckCheck:
    """The tournament's check, or 404: another event's checks do not exist here."""
    found = find_check(tournament, check_id)
    if found is None:
        raise Http404
    return found


def page_of(check: DeckCheck) -> str:
    return reverse("desk_check", args=[check.tournament.code, check.pk])


@require_safe
@desk_view(Action.CHECK_DECKS)
def check(request: HttpRequest, tournament: Tournament, check_id: int) -> HttpResponse:
    """The rows to tap while the check is under way, its result afterwards. `?q=` finds cards that are not listed."""
    found = check_of_desk(tournament, check_id)
    view = view_check(found)
    if found.outcome != Outcome.OPEN:
        return ended(request, tournament, view)
    query = request.GET.get("q", "").strip()
    back_by, now = back_by_of(found) if found.seated is not None else None, timezone.now()
    return desk_page(
        request,
        "check",
        tournament,
        tab="judge",
        check=found,
        back_by=back_by,
        is_late=back_by is not None and back_by <= now,
        seconds_left=ceil((back_by - now).total_seconds()) if back_by is not None else 0,
        view=view,
        sections=shown_sections(view),
        others=others_at_table(found),
        query=query,
        cards=found_cards(view, query),
    )


def ended(request: HttpRequest, tournament: Tournament, view: CheckView) -> HttpResponse:
    """The outcome, and what follows from it."""
    found = view.check
    return desk_page(
        request,
        "check_ended",
        tournament,
        tab="judge",
        check=found,
        view=view,
        words=result_words(view),
        length=f"{(found.seconds or 0) // 60}:{(found.seconds or 0) % 60:02}",
        others=others_at_table(found),
        extensions=[one for one in found.time_extensions.all() if one.withdrawn_at is None],
        penalties=found.penalties.all(),
        minutes_due=minutes_due(found) if found.outcome != Outcome.ABANDONED else 0,
    )


def others_at_table(found: DeckCheck) -> list[DeckCheck]:
    """The other decks of the table that are being counted."""
    if found.match_id is None:
        return []
    others = checks_of(found.tournament).filter(match=found.match_id, outcome=Outcome.OPEN)
    return list(others.exclude(pk=found.pk))


@require_POST
@desk_view(Action.CHECK_DECKS)
def counts(request: HttpRequest, tournament: Tournament, check_id: int) -> HttpResponse:
    """A batch of taps from the page's script: `counts` is `[[section, key, count], …]` as JSON.

    Answers `{"revision"}`, or the refusal's message with its status.
    """
    found = check_of_desk(tournament, check_id)
    try:
        saved = services.save_counts(
            actor=request.actor,
            check_id=found.pk,
            expected_revision=whole_number(request.POST.get("revision")),
            counts=read_batch(request.POST.get("counts", "")),
            batch=request.POST.get("batch", ""),
        )
    except Refusal as refusal:
        facts = {"words": say_refusal(refusal), "code": refusal.code}
        return JsonResponse(facts, status=refusal.http_status)
    return JsonResponse({"revision": saved.revision})


def read_batch(text: str) -> list[CountInput]:
    """The counts of a batch. Raises Refusal `no_such_card_in_check` for invalid ones."""
    try:
        rows = json.loads(text) if len(text) <= MAX_BATCH_LENGTH else None
    except (ValueError, RecursionError):
        rows = None
    wanted = (str, str, int)
    if not isinstance(rows, list) or not all(
        isinstance(row, list) and len(row) == 3 and tuple(type(part) for part in row) == wanted for row in rows
    ):
        raise Refusal("no_such_card_in_check", field="counts")
    return [CountInput(section=section, key=key, count=count) for section, key, count in rows]


@require_POST
@desk_view(Action.CHECK_DECKS)
def tap(request: HttpRequest, tournament: Tournament, check_id: int) -> HttpResponse:
    """A button pressed without script: a card more or fewer, a whole section, one put aside, a card not listed."""
    found = check_of_desk(tournament, check_id)
    view = view_check(found)
    place, changes, left_out = pressed(request, view)
    services.save_counts(
        actor=request.actor,
        check_id=found.pk,
        expected_revision=whole_number(request.POST.get("revision")),
        counts=changes,
        left_out=left_out,
    )
    return HttpResponseRedirect(f"{page_of(found)}#{place}")


def pressed(request: HttpRequest, view: CheckView) -> tuple[str, list[CountInput], list[str] | None]:
    """What a button means: where to return to, the new counts, the sections put aside (None: unchanged)."""
    kind, _sep, rest = request.POST.get("tap", "").partition(":")
    section, _sep, key = rest.partition(":")
    rows = [row for one in view.sections for row in one.rows if row.section == section]
    aside = list(view.check.left_out)
    if kind in ("more", "less"):
        lying = next((row.counted for row in rows if row.key == key), 0)
        count = max(0, lying + (1 if kind == "more" else -1))
        return f"section-{section}", [CountInput(section=section, key=key, count=count)], None
    if kind in ("all", "none"):
        counts = [
            CountInput(section=section, key=row.key, count=row.registered if kind == "all" else 0) for row in rows
        ]
        return f"section-{section}", counts, None
    if kind == "aside":
        return f"section-{section}", [], [*aside, section]
    if kind == "back":
        return f"section-{section}", [], [one for one in aside if one != section]
    return f"section-{section}", [add_from(view, kind, section, key)], None


@require_safe
@desk_view(Action.CHECK_DECKS)
def cards(request: HttpRequest, tournament: Tournament, check_id: int) -> HttpResponse:
    """Cards of the pool for `?q=`, to be added to the count."""
    found = check_of_desk(tournament, check_id)
    query = request.GET.get("q", "").strip()
    if not request.htmx:
        return HttpResponseRedirect(f"{page_of(found)}?{request.GET.urlencode()}#not-listed")
    facts = {"tournament": tournament, "check": found, "query": query, "cards": found_cards(view_check(found), query)}
    return render(request, "tournaments/desk/_check_cards.html", facts)


@require_http_methods(["GET", "HEAD", "POST"])
@desk_view(Action.CHECK_DECKS)
def result(request: HttpRequest, tournament: Tournament, check_id: int) -> HttpResponse:
    """Missing, extra and wrong at once; a POST ends the check."""
    found = check_of_desk(tournament, check_id)
    if found.outcome != Outcome.OPEN:
        return redirect(page_of(found))
    due = minutes_due(found)
    form = EndForm(request.POST if request.method == "POST" else None, initial={"minutes": due})
    if request.method == "POST" and form.is_valid():
        ended = accepted(
            form,
            services.finish_check,
            actor=request.actor,
            check_id=found.pk,
            expected_revision=whole_number(request.POST.get("revision")),
            outcome=form.cleaned_data["outcome"],
            note=form.cleaned_data["note"],
            minutes=(form.cleaned_data["minutes"] or 0) if found.match is not None else 0,
        )
        if ended is not None:
            return after_the_end(request, ended)
    view = view_check(found)
    return desk_page(
        request,
        "check_result",
        tournament,
        tab="judge",
        check=found,
        view=view,
        words=result_words(view),
        form=form,
        due=due,
        takes_time=found.match is not None and not found.match.is_complete,
    )


def after_the_end(request: HttpRequest, ended: DeckCheck) -> HttpResponse:
    """Findings lead to the penalty form, a clean deck back to the start, or to the other deck of the table."""
    code = ended.tournament.code
    undo = reverse("desk_check_reopen", args=[code, ended.pk])
    others = others_at_table(ended)
    if ended.outcome == Outcome.FINDINGS:
        notices.done(request, _("The check has ended with findings. Give the penalty here."), undo=undo)
        return HttpResponseRedirect(
            f"{reverse('desk_penalty_new', args=[code])}?entry={ended.registration_id}&check={ended.pk}"
        )
    said = _("The deck of %(name)s is clean.") % {"name": ended.registration.entered_name}
    then = page_of(others[0]) if others else reverse("desk_checks", args=[code])
    return done(request, said, then=then, undo=undo)


@require_POST
@desk_view(Action.CHECK_DECKS)
def abandon(request: HttpRequest, tournament: Tournament, check_id: int) -> HttpResponse:
    """Stop without an outcome."""
    found = check_of_desk(tournament, check_id)
    services.abandon_check(actor=request.actor, check_id=found.pk, note=request.POST.get("note", ""))
    return done(
        request,
        _("The check of %(name)s was stopped; it counts for nothing.") % {"name": found.registration.entered_name},
        then=reverse("desk_checks", args=[tournament.code]),
        undo=reverse("desk_check_reopen", args=[tournament.code, found.pk]),
    )


@require_POST
@desk_view(Action.CHECK_DECKS)
def reopen(request: HttpRequest, tournament: Tournament, check_id: int) -> HttpResponse:
    """Go on counting."""
    found = check_of_desk(tournament, check_id)
    services.reopen_check(actor=request.actor, check_id=found.pk)
    notices.done(request, _("The check continues where it was."))
    return HttpResponseRedirect(page_of(found))
