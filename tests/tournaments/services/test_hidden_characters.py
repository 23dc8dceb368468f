"""A name that cannot be read is not entered: characters that show nothing are named and refused."""

from __future__ import annotations

import pytest

from tests.people_and_events import make_event, owner_of
from tests.refused import refused
from tournaments.services.entries import add_entries, add_entry
from tournaments.wording.entries import say_skipped

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("field", ["name", "public_name", "team"])
def test_characters_that_cannot_be_seen_are_refused(field):
    tournament = make_event()
    facts = {"name": "王小明", field: "王\u200b小明"}
    refusal = refused("hidden_character", add_entry, actor=owner_of(tournament), tournament_id=tournament.pk, **facts)
    assert refusal.facts["character"] == "U+200B"
    assert not tournament.registrations.exists()


def test_a_pasted_line_with_a_hidden_character_is_reported():
    tournament = make_event()
    report = add_entries(
        actor=owner_of(tournament), tournament_id=tournament.pk, names=["甲", "乙\u2060", "\u3164", "丙"]
    )
    assert [entry.name for entry in report.added] == ["甲", "丙"]
    assert [(line.line, line.reason, line.character) for line in report.skipped] == [
        (2, "hidden_character", "U+2060"),
        (3, "hidden_character", "U+3164"),
    ]
    assert "U+2060" in say_skipped("hidden_character", {"text": "乙", "character": "U+2060"})
