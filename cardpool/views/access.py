"""Access to the pages on which a store manages its games, and what all of them show."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _

from cardpool.models import CardGame
from cardpool.permissions import require_game_manager

View = Callable[..., HttpResponse]


def managers_only(view: View) -> View:
    """Let in game managers; anonymous visitors are sent to the sign-in page, everybody else is refused (403).

    A view whose address names a game by `slug` gets the game in its place; 404 if there is no such game.
    """

    @wraps(view)
    def opened(request: HttpRequest, **keys: Any) -> HttpResponse:
        if request.actor.user is None:
            return redirect_to_login(request.get_full_path())
        require_game_manager(request.actor)
        if "slug" in keys:
            keys["game"] = get_object_or_404(CardGame, slug=keys.pop("slug"))
        response = view(request, **keys)
        add_never_cache_headers(response)
        return response

    return opened


def game_page(request: HttpRequest, template: str, game: CardGame, *, tab: str, **context: Any) -> HttpResponse:
    """Render a page about one game, with its tabs; a form that was refused answers with status 422."""
    form = context.get("form")
    refused = form is not None and form.is_bound and bool(form.errors)
    status = context.pop("status", 422 if refused else 200)
    return render(request, template, {"game": game, "tabs": game_tabs(game, tab), **context}, status=status)


def game_tabs(game: CardGame, current: str) -> list[dict[str, Any]]:
    """The tabs of a game's pages at the desk."""
    tabs = [
        ("game", _("Overview")),
        ("game_cards", _("Cards")),
        ("game_import", _("Import")),
        ("game_restrictions", _("Restrictions")),
        ("game_pack", _("Game pack")),
    ]
    return [
        {"url": reverse(name, args=[game.slug]), "label": label, "current": name == current, "count": None}
        for name, label in tabs
    ]
