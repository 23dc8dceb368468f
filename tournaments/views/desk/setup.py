"""Creating a tournament, changing it, copying it, cancelling it."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import notices
from accounts.refusals import NotAllowed
from tournaments.forms.desk.setup import CancelForm, DuplicateForm, TournamentForm, next_saturday
from tournaments.models import Registration, Tournament
from tournaments.permissions import Action
from tournaments.queries.pairing_settings import format_tables
from tournaments.queries.rejudging import waiting_run
from tournaments.queries.settings import TournamentData, data_of, read_seen, settings_seen
from tournaments.queries.shared_tables import draft_tables, table_clash
from tournaments.services import setup as services
from tournaments.views.desk.access import accepted, desk_page, desk_view, done, sent_to, whole_number
from tournaments.views.desk.following import defaults_of, follow_format, follow_game, follow_length, typed_so_far
from tournaments.views.desk.recommendation import Recommendation, recommendation_for


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """The page that creates a tournament, filled with the game's own defaults.

    If another game is chosen, unchanged defaults of the first one become the new one's, and with pods the match length
    becomes best of 1: at once with scripts or with the button `follow`, and in any case when the form is sent.
    """
    if request.actor.user is None:
        return redirect_to_login(request.get_full_path())
    if not request.actor.user.can_create_tournaments:
        raise NotAllowed("may_not_create")
    sent = follow_length(follow_format(follow_game(request.POST))) if request.method == "POST" else None
    if sent is not None and ("follow" in sent or "follow" in request.GET):
        return _new_page(request, TournamentForm(initial=typed_so_far(sent)))
    form = TournamentForm(sent, initial=defaults_of(request.GET.get("game", "")))
    if request.method == "POST" and form.is_valid():
        made = accepted(form, services.create_tournament, actor=request.actor, data=TournamentData(**form.settings()))
        if made is not None:
            notices.done(request, _("“%(name)s” is open. Share its page and players can register.") % {"name": made})
            return redirect("desk", made.code)
    return _new_page(request, form)


def _new_page(request: HttpRequest, form: TournamentForm) -> HttpResponse:
    shown = {"form": form, "recommended": recommended_by(form), "filled_for": form["game_slug"].value()}
    shown |= {"filled_length": form["best_of"].value(), "filled_format": form["entry_format"].value()}
    return render(request, "tournaments/desk/new.html", shown, status=422 if form.errors else 200)


@require_safe
def recommendation(request: HttpRequest) -> HttpResponse:
    """A fragment: rounds, top cut and round minutes recommended for what has been entered so far."""
    if request.actor.user is None:
        return redirect_to_login(request.get_full_path())
    recommended = recommendation_for(
        request.GET.get("game_slug", ""),
        players=whole_number(request.GET.get("expected_players")) or whole_number(request.GET.get("capacity")),
        best_of=whole_number(request.GET.get("best_of")),
        in_pods=request.GET.get("entry_format") == Tournament.EntryFormat.PODS,
    )
    return render(request, "tournaments/desk/_recommendation.html", {"recommended": recommended})


def recommended_by(form: TournamentForm, players: int = 0) -> Recommendation | None:
    """The recommendation for the form's present values, typed ones before initial ones."""
    return recommendation_for(
        str(form["game_slug"].value() or ""),
        players=players
        or whole_number(str(form["expected_players"].value() or ""))
        or whole_number(str(form["capacity"].value() or "")),
        best_of=whole_number(str(form["best_of"].value() or "")),
        in_pods=form["entry_format"].value() == Tournament.EntryFormat.PODS,
    )


@require_http_methods(["GET", "HEAD", "POST"])
@desk_view(Action.EDIT_TOURNAMENT)
def edit(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The settings of an existing tournament; the service refuses what may no longer change.

    With `?tables=free` the form offers table numbers that no other event of the day uses.
    """
    clash = table_clash(tournament)
    offered = clash.settings(tournament) if clash and request.GET.get("tables") == "free" else {}
    initial = asdict(data_of(tournament))
    form = TournamentForm(sent_to(request), initial=initial | offered, phase=tournament.phase)
    drafted = draft_tables(tournament)
    if request.method == "POST" and form.is_valid():
        saved = accepted(
            form,
            services.edit_tournament,
            actor=request.actor,
            tournament_id=tournament.pk,
            data=TournamentData(**form.settings()),
            seen=read_seen(request.POST.get("seen", "")),
        )
        if saved is not None and waiting_run(saved) is not None:
            path = reverse("desk_rejudging", args=[tournament.code])
            return done(request, _("Settings saved. The lists are being judged again."), then=path)
        if saved is not None:
            now = draft_tables(saved)
            said = _("Settings saved.")
            if now != drafted:
                said = _("Settings saved. The draft plays at tables %(tables)s.") % {"tables": format_tables(now)}
            return done(request, said, then=reverse("desk", args=[tournament.code]))
    entered = tournament.registrations.filter(status=Registration.Status.ACTIVE).count()
    # A form that comes back keeps what it was filled from, so that a conflict is shown until it is settled.
    seen = request.POST.get("seen") if request.method == "POST" else settings_seen(tournament)
    recommended = recommended_by(form, entered)
    shown: dict[str, Any] = {"form": form, "seen": seen, "recommended": recommended}
    emptied = [f"{form[name].label}: {initial[name]}" for name in offered if initial[name] and not offered[name]]
    shown |= {"clash": clash, "tables_offered": bool(offered), "tables_emptied": emptied}
    return desk_page(request, "edit", tournament, tab="settings", **shown)


@require_http_methods(["GET", "HEAD", "POST"])
@desk_view(Action.EDIT_TOURNAMENT)
def duplicate(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """A new event with this one's settings and none of its players."""
    form = DuplicateForm(sent_to(request), initial={"name": tournament.name, "starts_at": next_saturday()})
    if request.method == "POST" and form.is_valid():
        made = accepted(
            form,
            services.duplicate_tournament,
            actor=request.actor,
            tournament_id=tournament.pk,
            **form.cleaned_data,
        )
        if made is not None:
            notices.done(request, _("This is the new event. Check its settings before you share it."))
            return redirect("desk_edit", made.code)
    return desk_page(request, "duplicate", tournament, tab="settings", form=form)


@require_http_methods(["GET", "HEAD", "POST"])
@desk_view(Action.CANCEL_TOURNAMENT)
def cancel(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Ask for the reason, then cancel the event; it can be undone."""
    form = CancelForm(sent_to(request))
    if request.method == "POST" and form.is_valid():
        reason = form.cleaned_data["reason"]
        cancelled = accepted(
            form, services.cancel_tournament, actor=request.actor, tournament_id=tournament.pk, reason=reason
        )
        if cancelled is not None:
            return done(
                request,
                _("“%(name)s” is cancelled.") % {"name": tournament},
                then=reverse("desk", args=[tournament.code]),
                undo=reverse("desk_cancel_undo", args=[tournament.code]),
            )
    entered = tournament.registrations.filter(status=Registration.Status.ACTIVE).count()
    return desk_page(request, "cancel", tournament, tab="settings", form=form, entered=entered)


@require_POST
@desk_view(Action.CANCEL_TOURNAMENT)
def reinstate(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Undo the cancellation."""
    services.reinstate_tournament(actor=request.actor, tournament_id=tournament.pk)
    said = _("“%(name)s” takes place after all.") % {"name": tournament}
    return done(request, said, then=reverse("desk", args=[tournament.code]))
