"""Phones with several players: a family sees what is its own and nothing of another family's, whatever is kept."""

from __future__ import annotations

import itertools

import pytest

from accounts.actor import Actor
from accounts.players_here import KEYS
from tests.people_and_events import owner_of
from tests.security.kept_pages import CHILDREN, LANGUAGES, SECRETS, Page, beside_them, forget, hidden_event, kept_pages
from tests.web.public.visiting import browser
from tournaments.models import Registration, Tournament
from tournaments.services.staff_links import issue_staff_link

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Tournament:
    return hidden_event()


def entry_of(event: Tournament, name: str) -> Registration:
    return event.registrations.select_related("player").get(name=name)


def family_of(event: Tournament, *names: str) -> Actor:
    first, *others = (entry_of(event, name).player for name in names)
    return Actor(player=first, others=tuple(others))


FAMILIES = ((CHILDREN[0], "丁secretfour"), (CHILDREN[1], CHILDREN[2]))


def test_kept_pages_never_mix_two_families(event: Tournament) -> None:
    """Each family, and a visitor, look at every page in turn, from empty stores and from those another one left."""
    lookers = [(names, {one: browser(family_of(event, *names), one) for one in LANGUAGES}) for names in FAMILIES]
    lookers.append(((), {one: browser(None, one) for one in LANGUAGES}))
    seen: set[str] = set()
    for place, page in enumerate([*kept_pages(event), *beside_them(event)]):
        forget()
        turn = place % len(lookers)
        for names, clients in lookers[turn:] + lookers[:turn]:
            headers = {"hx-request": "true"} if page.is_part else {}
            answer = clients[LANGUAGES[place % 2]].get(page.path, follow=True, headers=headers)
            assert answer.status_code == 200 or not names, (page, names)
            typed = page.path.partition("find=")[2]
            body = answer.content.decode().replace(f'value="{typed}"', "")
            shown = {name for name in SECRETS if name in body}
            assert shown <= set(names), (page, names)
            seen |= shown
            strangers = [one for family in FAMILIES if family != names for one in family]
            keys = {str(entry_of(event, name).pk) for name in strangers}
            own = body.partition(' data-own="')[2].partition('"')[0].split()
            assert not keys & set(own), (page, names)
    assert seen == set(itertools.chain(*FAMILIES)), "no family saw its own names, so the test would pass on any page"


def test_nobody_of_a_family_is_at_work_while_a_staff_link_is(event: Tournament) -> None:
    client = browser(family_of(event, *FAMILIES[1]))
    entries = [entry_of(event, name) for name in FAMILIES[1]]
    _, path = issue_staff_link(actor=owner_of(event), tournament_id=event.pk, name="Door", role="judge")
    asked = client.get(path)
    assert "2 players are on this phone. Their pages are back when" in " ".join(asked.content.decode().split())
    assert set(client.session[KEYS]) == {str(entry.player_id) for entry in entries}, "asking takes nobody off"
    client.post(path)
    actor = client.get(f"/t/{event.code}/overview/").context["request"].actor
    assert actor.staff_pass.name == "Door"
    assert actor.players == ()
    for entry in entries:
        assert client.post(f"/my/entries/{entry.pk}/drop/").status_code == 404
    client.post("/sign-out/", {"sure": "1"})
    assert set(client.session[KEYS]) == {str(entry.player_id) for entry in entries}


def test_a_search_finds_no_name_of_the_other_family(event: Tournament) -> None:
    client = browser(family_of(event, *FAMILIES[0]))
    for name in FAMILIES[1]:
        page = Page(f"/t/{event.code}/players/?find={name}")
        assert name not in client.get(page.path).content.decode().replace(f'value="{name}"', "")
