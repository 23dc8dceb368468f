"""The account's own page: the players it keeps, and how one signs in to it."""

from __future__ import annotations

from dataclasses import dataclass

from allauth.account.models import EmailAddress
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts import notices
from accounts.addresses import address_to_share
from accounts.claiming import claim_player, end_own_link, release_player, renew_own_link
from accounts.models import Player, User
from accounts.players_here import MAX_PLAYERS, add_player, has_room, show_again, shown_link
from accounts.proving import refuse_without_proof
from accounts.refusals import Conflict, Refusal
from accounts.views import may_keep, say_kept, signed_in
from accounts.ways_in import confirmed_address, passkeys_of, wechats_of
from accounts.wording import say_refusal


@dataclass(frozen=True)
class KeptPlayer:
    """A player of the account; `link` is the address of the personal link if it was made in this browser."""

    player: Player
    link: str

    @property
    def has_link(self) -> bool:
        return self.player.link_hash != ""

    @property
    def is_known(self) -> bool:
        """Whether staff handed the link out, and so know it."""
        return self.player.link_issuer_id is not None and not self.player.link_by_account


@never_cache
@login_required
@require_safe
def account(request: HttpRequest) -> HttpResponse:
    """The players of the account, those of this phone that it may keep, and the ways to sign in."""
    user = signed_in(request)
    here = sorted(request.actor.players, key=lambda player: player.pk)
    facts = {
        "kept": [_kept(request, player) for player in here if player.user_id == user.pk],
        "free": [player for player in here if may_keep(user.pk, player)],
        "has_password": user.has_usable_password(),
        "passkeys": passkeys_of(user),
        "wechats": wechats_of(user),
        **_addresses(user),
    }
    return render(request, "accounts/account.html", facts)


def _addresses(user: User) -> dict[str, str]:
    """The confirmed address of the account, and the one that waits to be."""
    waiting = EmailAddress.objects.filter(user=user, verified=False).order_by("-pk")
    return {
        "address": confirmed_address(user),
        "waiting_address": waiting.values_list("email", flat=True).first() or "",
    }


def _kept(request: HttpRequest, player: Player) -> KeptPlayer:
    path = shown_link(request.session, player)
    return KeptPlayer(player, address_to_share(request, path) if path else "")


@login_required
@require_POST
def keep(request: HttpRequest, player_id: int) -> HttpResponse:
    """Take a player of this phone into the account; 404 for one the phone has no link of."""
    player = _here(request, player_id)
    claim_player(user=signed_in(request), player=player)
    say_kept(request, player)
    return _back(request)


@login_required
@require_POST
def keep_all(request: HttpRequest) -> HttpResponse:
    """Take every player of this phone that is nobody's yet into the account, as many as it keeps."""
    user = signed_in(request)
    free = [player for player in request.actor.players if may_keep(user.pk, player)]
    kept = []
    for player in sorted(free, key=lambda one: one.pk):
        try:
            kept.append(claim_player(user=user, player=player).name)
        except Refusal as refusal:
            notices.refused(request, say_refusal(refusal))
            break
    if kept:
        notices.done(request, _("Your account keeps them now: %(names)s.") % {"names": _(", ").join(kept)})
    return _back(request)


@login_required
@require_POST
def release(request: HttpRequest, player_id: int) -> HttpResponse:
    """Take a player out of the account, who stays on this phone by personal link; refused where it has no room.

    It asks for a proof, as erasing the player does: who has nothing but the link erases a player whom no account keeps.
    """
    player = _of_account(request, player_id)
    refused = refuse_without_proof(request)
    if refused is not None:
        return refused
    if not has_room(request.session, [player]):
        raise Conflict("phone_is_full", limit=MAX_PLAYERS)
    player, path = release_player(user=signed_in(request), player_id=player_id)
    _keep_here(request, player, path)
    words = _("%(name)s is out of your account, and still on this phone by personal link.") % {"name": player.name}
    notices.done(request, words, undo=reverse("account_keep_player", args=[player.pk]))
    return _back(request)


@login_required
@require_POST
def own_link(request: HttpRequest, player_id: int) -> HttpResponse:
    """Make a new personal link of a player of the account, shown on the page that follows, or end the one there is.
    Asks for a proof."""
    _of_account(request, player_id)
    refused = refuse_without_proof(request)
    if refused is not None:
        return refused
    if "end" in request.POST:
        player = end_own_link(user=signed_in(request), player_id=player_id)
        words = _("The personal link of %(name)s has ended. Your account still opens the entries.")
        notices.done(request, words % {"name": player.name})
        return redirect("account")
    player, path = renew_own_link(user=signed_in(request), player_id=player_id)
    _keep_here(request, player, path)
    notices.done(
        request, _("This is the new link of %(name)s; the one before no longer works.") % {"name": player.name}
    )
    return redirect("account")


def _here(request: HttpRequest, player_id: int) -> Player:
    """The player of this browser with this key; 404 for anybody else's."""
    found = next((player for player in request.actor.players if player.pk == player_id), None)
    if found is None:
        raise Http404
    return found


def _of_account(request: HttpRequest, player_id: int) -> Player:
    """The player of the account with this key; 404 for one it does not keep."""
    player = _here(request, player_id)
    if player.user_id != signed_in(request).pk:
        raise Http404
    return player


def _keep_here(request: HttpRequest, player: Player, path: str) -> None:
    """Let the session stand for the player by their present link too, which it shows again if it was made in it."""
    add_player(request.session, player)
    if path:
        show_again(request.session, player, path)


def _back(request: HttpRequest) -> HttpResponse:
    """To the page the button was on: one's own page or the account's."""
    return redirect("my_page" if request.POST.get("from") == "my_page" else "account")
