"""Answering requests to join at the desk, and taking an answer back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.forms.desk.joining import JoinAnswerForm, SureForm
from tournaments.models import JoinRequest, Registration, Tournament
from tournaments.permissions import Action, may
from tournaments.queries.divisions import division_names
from tournaments.queries.join_requests import find_request
from tournaments.services import entries as services
from tournaments.services.entries.link_issuers import issuer_sees_all
from tournaments.views.desk.access import accepted, desk_page, desk_view, done, sent_to
from tournaments.views.desk.late_offers import offers_now

ANSWERS: dict[str, tuple[Callable[..., JoinRequest], tuple[str, ...]]] = {
    "same": (services.accept_as_same, ("keep_link", "reason", "number")),
    "other": (services.accept_as_other, ("name", "late_policy", "reason")),
    "refuse": (services.refuse_join_request, ("reason",)),
}
"""The service of each answer, and which fields of the form it takes."""


@require_http_methods(["GET", "HEAD", "POST"])
@desk_view(Action.MANAGE_ENTRIES)
def join_request(request: HttpRequest, tournament: Tournament, request_id: int) -> HttpResponse:
    """One request with the entry that has the name; a POST is an answer."""
    found = request_of_desk(tournament, request_id)
    initial: dict[str, Any] = {"late_policy": Registration.LatePolicy.LOSS}
    if found.is_past and found.entry is not None:
        initial["number"] = found.entry.number
    form = JoinAnswerForm(sent_to(request), initial=initial)
    answer = request.POST.get("answer", "")
    if request.method == "POST" and form.is_valid():
        if answer not in ANSWERS:
            raise Http404
        meant = _meant(found, form.cleaned_data["number"]) if answer == "same" and "sure" not in request.POST else None
        if meant is not None:
            return _sure_page(request, found, meant)
        service, fields = ANSWERS[answer]
        values: dict[str, Any] = {name: form.cleaned_data[name] for name in fields}
        decided = accepted(form, service, actor=request.actor, request_id=found.pk, **values)
        if decided is not None:
            undo = reverse("desk_join_request_undo", args=[tournament.code, found.pk])
            return done(request, say_decided(decided), then=_after(request, tournament, decided), undo=undo)
    names = division_names(tournament)
    elsewhere = found.is_past and found.entry is not None and not issuer_sees_all(request.actor, found.entry.player)
    facts: dict[str, Any] = {"one": find_request(tournament, found.pk), "form": form, "plays_elsewhere": elsewhere}
    return desk_page(
        request, "join_request", tournament, tab="entries", division=names.get(found.division, ""), **facts
    )


def _after(request: HttpRequest, tournament: Tournament, decided: JoinRequest) -> str:
    """The page of an entry that could play somebody with the bye of the running round; else the other requests."""
    made = decided.made
    if made is not None and may(request.actor, Action.RUN_ROUNDS, tournament) and offers_now(tournament, only=made.pk):
        return reverse("desk_entry", args=[tournament.code, made.pk])
    return reverse("desk_joining", args=[tournament.code])


def _meant(found: JoinRequest, number: int | None) -> Registration | None:
    """The entry that an answer about a past one gives away; None where there is none, which the service refuses."""
    if not found.is_past or number is None:
        return None
    return Registration.people.filter(tournament=found.tournament_id, number=number).select_related("player").first()


def _sure_page(request: HttpRequest, found: JoinRequest, meant: Registration) -> HttpResponse:
    """Asks before a player is given to an account: whose entry the number is, and how much goes along."""
    events = Registration.everybody.filter(player=meant.player_id).values("tournament").distinct().count()
    born = meant.player.birth_year
    facts: dict[str, Any] = {
        "question": _("Give the account the player %(name)s, number %(number)s?")
        % {"name": meant.name, "number": meant.number},
        "consequences": [
            _("Asked for: %(name)s.") % {"name": found.name},
            ngettext("Entries in %(count)s event go along.", "Entries in %(count)s events go along.", events)
            % {"count": events},
            _("Year of birth: %(year)s") % {"year": born} if born else _("The year of birth is not known."),
            _("The old personal link stops working."),
        ],
        "form": SureForm(initial={"answer": "same", "number": meant.number}),
        "action": _("Give the account this player"),
        "press": "sure",
        "back": reverse("desk_join_request", args=[found.tournament.code, found.pk]),
    }
    return render(request, "components/confirm.html", facts)


@require_POST
@desk_view(Action.MANAGE_ENTRIES)
def undo(request: HttpRequest, tournament: Tournament, request_id: int) -> HttpResponse:
    """Take an answer back: the request waits again."""
    found = request_of_desk(tournament, request_id)
    services.reopen_join_request(actor=request.actor, request_id=found.pk)
    said = _("%(name)s waits for an answer again.") % {"name": found.name}
    return done(request, said, then=reverse("desk_join_request", args=[tournament.code, found.pk]))


def request_of_desk(tournament: Tournament, request_id: int) -> JoinRequest:
    """The tournament's request, or 404, also for another event's."""
    found = find_request(tournament, request_id)
    if found is None:
        raise Http404
    return found


def say_decided(decided: JoinRequest) -> str:
    """What an answer did."""
    sentences = {
        JoinRequest.State.SAME: _("The phone of %(name)s gets the key of the entry."),
        JoinRequest.State.OTHER: _("%(name)s is entered."),
        JoinRequest.State.REFUSED: _("%(name)s is refused; the phone shows the reason."),
    }
    if decided.is_past:
        sentences |= {
            JoinRequest.State.SAME: _("The account that asked can take the player of %(name)s now."),
            JoinRequest.State.REFUSED: _("%(name)s is refused; the account that asked reads the reason."),
        }
    made = decided.made
    named = made.name if made is not None else decided.name
    return sentences[JoinRequest.State(decided.state)] % {"name": named}
