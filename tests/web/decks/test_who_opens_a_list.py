"""What a list's pages say to those who are not let in; who that is, `tests/security/every_route` says."""

import pytest
from django.urls import reverse

from tests.people_and_events import enter, player_actor
from tests.typed_lists import LEGAL
from tests.web.decks.opening import an_entry, editor_of
from tests.web.public.visiting import browser
from tournaments.models import Registration
from tournaments.services.decklists import save_entry_decklist

pytestmark = pytest.mark.django_db


@pytest.fixture
def entry():
    entry = an_entry()
    save_entry_decklist(actor=player_actor(entry), registration_id=entry.pk, text=LEGAL, submit=True)
    return Registration.objects.get(pk=entry.pk)


def pages(entry):
    """Every address of an entry's list: (name, path, whether it takes a POST)."""
    return [
        (editor_of(entry), False),
        (editor_of(entry, "?version=1"), False),
        (editor_of(entry), True),
        (reverse("deck_judge", args=[entry.pk]), True),
        (reverse("deck_search", args=[entry.pk]), True),
        (reverse("deck_versions", args=[entry.pk]), False),
        (reverse("deck_version", args=[entry.pk, 1]), False),
    ]


def statuses(actor, entry):
    client = browser(actor)
    sent = {"text": LEGAL, "action": "save", "base": "1", "q": "赛罗"}
    return [(client.post(path, sent) if posts else client.get(path)).status_code for path, posts in pages(entry)]


def test_a_stranger_is_asked_to_sign_in_and_learns_nothing(entry):
    assert set(statuses(None, entry)) == {403}
    client = browser(None)
    there, nowhere = client.get(editor_of(entry)), client.get(reverse("deck_editor", args=[999_999]))
    assert nowhere.status_code == 403
    assert "Sign in" in there.content.decode()
    assert entry.name not in there.content.decode()


def test_an_ended_session_says_so_in_the_page_and_swaps_nothing_else(entry):
    answer = browser(None).post(reverse("deck_judge", args=[entry.pk]), {"text": "x"}, headers={"HX-Request": "true"})
    assert answer.status_code == 403
    assert answer["HX-Retarget"] == "#messages"
    assert "kept on this device" in answer.content.decode()


def test_an_entry_or_version_that_does_not_exist_is_404(entry):
    client = browser(player_actor(entry))
    assert client.get(reverse("deck_editor", args=[999_999])).status_code == 404
    assert client.get(reverse("deck_version", args=[entry.pk, 7])).status_code == 404
    assert client.get(editor_of(entry, "?version=七")).status_code == 404


def test_the_version_of_another_list_is_not_reached_through_ones_own(entry):
    other = enter(entry.tournament, "另一人")[0]
    client = browser(player_actor(other))
    assert client.get(reverse("deck_version", args=[other.pk, 1])).status_code == 404


def test_reading_changes_nothing(entry):
    client = browser(player_actor(entry))
    for path, posts in pages(entry):
        if not posts:
            client.get(path)
    assert client.get(reverse("deck_judge", args=[entry.pk])).url == editor_of(entry)
    assert entry.decklist.versions.count() == 1
