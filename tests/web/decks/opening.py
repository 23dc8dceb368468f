"""Visitors of the deck editor, and a few lists."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

from django.urls import reverse
from django.utils import timezone

from tests.people_and_events import enter, load_every_game, make_event
from tests.typed_lists import LEGAL
from tournaments.models import Registration, Tournament

UNREADABLE = LEGAL + "\n3 赛罗奥特慢"


def an_entry(**changes: Any) -> Registration:
    """An entry of an event that wants decklists, with the shipped cards loaded."""
    load_every_game()
    return enter(make_event(decklists_required=True, **changes), "王小明")[0]


def editor_of(entry: Registration, query: str = "") -> str:
    return reverse("deck_editor", args=[entry.pk]) + query


def pass_deadline(tournament: Tournament) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(decklist_deadline=timezone.now() - timedelta(hours=1))


def text_of(response: Any) -> str:
    """The page as a reader sees it: without tags, with single spaces."""
    page = response.content.decode()
    bare = re.sub(r"<[^>]+>", " ", page)
    return " ".join(bare.replace("&#x27;", "'").replace("&quot;", '"').split())


def typed_in(response: Any) -> str:
    """The content of the text box."""
    box = re.search(r'<textarea id="deck-text".*?>\n?(.*?)</textarea>', response.content.decode(), re.S)
    assert box is not None
    return box.group(1)
