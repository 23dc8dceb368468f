"""Deleting one's own account, after a question."""

from __future__ import annotations

from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import notices
from accounts.account_players import players_of_account
from accounts.forms import add_refusal
from accounts.players_here import MAX_PLAYERS, add_player, has_room, players_of, show_again
from accounts.proving import proved_again
from accounts.refusals import Conflict, Refusal
from accounts.views import signed_in
from tournaments.forms.erasing import CloseAccountForm
from tournaments.services.closing_accounts import close_own_account
from tournaments.wording import say_refusal


@never_cache
@login_required
@proved_again
@require_http_methods(["GET", "HEAD", "POST"])
def close(request: HttpRequest) -> HttpResponse:
    """Say what goes and what stays and ask for the user name; then nobody is signed in, and the players that stay are
    on this phone by personal link."""
    form = CloseAccountForm(request.POST or None)
    if form.is_valid():
        try:
            if not form.cleaned_data["erase"]:
                _refuse_full_phone(request)
            kept = close_own_account(actor=request.actor, **form.cleaned_data)
        except Refusal as refusal:
            add_refusal(form, refusal, say_refusal)
        else:
            logout(request)
            for player, path in kept:
                add_player(request.session, player)
                if path:
                    show_again(request.session, player, path)
            notices.done(request, _("The account is deleted."))
            return redirect("my_page" if players_of(request.session) else "home")
    facts = {
        "question": _("Delete the account “%(name)s”?") % {"name": signed_in(request).get_username()},
        "consequences": [
            _("User name, name, e-mail address, password, passkeys and API tokens go. Nobody signs in with it again."),
            _("The players stay entered, and on this phone by personal link: keep the links, they are the key then."),
            _("This cannot be undone."),
        ],
        "action": _("Delete the account"),
        "back": reverse("account"),
        "form": form,
    }
    return render(request, "components/confirm.html", facts, status=422 if form.errors else 200)


def _refuse_full_phone(request: HttpRequest) -> None:
    """Raise Conflict `phone_is_full` where this phone cannot stand for its players and those of the account: who has no
    room would be left without a key."""
    if not has_room(request.session, players_of_account(signed_in(request).pk)):
        raise Conflict("phone_is_full", limit=MAX_PLAYERS)
