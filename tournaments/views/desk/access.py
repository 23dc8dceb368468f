"""The one way into every desk page: which tournament, who may open it, and what a button answers."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from functools import partial, wraps
from typing import Any, TypeVar

from django import forms
from django.contrib.auth.views import redirect_to_login
from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers
from django.utils.functional import SimpleLazyObject
from django.utils.http import url_has_allowed_host_and_scheme
from django_htmx.http import HttpResponseClientRedirect

from accounts import notices
from accounts.forms import add_refusal
from accounts.refusals import NotAllowed, Refusal
from tournaments import permissions
from tournaments.models import Tournament
from tournaments.permissions import Action
from tournaments.queries.origins import SlipAddress, has_stand_in
from tournaments.queries.teams import names_by_team
from tournaments.queries.waiting import what_waits
from tournaments.views.desk.log import recent_lines
from tournaments.views.desk.old_slips import old_slip
from tournaments.views.desk.tabs import desk_tabs
from tournaments.wording import say_refusal

ON_A_PAGE = 100
"""Calls or deck checks that a page of the desk lists at once; it leads on to the older ones."""
Row = TypeVar("Row", bound=Model)
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
            tournament = Tournament.objects.select_related("game", "ruleset").filter(code=code).first()
            if tournament is None:
                return _unknown_event(request, code, keys)
            if request.actor.user is None and not permissions.works_by_link(request.actor, tournament):
                return sign_in_first(request)
            permissions.require(request.actor, action, tournament)
            response = view(request, tournament, **keys)
            add_never_cache_headers(response)
            return response

        return opened

    return guard


def _unknown_event(request: HttpRequest, code: str, keys: dict[str, Any]) -> HttpResponse:
    """404, unless a slip leads there whose event was restored into another one (`old_slip`)."""
    key, is_slip = keys.get("match_id") or keys.get("pod_id"), len(keys) == 1
    if not key or not is_slip or request.method not in ("GET", "HEAD"):
        raise Http404
    if request.actor.user is None and request.actor.staff_pass is None and has_stand_in(code):
        return sign_in_first(request)
    return old_slip(request, SlipAddress(code, key, is_pod="pod_id" in keys))


def sign_in_first(request: HttpRequest) -> HttpResponse:
    """To the sign-in page and back; a part of an open page asks for its whole page to go there instead of itself."""
    if not request.htmx:
        return redirect_to_login(request.get_full_path())
    page = request.htmx.current_url_abs_path or request.get_full_path()
    return HttpResponseClientRedirect(redirect_to_login(page).url)


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
        **what_waits(request.actor, tournament),
        "log_lines": recent_lines(tournament, allowed, log_lines),
        "here": request.get_full_path() if request.method == "GET" else "",
    }
    return render(request, f"tournaments/desk/{template}.html", shared | context, status=status)


def desk_confirm(request: HttpRequest, tournament: Tournament, **facts: Any) -> HttpResponse:
    """Ask before something happens (`components/confirm.html`), with what waits for the staff above the question."""
    form = facts.get("form")
    status = 422 if form is not None and form.is_bound and form.errors else 200
    return render(request, "tournaments/desk/confirm.html", {"tournament": tournament, **facts}, status=status)


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


def newest_of(request: HttpRequest, rows: QuerySet[Row]) -> tuple[list[Row], int]:
    """The newest `ON_A_PAGE` of rows whose keys rise with time, `?before=` those older than one; and the key before
    which there are more, 0 for none.
    """
    before = whole_number(request.GET.get("before"))
    older = rows.filter(pk__lt=before) if before else rows
    shown = list(older.order_by("-pk")[: ON_A_PAGE + 1])
    return shown[:ON_A_PAGE], shown[ON_A_PAGE - 1].pk if len(shown) > ON_A_PAGE else 0


def sent_to(request: HttpRequest) -> QueryDict | None:
    """The data a form is bound to: what was posted, even if empty; None for other requests."""
    return request.POST if request.method == "POST" else None
