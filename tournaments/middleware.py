"""Who works by a staff link; and what a page says when a service declines and the view did not answer it itself."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.functional import SimpleLazyObject
from django.utils.http import url_has_allowed_host_and_scheme

from accounts import notices
from accounts.actor import Actor
from accounts.refusals import NotAllowed, Refusal
from accounts.sessions import STAFF_LINK_KEY
from tournaments.models import StaffLink
from tournaments.services.staff_links import actor_by_link
from tournaments.wording import say_refusal


def work_by(request: HttpRequest, link: StaffLink) -> None:
    """Let the session work by a staff link, for as long as the link does."""
    request.session[STAFF_LINK_KEY] = [link.pk, link.secret_hash]


def actor_with_link(request: HttpRequest, actor: Actor) -> Actor:
    """Who works by the session's staff link, in place of a visitor without an account; an account works as itself."""
    kept = request.session.get(STAFF_LINK_KEY)
    if kept is None or actor.user is not None:
        return actor
    key, hashed = kept
    return actor_by_link(key=key, hashed=hashed) or actor


class StaffLinkMiddleware:
    """Lets `request.actor` know the session's staff link; stands after ActorMiddleware."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        actor = request.actor
        request.actor = SimpleLazyObject(lambda: actor_with_link(request, actor))
        return self.get_response(request)


class RefusalMiddleware:
    """Turns an uncaught Refusal into a page, or into a notice on the page the request came from.

    A form post goes back to its page with the reason as a notice; an htmx request gets the reason in the page's live
    region and nothing else changes; reading what one may not read is a page with the refusal's HTTP status.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """The answer to a Refusal; any other exception is left alone."""
        if not isinstance(exception, Refusal):
            return None
        words = say_refusal(exception)
        if getattr(request, "htmx", False):
            notices.refused(request, words)
            answer = render(request, "components/messages.html", status=exception.http_status)
            answer["HX-Retarget"] = "#messages"
            answer["HX-Reswap"] = "outerHTML show:window:top"
            return answer
        back = page_before(request)
        if request.method == "POST" and back and not isinstance(exception, NotAllowed):
            notices.refused(request, words)
            return HttpResponseRedirect(back)
        facts = {"words": words, "refusal": exception, "back": back}
        answer = render(request, "refused.html", facts, status=exception.http_status)
        if "seconds" in exception.facts:
            answer["Retry-After"] = str(exception.facts["seconds"])
        return answer


def page_before(request: HttpRequest) -> str:
    """The path of the page a form was sent from, if it is of this site; else an empty text."""
    referrer = request.headers.get("Referer", "")
    if not url_has_allowed_host_and_scheme(referrer, allowed_hosts={request.get_host()}):
        return ""
    parts = urlsplit(referrer)
    path = parts.path + (f"?{parts.query}" if parts.query else "")
    return path if url_has_allowed_host_and_scheme(path, allowed_hosts=None) else ""
