"""Slips of an event that was restored into another one: what the old address leads to, scanned and typed."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.people_and_events import make_actor, make_event, owner_of
from tests.running_events import publish, start_event
from tests.tournaments.services.snapshots.taken_snapshots import restored
from tests.web.desk.desk_visits import DeskVisitor, text_of
from tournaments.models import Match, Origin, Tournament
from tournaments.queries.origins import SlipAddress, match_of_slip, stands_alone_for

pytestmark = pytest.mark.django_db


def elsewhere(event: Tournament) -> None:
    """As on another site: there is no event of the old code."""
    Tournament.objects.filter(pk=event.pk).update(code="gonegone")


def address_of(match: Match, code: str) -> str:
    return f"http://desk.example/t/{code}/desk/match/{match.pk}/"


def test_a_slip_leads_to_its_match_in_the_only_event_restored_from_its_own():
    event = start_event(4)
    old = publish(event).matches.get(table=2)
    code, again = event.code, restored(event)
    elsewhere(event)
    desk = DeskVisitor(again, owner_of(again))
    page = text_of(desk.client.get(address_of(old, code)))
    new = Match.objects.get(round__tournament=again, table=2)
    assert "This event was restored from it:" in page
    assert f'href="{desk.path("desk_match", new.pk)}"' in page
    later = text_of(desk.client.get(f"/t/{code}/desk/match/{old.pk + 1000}/"))
    assert "it was paired after that time" in later
    stranger = Client()
    assert stranger.get(address_of(old, code)).status_code == 302, "staff sign in first"
    stranger.force_login(make_actor().user)
    assert stranger.get(address_of(old, code)).status_code == 404
    assert stands_alone_for(code) == again
    assert Client().get(reverse("tournament", args=[code]))["Location"] == reverse("tournament", args=[again.code])


def test_several_restored_events_are_all_offered_to_the_staff_and_to_nobody_else():
    event = start_event(4)
    old = publish(event).matches.get(table=1)
    code, first, second = event.code, restored(event), restored(event)
    elsewhere(event)
    page = text_of(DeskVisitor(first, owner_of(first)).client.get(address_of(old, code)))
    assert "Several events were restored from it." in page
    assert all(one.code in page for one in (first, second))
    assert stands_alone_for(code) is None
    assert Client().get(reverse("tournament", args=[code])).status_code == 404


def test_while_the_old_event_is_there_its_page_names_the_restored_one():
    event = start_event(4)
    old = publish(event).matches.get(table=1)
    again = restored(event)
    page = DeskVisitor(event, owner_of(event)).read("desk_match", old.pk)
    assert "An event was restored from this one." in page
    assert again.code in page
    assert stands_alone_for(event.code) is None


def test_a_scanned_address_in_the_line_of_the_desk():
    event = start_event(4)
    old = publish(event).matches.get(table=2)
    code, again = event.code, restored(event)
    desk = DeskVisitor(again, owner_of(again))
    new = Match.objects.get(round__tournament=again, table=2)
    assert desk.post("desk", line=address_of(old, code))["Location"] == desk.path("desk_match", new.pk)
    own = address_of(new, again.code).upper()
    assert desk.post("desk", line=own)["Location"] == desk.path("desk_match", new.pk)
    other = make_event(owner_of(event))
    assert "printed for another event" in text_of(desk.post("desk", line=address_of(old, other.code)))
    gone = f"/t/{code}/desk/match/{old.pk + 1000}/"
    assert "The match of this slip is not in this event" in text_of(desk.post("desk", line=gone))


def test_restored_again_the_slips_of_the_first_event_are_still_read():
    event = start_event(4)
    old = publish(event).matches.get(table=1)
    third = restored(restored(event))
    assert Origin.objects.filter(tournament=third).count() == 2
    assert match_of_slip(third, SlipAddress(event.code, old.pk)) == Match.objects.get(round__tournament=third, table=1)
