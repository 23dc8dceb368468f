"""Restriction lists: the desk's tab, one list with its versions, and the public page."""

from __future__ import annotations

from django.core.paginator import Page
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import notices
from accounts.forms import add_refusal
from accounts.refusals import NotAllowed, Refusal
from accounts.typed_text import day_or_today
from cardpool.forms.restrictions import WithdrawForm
from cardpool.lists.table import format_table
from cardpool.models import CardGame, RestrictionList
from cardpool.queries import games_with_rules, listed_games
from cardpool.queries.restriction_preview import ShownEntry, show_list
from cardpool.queries.restrictions import (
    card_names,
    entries_of,
    known_formats,
    list_states,
    lists_on,
    versions_of_list,
    withdrawn_lists,
)
from cardpool.services.restrictions import restore_list, withdraw_list
from cardpool.views.access import game_page, managers_only
from cardpool.views.restriction_entries import entries_page, entries_query
from cardpool.wording import say_refusal


@require_safe
@managers_only
def desk(request: HttpRequest, game: CardGame) -> HttpResponse:
    """Every list of the game by format, and which of them are in force."""
    return game_page(
        request,
        "games/restrictions.html",
        game,
        tab="game_restrictions",
        formats=list_states(game, timezone.localdate()),
        withdrawn=withdrawn_lists(game),
    )


@require_safe
@managers_only
def show(request: HttpRequest, game: CardGame, list_id: int) -> HttpResponse:
    """One list: what it restricts, from when, and its versions."""
    stored = _of_game(game, list_id)
    versions = versions_of_list(stored)
    query = entries_query(request)
    entries = show_list(stored)
    return game_page(
        request,
        "games/restriction_list.html",
        game,
        tab="game_restrictions",
        list=stored,
        query=query,
        total=len(entries),
        page=entries_page(entries, query, request.GET.get("page")),
        versions=versions,
        newest=versions[0],
        state=next(
            (one for group in list_states(game, timezone.localdate()) for one in group.lists if one.list == stored),
            None,
        ),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@managers_only
def withdraw(request: HttpRequest, game: CardGame, list_id: int) -> HttpResponse:
    """Ask for the reason, then withdraw the list; the notice offers to undo it."""
    stored = _of_game(game, list_id)
    form = WithdrawForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            withdraw_list(actor=request.actor, list_id=stored.pk, reason=form.cleaned_data["reason"])
        except NotAllowed:
            raise
        except Refusal as refusal:
            add_refusal(form, refusal, say_refusal)
        else:
            undo = reverse("restriction_restore", args=[game.slug, stored.pk])
            notices.done(request, _("“%(name)s” is withdrawn.") % {"name": stored.name}, undo=undo)
            return redirect("game_restrictions", game.slug)
    facts = {
        "question": _("Withdraw “%(name)s”?") % {"name": stored},
        "consequences": [
            _("It no longer applies; the previous list of the same format stays in force."),
            _("Decks of events that have not started are judged again, and the players concerned are notified."),
            _("The list is kept and can be restored."),
        ],
        "action": _("Withdraw it"),
        "back": reverse("restriction_list", args=[game.slug, stored.pk]),
        "form": form,
    }
    return render(request, "components/confirm.html", facts, status=422 if form.errors else 200)


@require_POST
@managers_only
def restore(request: HttpRequest, game: CardGame, list_id: int) -> HttpResponse:
    """Restore a withdrawn list."""
    stored = restore_list(actor=request.actor, list_id=_of_game(game, list_id).pk)
    notices.done(request, _("“%(name)s” is in force again.") % {"name": stored.name})
    return redirect("restriction_list", game.slug, stored.pk)


@require_safe
def public(request: HttpRequest, slug: str) -> HttpResponse:
    """What is restricted in a game on a day, for everybody; `?date=` and `?format=` choose.

    `?q=` searches all lists; `?list=12&page=2` opens a page of one of them.
    """
    game = get_object_or_404(games_with_rules(), slug=slug)
    day = day_or_today(request.GET.get("date", ""))
    formats = known_formats(game)
    chosen = request.GET.get("format", "").lower()
    in_force = [held for held in lists_on(game, day) if held.list.format in ("", chosen)]
    query = entries_query(request)
    lists = [(held, _page_of(request, held.list, query)) for held in in_force]
    facts = {
        "game": game,
        "query": query,
        "has_pages": any(page.has_other_pages() for _held, page in lists),
        "games": listed_games(),
        "day": day,
        "formats": formats,
        "chosen": chosen,
        "lists": lists,
    }
    return render(request, "games/restrictions_public.html", facts)


@require_safe
def table(request: HttpRequest, slug: str, list_id: int) -> HttpResponse:
    """A list as CSV, in the form the desk imports; withdrawn and replaced ones for game managers only."""
    stored = get_object_or_404(RestrictionList.objects.select_related("game"), pk=list_id, game__slug=slug)
    user = request.actor.user
    judges = stored.withdrawn_at is None and not RestrictionList.objects.filter(replaces=stored).exists()
    if not judges and not (user is not None and user.can_manage_games):
        return HttpResponse(status=404)
    entries = entries_of(stored)
    names = card_names(stored.game, [card for entry in entries for card in entry.cards])
    answer = HttpResponse("\ufeff" + format_table(entries, names=names), content_type="text/csv; charset=utf-8")
    file = f"{stored.game.slug}-{stored.format or 'all'}-{stored.effective_from:%Y-%m-%d}.csv"
    answer["Content-Disposition"] = f'attachment; filename="{file}"'
    return answer


def _page_of(request: HttpRequest, stored: RestrictionList, query: str) -> Page[ShownEntry]:
    """The page of this list that the address asks for, else its first."""
    is_turned = request.GET.get("list") == str(stored.pk)
    return entries_page(show_list(stored), query, request.GET.get("page") if is_turned else None)


def _of_game(game: CardGame, list_id: int) -> RestrictionList:
    return get_object_or_404(RestrictionList.objects.select_related("game"), pk=list_id, game=game)
