"""Making an event from a snapshot's file that the owner of the site uploads."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.cache import add_never_cache_headers
from django.views.decorators.http import require_http_methods

from accounts.refusals import NotAllowed, Refusal
from tournaments.models import Restoration
from tournaments.services.snapshots.restoring import MAX_NAME_LENGTH
from tournaments.services.snapshots.uploading import (
    MAX_MEGABYTES,
    can_be_tried_again,
    receive_snapshot,
    restore_upload_again,
)
from tournaments.views.desk.access import attempt
from tournaments.views.desk.snapshots import facts_of
from tournaments.wording import say_refusal

View = Callable[..., HttpResponse]


def superusers_view(view: View) -> View:
    """Let in superusers alone: others are refused, visitors without an account are sent to sign in."""

    @wraps(view)
    def opened(request: HttpRequest, **keys: Any) -> HttpResponse:
        if request.actor.user is None:
            return redirect_to_login(request.get_full_path())
        if not request.actor.user.is_superuser:
            raise NotAllowed("superusers_only")
        response = view(request, **keys)
        add_never_cache_headers(response)
        return response

    return opened


@require_http_methods(["GET", "HEAD", "POST"])
@superusers_view
def upload(request: HttpRequest) -> HttpResponse:
    """Asks for the file; a POST keeps it, has the event made and shows how far it is."""
    name, refused = "", ""
    if request.method == "POST":
        name = request.POST.get("name", "")
        asked = attempt(receive_snapshot, actor=request.actor, file=request.FILES.get("file"), name=name)
        if not isinstance(asked, Refusal):
            return redirect("uploaded_restoration", asked.pk)
        refused = say_refusal(asked)
    facts = {"name": name, "refused": refused, "name_length": MAX_NAME_LENGTH, "most": MAX_MEGABYTES}
    return render(request, "tournaments/desk/snapshot_upload.html", facts, status=422 if refused else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@superusers_view
def restoration(request: HttpRequest, restoration_id: int) -> HttpResponse:
    """How far it is, for htmx only its changing part; then the new event, or why there is none. A POST tries again what
    was given up."""
    asked = get_object_or_404(Restoration.objects.select_related("tournament"), pk=restoration_id)
    here = reverse("uploaded_restoration", args=[asked.pk])
    if request.method == "POST":
        restore_upload_again(actor=request.actor, restoration_id=asked.pk)
        return redirect(here)
    facts = {**facts_of(asked, here), "may_try_again": can_be_tried_again(asked)}
    page = "_restoration" if request.htmx else "uploaded_restoration"
    return render(request, f"tournaments/desk/{page}.html", facts)
