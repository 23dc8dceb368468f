"""Who gets everybody's page and who a page of their own, and whose forms everybody's page may send."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.actor import Actor
from tests.people_and_events import CONSENT, make_event, make_user, owner_of, staff_actor
from tests.security.kept_pages import CHILDREN, in_the_menu
from tests.web.public.visiting import browser, some_years_ago
from tournaments.models import StaffMember
from tournaments.pages.ready import may_be_somebody, may_get_everybodys_page
from tournaments.services.entries import add_entry


def test_who_may_be_somebody() -> None:
    assert not may_be_somebody({"dueldesk_language": "en", "theme": "dark", "csrftoken": "x", "dueldesk_own": "live"})
    for name in ("dueldesk_session", "messages"):
        assert may_be_somebody({name: "x"})


def test_somebody_gets_everybodys_page_when_their_script_fills_it_or_nothing_else_is_there() -> None:
    session = {"dueldesk_session": "x"}
    assert not may_get_everybodys_page(session, when_busy=True)
    assert not may_get_everybodys_page({**session, "dueldesk_own": "ask"}, when_busy=True)
    assert may_get_everybodys_page({**session, "dueldesk_own": "live"}, when_busy=True)
    assert not may_get_everybodys_page({**session, "dueldesk_own": "live", "messages": "x"}, when_busy=True)
    assert may_get_everybodys_page(session, when_busy=False)
    assert not may_get_everybodys_page({**session, "dueldesk_own": "staff"}, when_busy=False)


@pytest.mark.parametrize("role", ["judge", None])
@pytest.mark.django_db
def test_an_open_page_learns_that_its_visitor_is_staff(role: str | None) -> None:
    event = make_event()
    actor = staff_actor(event, role) if role else Actor(user=make_user("nobody"))
    answer = browser(actor).get(f"/t/{event.code}/mine/?at=/t/{event.code}/players/")
    assert answer.get("X-Own-View") == ("staff" if role else None)
    body = answer.content.decode()
    assert in_the_menu(actor.user) in body
    assert f'name="next" value="/t/{event.code}/players/"' in body


@pytest.mark.django_db
def test_who_becomes_staff_or_leaves_it_gets_the_other_view_at_once() -> None:
    event = make_event()
    add_entry(
        actor=owner_of(event), tournament_id=event.pk, name=CHILDREN[0], birth_year=some_years_ago(11), consent=CONSENT
    )
    helper = make_user("helper", may_create_tournaments=False)
    client = browser(Actor(user=helper))
    path = f"/t/{event.code}/players/"
    assert CHILDREN[0] not in client.get(path).content.decode()
    StaffMember.objects.create(tournament=event, user=helper, role="judge")
    assert CHILDREN[0] in client.get(path).content.decode()
    StaffMember.objects.filter(user=helper).delete()
    assert CHILDREN[0] not in client.get(path).content.decode()
    client.logout()
    assert in_the_menu(helper) not in client.get(path).content.decode()


@pytest.mark.django_db
def test_a_form_of_a_kept_page_is_taken_from_this_site_alone() -> None:
    event = make_event()
    client = Client(enforce_csrf_checks=True)
    for path, sent in (("/language/", {"language": "en"}), ("/theme/", {"theme": "dark"})):
        assert client.post(path, sent, headers={"origin": "http://testserver"}).status_code == 302
        assert client.post(path, sent, headers={"referer": "http://testserver/t/x/"}).status_code == 302
        for headers in ({}, {"origin": "http://evil.example"}, {"origin": "null", "referer": "http://testserver/"}):
            assert client.post(path, sent, headers=headers).status_code == 403, headers
    assert client.post(f"/t/{event.code}/export/", headers={"origin": "http://evil.example"}).status_code == 403
