"""Every page and every button about keeping games, asked for in every role."""

from __future__ import annotations

import pytest
from django.urls import reverse

from accounts.actor import Actor
from decks.pack_drafts import discard_draft, start_draft
from tests.people_and_events import make_event, make_user, owner_of
from tests.web.games.keeping import PACK, make_keeper, visitor

pytestmark = pytest.mark.django_db

DOORS = (
    "games",
    "game_new",
    "game",
    "game_pack",
    "game_pack_version",
    "game_pack_file",
    "pack_draft",
    "pack_draft_file",
    "pack_draft_publish",
)
ACTS = ("game_offer", "game_pack_edit", "pack_draft_discard", "pack_draft_restore")


@pytest.mark.parametrize("role", ["public", "player", "organiser", "not active", "keeper"])
def test_only_keepers_come_in(role: str) -> None:
    event = make_event()
    game, ruleset = event.game, event.ruleset
    draft = start_draft(actor=Actor(user=make_keeper()), text=PACK)
    away = start_draft(actor=Actor(user=make_keeper()), text=PACK)
    discard_draft(actor=Actor(user=make_keeper()), draft_id=away.pk)
    user = {
        "public": None,
        "player": make_user(may_create_tournaments=False),
        "organiser": owner_of(event).user,
        "not active": make_keeper(),
        "keeper": make_keeper(),
    }[role]
    browser = visitor(user)
    if role == "not active" and user is not None:
        type(user).objects.filter(pk=user.pk).update(is_active=False)
    keys = {
        "games": [],
        "game_new": [],
        "game_pack_version": [game.slug, ruleset.pk],
        "game_pack_file": [game.slug, ruleset.pk],
    }
    for name in (*DOORS, *ACTS):
        args = keys.get(name, [draft.pk] if name.startswith("pack_draft") else [game.slug])
        address = reverse(name, args=[away.pk] if name == "pack_draft_restore" else args)
        asked = [browser.post(address)] if name in ACTS else [browser.get(address), browser.post(address)]
        for answer in (answer for answer in asked if answer.status_code != 405):
            allowed = answer.status_code not in (403,) and "/accounts/login" not in answer.headers.get("Location", "")
            assert allowed == (role == "keeper"), (name, answer.status_code)
            assert answer.status_code < 500
    draft.refresh_from_db()
    assert (draft.text == PACK and draft.discarded_at is None) or role == "keeper"
