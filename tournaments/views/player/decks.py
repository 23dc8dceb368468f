"""The player's lists, and playing one of them again in a coming event of the same game."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts import notices
from accounts.actor import Actor
from decks.models import DecklistVersion
from decks.reading_work import note_reading, require_reading
from decks.services import judge_to_save
from tournaments.models import Registration, Tournament
from tournaments.queries.card_rulings import settled_cards
from tournaments.queries.player_history import entries_to_list, events_to_enter, lists_of, version_to_use
from tournaments.services.decklists import save_entry_decklist
from tournaments.views.player.whose import own_player

LISTS_ON_A_PAGE = 10


@dataclass(frozen=True)
class Target:
    """An entry the list can be used in, and what the event's rules say of it today."""

    entry: Registration
    verdict: str

    @property
    def tournament(self) -> Tournament:
        return self.entry.tournament


@never_cache
@require_safe
def decks(request: HttpRequest, player_id: int) -> HttpResponse:
    """The player's lists, the newest first, with their versions and events."""
    player = own_player(request, player_id)
    page = Paginator(lists_of(player), LISTS_ON_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "tournaments/player/decks.html", {"player": player, "page": page})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def again(request: HttpRequest, player_id: int, decklist_id: int) -> HttpResponse:
    """Choose the event to play a list in again, with the verdict of its rules; POST saves it there as a draft."""
    player = own_player(request, player_id)
    decklist = lists_of(player).filter(pk=decklist_id).first()
    version = version_to_use(decklist) if decklist is not None else None
    if decklist is None or version is None:
        raise Http404
    entries = entries_to_list(player, decklist)
    key = request.POST.get("entry", "")
    chosen = next((one for one in entries if str(one.pk) == key), None)
    if chosen is not None:
        return _saved(request, request.actor, chosen, version)
    facts = {
        "player": player,
        "decklist": decklist,
        "version": version,
        "targets": [_target(request, entry, version) for entry in entries],
        "others": events_to_enter(player, decklist),
    }
    return render(request, "tournaments/player/deck_again.html", facts, status=422 if request.method == "POST" else 200)


def _saved(request: HttpRequest, actor: Actor, entry: Registration, version: DecklistVersion) -> HttpResponse:
    """Save the version as the newest draft of an entry, and go on in its editor, which shows the verdict."""
    require_reading(request, version.text)
    saved = save_entry_decklist(
        actor=actor,
        registration_id=entry.pk,
        text=version.text,
        name=version.decklist.name,
        submit=False,
        on_read=partial(note_reading, request),
    )
    words = _("Saved as version %(number)s. It counts once you submit it.") % {"number": saved.number}
    notices.done(request, words)
    return redirect("deck_editor", registration_id=entry.pk)


def _target(request: HttpRequest, entry: Registration, version: DecklistVersion) -> Target:
    source = entry.decklist or entry.tournament
    require_reading(request, version.text)
    read = judge_to_save(
        text=version.text,
        ruleset=source.ruleset,
        best_of=entry.list_length,
        pool=source.pool,
        format=source.format,
        as_of=timezone.localdate(entry.tournament.starts_at),
        settled=settled_cards(entry.tournament),
    )
    note_reading(request, read.judged.read)
    return Target(entry, read.judged.verdict.value)
