"""The one way into every desk page: which tournament, who may open it, and what a button answers."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from functools import partial, wraps
from typing import Any

from django import forms
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import get_object_or_404, render
from django.utils.cache import add_never_cache_headers
from django.utils.functional import SimpleLazyObject
from django.utils.http import url_has_allowed_host_and_scheme

from accounts import notices
from accounts.forms import add_refusal
from accounts.refusals import NotAllowed, Refusal
from tournaments import permissions
from tournaments.models import Tournament
from tournaments.permissions import Action
from tournaments.queries.calls import count_open_calls
from tournaments.queries.check_budget import count_decks_due
from tournaments.queries.join_requests import count_open_requests
from tournaments.queries.teams import names_by_team
from tournaments.views.desk.log import recent_lines
from tournaments.views.desk.tabs import desk_tabs
from tournaments.wording import say_refusal

View = Callable[..., HttpResponse]


def desk_view(action: Action) -> Callable[[View], View]:
    """Let in visitors who may perform `action`; the view gets the tournament in place of its code.

    Visitors without an account are sent to the sign-in page and back, those who work here by a staff link aside.
    Raises NotAllowed, a page with status 403, without the role. 404 if there is no such tournament.
    """

    def guard(view: View) -> View:
        @wraps(view)
        def opened(request: HttpRequest, code: str, **keys: Any) -> HttpResponse:
            if not code.isascii() or not code.isalnum():
                raise Http404
            tournament = get_object_or_404(Tournament.objects.select_related("game", "ruleset"), code=code)
            if request.actor.user is None and not permissions.works_by_link(request.actor, tournament):
                return redirect_to_login(request.get_full_path())
            permissions.require(request.actor, action, tournament)
            response = view(request, tournament, **keys)
            add_never_cache_headers(response)
            return response

        return opened

    return guard


def allowed_actions(request: HttpRequest, tournament: Tournament) -> dict[str, bool]:
    """For templates: every action by name and whether the visitor may perform it here."""
    roles = permissions.roles_of(request.actor, tournament)
    return {action.value: not permitted.isdisjoint(roles) for action, permitted in permissions.PERMITTED.items()}


def desk_page(
    request: HttpRequest,
    template: str,
    tournament: Tournament,
    *,
    tab: str = "",
    log_lines: int = 1,
    status: int = 200,
    **context: Any,
) -> HttpResponse:
    """Render a desk page with what all of them show: the tournament, what is allowed, the newest log lines.

    `tab` is the marked one; a form that was refused answers with status 422.
    """
    allowed = allowed_actions(request, tournament)
    form = context.get("form")
    if form is not None and form.is_bound and form.errors:
        status = 422
    shared = {
        "tournament": tournament,
        "team_names": names_of_teams(tournament),
        "allowed": allowed,
        "tabs": desk_tabs(tournament, allowed, tab),
        "call_count": count_open_calls(tournament),
        "decks_due": count_decks_due(tournament),
        "join_count": count_open_requests(tournament) if allowed["manage_entries"] else 0,
        "log_lines": recent_lines(tournament, allowed, log_lines),
        "here": request.get_full_path() if request.method == "GET" else "",
    }
    return render(request, f"tournaments/desk/{template}.html", shared | context, status=status)


def names_of_teams(tournament: Tournament) -> Any:
    """The members of each team as entered (`names_by_team`), read once a page asks for them."""
    return SimpleLazyObject(partial(names_by_team, tournament, private=True))


def attempt(service: Callable[..., Any], **arguments: Any) -> Any | Refusal:
    """What the service returned, or its refusal, for a page that shows it. Raises NotAllowed."""
    try:
        return service(**arguments)
    except NotAllowed:
        raise
    except Refusal as refusal:
        return refusal


def accepted(form: forms.Form, service: Callable[..., Any], **arguments: Any) -> Any | None:
    """What the service returned for a valid form; None if it refused, with the reason in the form."""
    answer = attempt(service, **arguments)
    if isinstance(answer, Refusal):
        add_refusal(form, answer, say_refusal)
        return None
    return answer


def way_back(request: HttpRequest, otherwise: str) -> str:
    """The page a button was pressed on (its `next` field, only if it is an address of this site), or another one."""
    wanted = request.POST.get("next", "")
    if wanted and url_has_allowed_host_and_scheme(wanted, {request.get_host()}, require_https=request.is_secure()):
        return wanted
    return otherwise


def done(request: HttpRequest, said: str, *, then: str, undo: str = "") -> HttpResponse:
    """Go back to the page the button was on, saying what happened, with a way to undo it."""
    notices.done(request, said, undo=undo)
    return HttpResponseRedirect(way_back(request, then))


def whole_number(text: str | None) -> int:
    """A number from a form's field, full-width digits too; anything else counts as 0, which identifies nothing."""
    plain = unicodedata.normalize("NFKC", (text or "")[:20]).strip()
    return int(plain) if plain.isascii() and plain.isdigit() and len(plain) < 10 else 0


def sent_to(request: HttpRequest) -> QueryDict | None:
    """The data a form is bound to: what was posted, even if empty; None for other requests."""
    return request.POST if request.method == "POST" else None
