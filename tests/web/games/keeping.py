"""Whoever keeps a store's games, and the pack they write."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from django.test import Client

from accounts.models import User
from tests.people_and_events import make_user

GUIDE = (Path(__file__).parents[3] / "docs" / "games" / "writing-a-pack.md").read_text(encoding="utf-8")


def block(language: str, number: int = 0) -> str:
    """A code block of the guide to writing a pack."""
    found: str = re.findall(rf"^```{language}\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)[number]
    return found


PACK, CARDS, DECK = block("toml"), block("csv"), block("text")


def make_keeper(**facts: Any) -> User:
    """An account that may keep games and open events, and nothing else."""
    return make_user(may_keep_games=True, **facts)


def visitor(user: User | None, language: str = "en") -> Client:
    """A browser signed in as the account."""
    client = Client(headers={"accept-language": language})
    if user is not None:
        client.force_login(user)
    return client
