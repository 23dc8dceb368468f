"""The page on which the owner of the site says how long it is kept who played."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts import notices
from tournaments.forms.retention import RetentionForm
from tournaments.services.retention import months_kept, players_over, set_retention
from tournaments.views.desk.uploads import superusers_view

SHOWN = 50


@require_http_methods(["GET", "HEAD", "POST"])
@superusers_view
def retention(request: HttpRequest) -> HttpResponse:
    """Show who would be made anonymous by a number of months, and keep the number once it has been looked at."""
    kept = months_kept()
    form = RetentionForm(request.POST if request.method == "POST" else None, initial={"months": kept})
    months, is_asked = kept, False
    if form.is_valid():
        months = form.cleaned_data["months"]
        if request.POST.get("action") == "keep" and request.POST.get("looked_at") == str(months or ""):
            set_retention(actor=request.actor, months=months)
            notices.done(request, _("Saved."))
            return redirect("retention")
        is_asked = True
    over = players_over(months) if months is not None else None
    facts = {
        "form": form,
        "kept": kept,
        "months": months,
        "is_asked": is_asked,
        "count": over.count() if over is not None else 0,
        "players": over[:SHOWN] if over is not None else (),
    }
    return render(request, "tournaments/desk/retention.html", facts, status=422 if form.errors else 200)
