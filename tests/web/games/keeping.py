"""A manager of a store's games, and the pack they write."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from django.test import Client
from django.urls import reverse

from accounts.models import User
from cardpool.models import PackDraft
from tests.people_and_events import make_user
from tests.web.pages import words_of

GUIDE = (Path(__file__).parents[3] / "docs" / "games" / "writing-a-pack.md").read_text(encoding="utf-8")


def block(language: str, number: int = 0) -> str:
    """A code block of the guide to writing a pack."""
    found: str = re.findall(rf"^```{language}\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)[number]
    return found


PACK, CARDS, DECK = block("toml"), block("csv"), block("text")


def make_manager(**facts: Any) -> User:
    """An account that may manage games and open events, and nothing else."""
    return make_user(may_manage_games=True, **facts)


def visitor(user: User | None, language: str = "en") -> Client:
    """A browser signed in as the account."""
    client = Client(headers={"accept-language": language})
    if user is not None:
        client.force_login(user)
    return client


HTMX = {"HX-Request": "true"}


def begin(client: Client, **more: str) -> PackDraft:
    """A draft of a new game, from the page that begins one."""
    sent = {"name_zh": "灯笼对决", "name_en": "Lantern Clash", "key": "", "start": "-", "write": "1", **more}
    answer = client.post(reverse("game_new"), sent)
    assert answer.status_code == 302, words_of(answer)
    return PackDraft.objects.latest("pk")


def check(client: Client, draft: PackDraft, text: str, *, htmx: bool = False, **more: Any) -> Any:
    """The editor's answer to a text, sent as by its form."""
    draft.refresh_from_db()
    sent = {"text": text, "cards": draft.cards, "sample": draft.sample, "revision": str(draft.revision), **more}
    return client.post(reverse("pack_draft", args=[draft.pk]), sent, headers=HTMX if htmx else {})
