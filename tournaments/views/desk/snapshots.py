"""The snapshots of an event, and making a new event from one of them."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.refusals import Refusal
from jobs.queries import standing
from jobs.troubles import FAILED
from jobs.wording import ShownStanding, say_reason, show_standing
from tournaments.models import Restoration, Snapshot, Tournament
from tournaments.permissions import Action
from tournaments.services.snapshots.asking import COPY_SNAPSHOT, TAKE_SNAPSHOT, take_now
from tournaments.services.snapshots.restoring import (
    MAX_NAME_LENGTH,
    OPEN,
    RESTORE,
    ask_restoration,
    percent_done,
)
from tournaments.services.snapshots.taking import OPEN as TAKEN_LATER
from tournaments.views.desk.access import desk_page, desk_view, done
from tournaments.wording import say_refusal
from tournaments.wording.snapshots import say_held

LOOK_AGAIN = 1_000
"""Milliseconds between two looks at a restoration."""
LOOK_AGAIN_AT_ALL = 3_000
"""The same for the page of all snapshots, while one is being taken or copied."""


@require_http_methods(["GET", "HEAD", "POST"])
@desk_view(Action.TAKE_SNAPSHOTS)
def snapshots(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Every snapshot that is kept, newest first; a POST takes one now."""
    here = reverse("desk_snapshots", args=[tournament.code])
    if request.method == "POST":
        take_now(actor=request.actor, tournament_id=tournament.pk)
        return done(request, _("A snapshot is being taken."), then=here)
    rows = [_row(one) for one in tournament.snapshots.all()]
    return desk_page(
        request,
        "snapshots",
        tournament,
        tab="print",
        rows=rows,
        waiting=any(row["job"] or row["copy_job"] for row in rows),
        look_again_after=LOOK_AGAIN_AT_ALL,
        kept=settings.SNAPSHOTS_KEPT,
        copies=bool(settings.SNAPSHOTS_COPY_TO),
        restorations=[_restored(one) for one in tournament.restorations.select_related("tournament")[:5]],
        may_upload=request.actor.user is not None and request.actor.user.is_superuser,
        may_open=request.actor.user is not None and request.actor.user.can_create_tournaments,
    )


def _row(snapshot: Snapshot) -> dict[str, Any]:
    copying = standing(COPY_SNAPSHOT, snapshot.pk) if snapshot.copied_at is None else None
    return {
        "snapshot": snapshot,
        "held": say_held(snapshot.holds),
        "job": show_standing(standing(TAKE_SNAPSHOT, snapshot.pk)) if snapshot.state in TAKEN_LATER else None,
        "reason": say_reason(snapshot.error) or say_reason(FAILED),
        "copy_job": show_standing(copying) if copying is not None else None,
        "copying": say_reason(snapshot.copy_error) or snapshot.copy_error,
    }


def _restored(asked: Restoration) -> tuple[Restoration, ShownStanding | None]:
    return asked, show_standing(standing(RESTORE, asked.pk)) if asked.state in OPEN else None


@require_http_methods(["GET", "HEAD", "POST"])
@desk_view(Action.RESTORE_SNAPSHOTS)
def restore(request: HttpRequest, tournament: Tournament, snapshot_id: int) -> HttpResponse:
    """Asks first; a POST has the new event made and shows how far it is."""
    snapshot = get_object_or_404(tournament.snapshots.filter(state=Snapshot.State.READY), pk=snapshot_id)
    if request.method == "POST":
        name = request.POST.get("name", "").strip() or _name_of(snapshot)
        asked = ask_restoration(actor=request.actor, snapshot_id=snapshot.pk, name=name)
        return redirect("desk_restoration", tournament.code, asked.pk)
    return desk_page(
        request,
        "restore",
        tournament,
        tab="print",
        snapshot=snapshot,
        held=say_held(snapshot.holds),
        name=_name_of(snapshot),
        name_length=MAX_NAME_LENGTH,
    )


def _name_of(snapshot: Snapshot) -> str:
    """The old name with the time, so that the two events cannot be mixed up."""
    taken = date_format(localtime(snapshot.taken_at), "H:i") if snapshot.taken_at is not None else ""
    added = _(" (restored, as of %(time)s)") % {"time": taken}
    return snapshot.tournament.name[: MAX_NAME_LENGTH - len(added)] + added


@require_safe
@desk_view(Action.RESTORE_SNAPSHOTS)
def restoration(request: HttpRequest, tournament: Tournament, restoration_id: int) -> HttpResponse:
    """How far a restoration is, for htmx only its changing part; then the new event, or why there is none."""
    found = tournament.restorations.select_related("tournament", "snapshot")
    asked = get_object_or_404(found, pk=restoration_id)
    facts = facts_of(asked, reverse("desk_restoration", args=[tournament.code, asked.pk]))
    if request.htmx:
        return render(request, "tournaments/desk/_restoration.html", facts)
    return desk_page(request, "restoration", tournament, tab="print", **facts)


def facts_of(asked: Restoration, address: str) -> dict[str, Any]:
    """What a page shows of a restoration; `address` is where to look again."""
    waiting = asked.state in OPEN
    return {
        "asked": asked,
        "waiting": waiting,
        "percent": percent_done(asked.pk) if asked.state == Restoration.State.RUNNING else 0,
        "job": show_standing(standing(RESTORE, asked.pk)) if waiting else None,
        "problems": [say_refusal(Refusal(one["code"], **one["facts"])) for one in asked.problems],
        "reason": say_reason(asked.error) or say_reason(FAILED),
        "look_again_after": LOOK_AGAIN,
        "look_again_at": address,
    }
