"""Two lists side by side: versions of one, or two players' lists for the judges."""

import pytest
from django.urls import reverse

from tests.people_and_events import enter, make_event, owner_of, player_actor
from tests.typed_lists import LEGAL
from tests.web.decks.opening import an_entry, text_of
from tests.web.pages import assert_clean
from tests.web.public.visiting import browser
from tournaments.services.decklists import save_entry_decklist

pytestmark = pytest.mark.django_db

CHANGED = LEGAL.replace("3 HBU01-A01", "1 HBU01-A01").replace("3 HBU01-A02\n", "3 DEMO01-A01\n")


@pytest.fixture
def entry():
    entry = an_entry()
    save(entry, LEGAL, submit=True)
    save(entry, CHANGED)
    return entry


def save(entry, text, *, submit=False):
    save_entry_decklist(actor=player_actor(entry), registration_id=entry.pk, text=text, name="", submit=submit)


def versions(entry, actor, **query):
    return browser(actor).get(reverse("deck_compare", args=[entry.pk]), query)


def decks(tournament, actor, **query):
    return browser(actor).get(reverse("decks_compare", args=[tournament.code]), query)


class TestVersions:
    def test_what_counts_is_set_against_the_newest(self, entry):
        page = versions(entry, player_actor(entry))
        assert_clean(page)
        said = text_of(page)
        assert "Version 1 (submitted) legal → Version 2 not legal" in said
        assert "Wrong only in the second Main deck has 38 of 40 cards; 2 cards are missing. Rule book 1.0.2" in said

    def test_each_section_says_what_came_went_and_changed(self, entry):
        said = text_of(versions(entry, player_actor(entry)))
        assert "Main deck 40 → 38 +3 in −5 out 1 card in another number" in said
        assert "DEMO01-A01 new 0 3 +3" in said
        assert "HBU01-A01 3 1 −2" in said
        assert "HBU01-A02 gone 3 0 −3" in said
        assert "Sideboard 10 No difference." in said

    def test_the_other_way_round(self, entry):
        said = text_of(versions(entry, player_actor(entry), a="2", b="1"))
        assert "+5 in −3 out" in said
        assert "Wrong only in the first Main deck has 38" in said

    def test_a_version_and_itself(self, entry):
        assert "Both contain the same cards." in text_of(versions(entry, player_actor(entry), a="2", b="2"))

    def test_the_curves_show_the_change(self, entry):
        said = text_of(versions(entry, player_actor(entry)))
        assert "Stars Value Version 1 (submitted) Version 2 Change 3 0 3 +3 not known 50 45 −5" in said

    def test_one_version_is_nothing_to_compare(self, entry):
        other = enter(entry.tournament, "李雷")[0]
        assert "Nothing to compare yet" in text_of(versions(other, player_actor(other)))
        save(other, LEGAL)
        page = versions(other, player_actor(other))
        assert "Nothing to compare yet" in text_of(page)
        assert_clean(page)

    @pytest.mark.parametrize("wrong", ["9", "x", "", "²", "1.0"])
    def test_a_version_that_is_none_is_not_found(self, entry, wrong):
        assert versions(entry, player_actor(entry), a="1", b=wrong).status_code == 404


class TestTwoPlayers:
    @pytest.fixture
    def other(self, entry):
        other = enter(entry.tournament, "李雷")[0]
        save(other, CHANGED, submit=True)
        return other

    def test_the_submitted_lists_are_compared(self, entry, other):
        page = decks(entry.tournament, owner_of(entry.tournament), a=entry.pk, b=other.pk)
        assert_clean(page)
        assert "王小明 legal → 李雷 not legal" in text_of(page)
        assert "+3 in −5 out" in text_of(page)

    def test_without_a_choice_there_is_the_choice(self, entry, other):
        page = decks(entry.tournament, owner_of(entry.tournament))
        assert_clean(page)
        assert "李雷" in text_of(page)

    def test_drafts_are_never_offered(self, entry):
        third = enter(entry.tournament, "韩梅梅")[0]
        save(third, LEGAL)
        owner = owner_of(entry.tournament)
        assert "韩梅梅" not in text_of(decks(entry.tournament, owner))
        assert decks(entry.tournament, owner, a=entry.pk, b=third.pk).status_code == 404

    def test_another_events_entry_is_not_found(self, entry):
        elsewhere = enter(make_event(), "路人")[0]
        assert decks(entry.tournament, owner_of(entry.tournament), a=entry.pk, b=elsewhere.pk).status_code == 404
