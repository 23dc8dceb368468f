"""What somebody typed when joining fills in what nobody knew of their entry, and changes nothing that is known."""

from __future__ import annotations

import pytest
from django.utils import timezone

from accounts.actor import SYSTEM
from accounts.consents import lacks_consent
from tests.people_and_events import CONSENT, enter, make_event, owner_of
from tournaments.models import Registration, Tournament
from tournaments.play.divisions import read_lines
from tournaments.queries.names import public_name
from tournaments.queries.settings import divisions_of
from tournaments.services.entries import (
    ListAges,
    accept_as_same,
    add_entries,
    collect_key,
    issue_entry_link,
    register_self,
    reopen_join_request,
)
from tournaments.wording.audit import changes_of

pytestmark = [pytest.mark.django_db, pytest.mark.language("en")]
CHILD = timezone.localdate().year - 9
NAME = "李明"


def prepared(**changes: object) -> Tournament:
    """An event with a pasted list, its links printed: a phone that joins under a name in it asks the desk."""
    event = make_event(**changes)
    add_entries(
        actor=owner_of(event), tournament_id=event.pk, names=[NAME, "韩梅"], consent=CONSENT, ages=ListAges("adult")
    )
    for entry in event.registrations.all():
        issue_entry_link(actor=owner_of(event), registration_id=entry.pk)
    return event


def known_at_desk(event: Tournament, **typed: object) -> Registration:
    """Join under the name, be recognised by the desk and take the key; the entry as it stands then."""
    asked = register_self(actor=SYSTEM, tournament_id=event.pk, name=NAME, **({"age_group": "adult"} | typed))
    assert asked.request is not None
    accept_as_same(actor=owner_of(event), request_id=asked.request.pk)
    collect_key(actor=SYSTEM, request_id=asked.request.pk, secret=asked.secret)
    return Registration.objects.select_related("player", "tournament").get(tournament=event, name=NAME)


def test_a_child_whom_the_desk_knows_is_masked_from_then_on() -> None:
    event = prepared()
    assert public_name(event.registrations.get(name=NAME)) == NAME
    entry = known_at_desk(
        event, birth_year=CHILD, consent=CONSENT, public_name="小明", team="二店", membership_id="a 7"
    )
    assert (entry.player.birth_year, entry.public_name, entry.team, entry.membership_id) == (
        CHILD,
        "小明",
        "二店",
        "A7",
    )
    assert not lacks_consent(entry.player)
    assert public_name(entry) == "小明"
    line = event.log.filter(verb="entry_edited").get()
    assert line.facts["before"] == {"birth_year": None, "public_name": "", "team": "", "membership_id": ""}
    assert line.facts["after"] == {"birth_year": CHILD, "public_name": "小明", "team": "二店", "membership_id": "A7"}


def test_what_is_known_stays() -> None:
    event = make_event()
    enter(event, NAME, birth_year=2001, public_name="老李", team="一店", membership_id="A7")
    entry = known_at_desk(event, birth_year=2002, public_name="小明", team="二店", membership_id="B8")
    assert (entry.player.birth_year, entry.public_name, entry.team, entry.membership_id) == (2001, "老李", "一店", "A7")
    assert not event.log.filter(verb="entry_edited").exists()


def test_a_player_id_of_somebody_else_is_left_out() -> None:
    event = prepared()
    event.registrations.filter(name="韩梅").update(membership_id="A7")
    entry = known_at_desk(event, membership_id="A7", team="二店")
    assert (entry.membership_id, entry.team) == ("", "二店")


def test_a_year_of_birth_decides_the_division_before_the_start() -> None:
    event = prepared(divisions=read_lines("少年组 / Junior, 2014-\n成人组 / Masters, -2013"))
    junior, masters = (one.code for one in divisions_of(event))
    entry = known_at_desk(event, birth_year=CHILD, consent=CONSENT, division=masters)
    assert (entry.division, entry.division_by_hand) == (junior, False)


def test_a_division_that_staff_chose_stays() -> None:
    event = prepared(divisions=read_lines("少年组 / Junior, 2014-\n成人组 / Masters, -2013"))
    masters = divisions_of(event)[1].code
    event.registrations.filter(name=NAME).update(division=masters, division_by_hand=True)
    entry = known_at_desk(event, birth_year=CHILD, consent=CONSENT)
    assert (entry.division, entry.division_by_hand) == (masters, True)


def test_nothing_is_filled_in_before_the_key_is_taken() -> None:
    event = prepared()
    asked = register_self(actor=SYSTEM, tournament_id=event.pk, name=NAME, birth_year=2001)
    assert asked.request is not None
    accept_as_same(actor=owner_of(event), request_id=asked.request.pk)
    reopen_join_request(actor=owner_of(event), request_id=asked.request.pk)
    assert event.registrations.get(name=NAME).player.birth_year is None


def taken_back(event: Tournament) -> Registration:
    """The entry after the desk has taken "the same person" back."""
    reopen_join_request(actor=owner_of(event), request_id=event.join_requests.get().pk)
    return Registration.objects.select_related("player", "tournament").get(tournament=event, name=NAME)


def test_taking_the_answer_back_takes_out_what_was_filled_in() -> None:
    event = prepared(divisions=read_lines("少年组 / Junior, 2014-\n成人组 / Masters, -2013"))
    known_at_desk(event, birth_year=CHILD, consent=CONSENT, public_name="小明", team="二店", membership_id="a 7")
    entry = taken_back(event)
    person = (entry.player.birth_year, entry.public_name, entry.team, entry.membership_id, entry.division)
    assert person == (None, "", "", "", "")
    assert not entry.player.consents.exists()
    filled, undone = event.log.filter(verb="entry_edited").order_by("pk")
    assert filled.facts["request"] == event.join_requests.get().pk
    assert (undone.facts["before"], undone.facts["after"]) == (filled.facts["after"], filled.facts["before"])
    assert undone.user == owner_of(event).user
    assert ("Division", "Junior", "–") in [(one.what, one.before, one.after) for one in changes_of(undone)]


def test_a_division_alone_is_taken_out_as_well() -> None:
    event = prepared(divisions=read_lines("少年组 / Junior\n成人组 / Masters"))
    masters = divisions_of(event)[1].code
    assert known_at_desk(event, division=masters).division == masters
    assert taken_back(event).division == ""


def test_what_was_changed_since_stays_when_the_answer_is_taken_back() -> None:
    event = prepared()
    entry = known_at_desk(event, birth_year=2001, team="二店")
    event.registrations.filter(pk=entry.pk).update(team="三店")
    entry = taken_back(event)
    assert (entry.player.birth_year, entry.team) == (None, "三店")


def test_a_second_answer_that_filled_in_nothing_takes_nothing_out() -> None:
    event = prepared()
    known_at_desk(event, team="二店")
    taken_back(event)
    event.registrations.filter(name=NAME).update(team="二店")
    accept_as_same(actor=owner_of(event), request_id=event.join_requests.get().pk)
    assert taken_back(event).team == "二店"


def test_a_key_is_taken_though_the_division_asked_for_is_gone() -> None:
    event = prepared(divisions=read_lines("少年组 / Junior, 2014-\n成人组 / Masters, -2013"))
    masters = divisions_of(event)[1].code
    asked = register_self(actor=SYSTEM, tournament_id=event.pk, name=NAME, division=masters, age_group="adult")
    assert asked.request is not None
    accept_as_same(actor=owner_of(event), request_id=asked.request.pk)
    Tournament.objects.filter(pk=event.pk).update(divisions=[])
    assert collect_key(actor=SYSTEM, request_id=asked.request.pk, secret=asked.secret).link
