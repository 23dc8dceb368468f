"""A person's own pages: one-time links, personal links, API tokens, theme and language."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import auth
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.i18n import set_language

from accounts import notices
from accounts.addresses import address_to_share
from accounts.claiming import claim_player
from accounts.forms import TokenForm, WelcomeForm, add_refusal
from accounts.models import ApiToken, Player, User
from accounts.players_here import MAX_PLAYERS, add_player, choose_player, players_of, shown_link
from accounts.proving import proved_again
from accounts.refusals import Refusal
from accounts.same_site import sent_from_this_site
from accounts.services import (
    find_player_by_link,
    find_sign_in_link,
    issue_api_token,
    redeem_sign_in_link,
    remember_language,
    revoke_api_token,
)
from accounts.signing_out import end_sign_in, staying_players
from accounts.themes import THEME_COOKIE, THEMES
from accounts.wording import say_refusal

YEAR = 365 * 24 * 60 * 60


def next_path(request: HttpRequest) -> str:
    """The path a small form asks to return to, if it is on this site; else the first page."""
    wanted = request.POST.get("next", "")
    return wanted if url_has_allowed_host_and_scheme(wanted, allowed_hosts={request.get_host()}) else "/"


@sent_from_this_site
@require_POST
def set_theme(request: HttpRequest) -> HttpResponse:
    """Keep the visitor's choice of light, dark or automatic colours in a cookie."""
    theme = request.POST.get("theme", "")
    answer = HttpResponseRedirect(next_path(request))
    if theme in THEMES:
        answer.set_cookie(THEME_COOKIE, theme, max_age=YEAR, samesite="Lax", secure=request.is_secure())
    return answer


@sent_from_this_site
@require_POST
def set_site_language(request: HttpRequest) -> HttpResponse:
    """Switch the language of this browser and store it with the account."""
    language = request.POST.get("language", "")
    user = request.user
    if user.is_authenticated and language in dict(settings.LANGUAGES) and user.language != language:
        remember_language(user=user, language=language)
    return set_language(request)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_out(request: HttpRequest) -> HttpResponse:
    """Sign an account, or a helper by staff link, out without a question: the players by personal link stay.

    Where nobody else is signed in, they are taken off the phone, after a question that shows their links. It asks too
    where the page has something to `ask`: a report that was not sent.
    """
    actor = request.actor
    if request.method != "POST" and actor.is_anonymous:
        return redirect("/")
    staying = staying_players(request)
    leaving = [player for player in actor.family or actor.players if player not in staying]
    loses_keys = bool(leaving) and actor.user is None
    if "sure" not in request.POST and (request.method != "POST" or loses_keys or "ask" in request.POST):
        facts = {
            "question": _("Take the players off this phone?") if loses_keys else _("Sign out?"),
            "action": _("Take off this phone") if loses_keys else _("Sign out"),
            "back": reverse("my_page"),
            "press": "sure",
            "leaving": [_leaving(request, player) for player in leaving],
            "staying": staying,
            "loses_keys": loses_keys,
            "forgets": "" if not staying else " ".join(str(player.pk) for player in leaving) or "nobody",
        }
        return render(request, "accounts/sign_out.html", facts)
    end_sign_in(request, staying=staying)
    if not staying:
        notices.done(request, _("You are signed out."))
        return redirect("/")
    names = _(", ").join(player.name for player in staying)
    notices.done(request, _("You are signed out. Still on this phone by personal link: %(names)s.") % {"names": names})
    return redirect("my_page")


def _leaving(request: HttpRequest, player: Player) -> dict[str, Any]:
    """A player who goes off the phone, with the address of their link if it is known; a new one can be shown unless an
    account keeps the player, whose it is."""
    path = shown_link(request.session, player)
    return {
        "player": player,
        "link": address_to_share(request, path) if path else "",
        "may_renew": player.user_id is None,
    }


