"""Asking whether a player's data is to be erased: on the player's own pages and at the desk."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest

from accounts.forms import add_refusal
from accounts.models import Player
from accounts.refusals import NotAllowed, Refusal
from tournaments.forms.erasing import EraseForm
from tournaments.models import Registration
from tournaments.services.erasing import account_that_closes, erase_player, refuse_by_link_alone, refuse_under_way
from tournaments.wording import say_refusal


@dataclass(frozen=True)
class ErasureQuestion:
    """What the page of the question shows: whose data, in which entries, and why it cannot be done now."""

    player: Player
    form: EraseForm
    entries: list[Registration]
    refused: str
    closes_account: bool
    is_done: bool = False

    @property
    def status(self) -> int:
        return 422 if self.form.is_bound and not self.is_done else 200


def ask_or_erase(request: HttpRequest, player: Player, *, is_own: bool) -> ErasureQuestion:
    """The question, or with the name typed the erasure. Raises NotAllowed."""
    form = EraseForm(request.POST if request.method == "POST" else None)
    entries = list(Registration.everybody.filter(player=player).select_related("tournament").order_by("-pk"))
    closes = is_own and account_that_closes(player) is not None
    is_done = False
    if form.is_valid():
        try:
            erase_player(actor=request.actor, player_id=player.pk, typed_name=form.cleaned_data["typed_name"])
            is_done = True
        except NotAllowed:
            raise
        except Refusal as refusal:
            add_refusal(form, refusal, say_refusal)
    return ErasureQuestion(
        player, form, entries, "" if is_done else _refused(request, player, is_own=is_own), closes, is_done
    )


def _refused(request: HttpRequest, player: Player, *, is_own: bool) -> str:
    """Why it cannot be done now, said before anybody types a name."""
    try:
        if is_own:
            refuse_by_link_alone(request.actor, player)
        refuse_under_way(player)
    except Refusal as refusal:
        return say_refusal(refusal)
    return ""
