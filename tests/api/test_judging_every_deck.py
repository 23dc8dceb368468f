"""Every deck of the tables through the API: the same verdict as the engine's, a sentence for each finding."""

from typing import Any

import pytest
from django.core.cache import cache

from decks.findings import unread_lines
from decks.list_files import list_text
from tests.api.client import ApiAsker
from tests.decks.deck_tables import FOLDER, PACKS, brief, decks_of
from tests.people_and_events import load_every_game

DAY = "2026-05-01"


@pytest.fixture
def asker(db: None) -> ApiAsker:
    load_every_game()
    cache.clear()
    return ApiAsker()


def verdict(asker: ApiAsker, pack: str, deck: dict[str, Any]) -> dict[str, Any]:
    """The API's verdict, as the tables write it."""
    text = list_text((FOLDER / pack / deck["file"]).read_bytes())
    asked = {"text": text, "best_of": deck["best_of"], "pool": deck["pool"], "as_of": DAY}
    found = asker.post(f"games/{pack}/judge/", asked)
    said = [*found["violations"], *found["notices"], *found["errors"], *found["asks"]]
    assert all(one["message"] and one["code"] not in one["message"] for one in said)
    return {
        "legal": found["legal"],
        "violations": brief(found["violations"]),
        "notices": [notice["code"] for notice in found["notices"]],
        "errors": [one["code"] for one in unread_lines(found)],
    }


@pytest.mark.parametrize("pack", PACKS)
def test_the_api_gives_every_deck_its_verdict(asker: ApiAsker, pack: str) -> None:
    decks = decks_of(pack)
    expected = {
        deck["file"]: {
            "legal": {0: True, 3: None}.get(deck["exit"], False),
            "violations": deck["violations"],
            "notices": deck["notices"],
            "errors": deck["errors"],
        }
        for deck in decks
    }
    assert {deck["file"]: verdict(asker, pack, deck) for deck in decks} == expected