@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def welcome(request: HttpRequest, secret: str) -> HttpResponse:
    """A one-time link: opening it shows the form and does not use it up, sending the form does."""
    link = find_sign_in_link(secret)
    if link is None:
        return render(request, "accounts/link_dead.html", {"one_time": True}, status=410)
    form = WelcomeForm(request.POST or None, initial={"username": link.user.username})
    if request.method == "POST" and form.is_valid():
        try:
            user = redeem_sign_in_link(
                secret=secret, username=form.cleaned_data["username"], password=form.cleaned_data["password"]
            )
        except Refusal as refusal:
            add_refusal(form, refusal, say_refusal)
        else:
            auth.login(request, user)
            notices.done(
                request,
                _("Welcome, %(name)s. From now on you sign in with this name and password.")
                % {"name": user.get_username()},
            )
            return redirect("/")
    facts = {"form": form, "is_owner": link.user.is_owner}
    return render(request, "accounts/welcome.html", facts, status=422 if form.errors else 200)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def personal_link(request: HttpRequest, secret: str) -> HttpResponse:
    """A player's own link: asks once, then opens their page.

    The player is added to those this browser has already, or takes their place if that is wanted. A signed-in account
    may keep the player, unless another account does; the page says which of the two. A helper by staff link stops
    helping.
    """
    player = find_player_by_link(secret)
    if player is None:
        return render(request, "accounts/link_dead.html", {"one_time": False}, status=410)
    is_here = player in request.actor.players
    if is_here and request.actor.player == player:
        return redirect("my_page")
    may_claim = request.user.is_authenticated and may_keep(request.user.pk, player)
    is_full = not is_here and len(players_of(request.session)) >= MAX_PLAYERS
    how = request.POST.get("how", "")
    if request.method == "POST" and not (is_full and how != "only"):
        if may_claim and how == "claim":
            claim_player(user=signed_in(request), player=player)
            choose_player(request.session, player.pk)
            say_kept(request, player)
        else:
            if how == "only" or request.actor.staff_pass is not None:
                end_sign_in(request, staying=[] if how == "only" else players_of(request.session))
            request.session.cycle_key()
            add_player(request.session, player)
        return redirect("my_page")
    facts = {"link_player": player, "may_claim": may_claim, "is_full": is_full, "limit": MAX_PLAYERS}
    facts["kept_elsewhere"] = player.user_id is not None and player.user_id != request.user.pk
    status = 409 if request.method == "POST" else 200
    return render(request, "accounts/personal_link.html", facts, status=status)


def may_keep(user_id: int, player: Player) -> bool:
    """Whether the account may take the player, whose link this browser has, into it."""
    return player.user_id is None and player.link_issuer_id != user_id


def say_kept(request: HttpRequest, player: Player) -> None:
    """Say that the account keeps the player now, with the way back."""
    words = _("Your account keeps %(name)s now: sign in on any device to find the entries.") % {"name": player.name}
    notices.done(request, words, undo=reverse("account_release_player", args=[player.pk]))


@never_cache
@login_required
@proved_again(on_get=False)
@require_http_methods(["GET", "HEAD", "POST"])
def api_tokens(request: HttpRequest) -> HttpResponse:
    """The account's API tokens; a new one, for who proves again whose it is, is shown on this page once and never
    again."""
    form = TokenForm(request.POST or None)
    secret = ""
    if request.method == "POST" and form.is_valid():
        try:
            _token, secret = issue_api_token(actor=request.actor, name=form.cleaned_data["name"])
            form = TokenForm()
        except Refusal as refusal:
            add_refusal(form, refusal, say_refusal)
    tokens = ApiToken.objects.filter(user=signed_in(request), revoked_at__isnull=True).order_by("-id")
    facts = {"form": form, "tokens": tokens, "secret": secret}
    return render(request, "accounts/api_tokens.html", facts, status=422 if form.errors else 200)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def api_token_end(request: HttpRequest, token_id: int) -> HttpResponse:
    """Ask, then end one token; its programs stop working at once. Another account's token is not found (404)."""
    token = get_object_or_404(ApiToken, pk=token_id, user=signed_in(request), revoked_at__isnull=True)
    if request.method == "POST":
        revoke_api_token(actor=request.actor, token_id=token.pk)
        notices.done(request, _("The token has ended."))
        return redirect("api_tokens")
    return render(
        request,
        "components/confirm.html",
        {
            "question": _("End the token “%(name)s”?") % {"name": token.name},
            "consequences": [_("Programs that use it can no longer read or write. This cannot be undone.")],
            "action": _("End the token"),
            "back": reverse("api_tokens"),
        },
    )


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    """What the site is and whose work it uses."""
    return render(request, "accounts/about.html")


def signed_in(request: HttpRequest) -> User:
    """The account that opened a page for accounts only. Raises PermissionDenied for anybody else."""
    if isinstance(request.user, User):
        return request.user
    raise PermissionDenied
