"""The tab "Game pack" of a game: its published versions, what the one in force says, and how to make a new one."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.views.decorators.http import require_safe

from cardpool.models import CardGame, Ruleset
from cardpool.pack_changes import pack_changes
from cardpool.queries import current_ruleset
from cardpool.queries.rulebooks import rulebook_of
from cardpool.services.pack_drafts import drafts_of
from cardpool.views.access import game_page, managers_only
from cardpool.views.packs.shown import pack_file, pack_in_words, shorten


@dataclass(frozen=True)
class ShownVersion:
    """A published version. `state` is now, later, or before: it is in force, will be, or was."""

    ruleset: Ruleset
    state: str


@require_safe
@managers_only
def pack(request: HttpRequest, game: CardGame) -> HttpResponse:
    """Every version, the one in force in words."""
    now = current_ruleset(game, on=timezone.localdate()) if game.rulesets.exists() else None
    return game_page(
        request,
        "games/pack.html",
        game,
        tab="game_pack",
        versions=versions_of(game, now),
        now=now,
        words=pack_in_words(rulebook_of(now)) if now is not None else None,
        drafts=drafts_of(game),
    )


def versions_of(game: CardGame, now: Ruleset | None) -> list[ShownVersion]:
    """All versions, the newest first."""
    today = timezone.localdate()
    return [
        ShownVersion(one, "now" if one == now else "later" if one.effective_from > today else "before")
        for one in game.rulesets.order_by("-effective_from", "-id")
    ]


@require_safe
@managers_only
def version(request: HttpRequest, game: CardGame, ruleset_id: int) -> HttpResponse:
    """One version: its text, and what it changed."""
    ruleset = get_object_or_404(game.rulesets.select_related("game"), pk=ruleset_id)
    before = game.rulesets.filter(pk__lt=ruleset.pk).order_by("-pk").first()
    return game_page(
        request,
        "games/pack_version.html",
        game,
        tab="game_pack",
        ruleset=ruleset,
        before=before,
        changes=shorten(pack_changes(before.pack, ruleset.pack)) if before is not None else None,
        lines=ruleset.pack.splitlines(),
        is_now=ruleset == current_ruleset(game, on=timezone.localdate()),
    )


@require_safe
@managers_only
def file(request: HttpRequest, game: CardGame, ruleset_id: int) -> HttpResponse:
    """A published version's text as a file."""
    ruleset = get_object_or_404(game.rulesets, pk=ruleset_id)
    return pack_file(ruleset.pack, game.slug)
