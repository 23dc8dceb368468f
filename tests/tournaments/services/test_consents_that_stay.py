"""No year of birth of a player who may be under 14 is kept without a consent, whatever becomes of an entry."""

from __future__ import annotations

import pytest
from django.contrib.admin.sites import site
from django.test import RequestFactory
from django.utils import timezone

from accounts.actor import Actor
from accounts.admin import PlayerAdmin
from accounts.claiming import claim_player
from accounts.consents import lacks_consent, may_be_under_14
from accounts.models import GuardianConsent, Player
from accounts.services import create_player
from tests.people_and_events import CONSENT, enter, make_actor, make_event, make_user, owner_of
from tests.running_events import publish, start_event
from tournaments.services.entries import (
    accept_as_other,
    add_entries,
    add_entry,
    issue_entry_link,
    late_entry,
    refuse_join_request,
    register_self,
    revoke_entry_link,
)

pytestmark = pytest.mark.django_db
CHILD = timezone.localdate().year - 9
NAME = "王小明"


def lacking() -> list[str]:
    """The players whose year says that they may be under 14, without a consent."""
    return [player.name for player in Player.objects.all() if lacks_consent(player)]


def known_player() -> Player:
    """Somebody who is on a phone already, of whom no year is known."""
    return add_entry(actor=owner_of(event := make_event()), tournament_id=event.pk, name=NAME).player


def test_a_request_that_the_desk_refuses_leaves_no_year_on_the_phones_player() -> None:
    event, player = make_event(), known_player()
    enter(event, NAME)
    issue_entry_link(actor=owner_of(event), registration_id=event.registrations.get().pk)
    asked = register_self(
        actor=Actor(player=player), tournament_id=event.pk, name=NAME, birth_year=CHILD, consent=CONSENT
    )
    refuse_join_request(actor=owner_of(event), request_id=asked.request.pk, reason="不认识")
    player.refresh_from_db()
    assert player.birth_year is None
    assert lacking() == []


def test_a_request_of_an_account_without_a_player_keeps_the_consent_with_the_year() -> None:
    event, actor = make_event(), make_actor()
    enter(event, NAME)
    issue_entry_link(actor=owner_of(event), registration_id=event.registrations.get().pk)
    register_self(actor=actor, tournament_id=event.pk, name=NAME, birth_year=CHILD, consent=CONSENT)
    made = Player.objects.get(user=actor.user)
    assert (made.birth_year, lacking()) == (CHILD, [])


@pytest.mark.parametrize("runs", [False, True])
def test_another_person_whose_phone_knows_no_year_is_masked_by_the_one_typed(runs: bool) -> None:
    event, player = start_event(4) if runs else make_event(), known_player()
    if runs:
        publish(event)
    else:
        enter(event, NAME)
        issue_entry_link(actor=owner_of(event), registration_id=event.registrations.get().pk)
    asked = register_self(
        actor=Actor(player=player), tournament_id=event.pk, name=NAME, birth_year=CHILD, consent=CONSENT
    )
    accept_as_other(actor=owner_of(event), request_id=asked.request.pk, late_policy="loss")
    player.refresh_from_db()
    assert (player.birth_year, lacking()) == (CHILD, [])


def test_a_claim_by_a_phone_of_somebody_else_gives_that_one_no_year() -> None:
    event, parent = make_event(), create_player(name="王爸爸")
    add_entries(actor=owner_of(event), tournament_id=event.pk, names=[NAME])
    register_self(
        actor=Actor(player=parent),
        tournament_id=event.pk,
        name=NAME,
        birth_year=CHILD,
        as_new_person=True,
        consent=CONSENT,
    )
    parent.refresh_from_db()
    assert parent.birth_year is None
    assert event.registrations.get().player.birth_year == CHILD
    assert lacking() == []


def kept_out() -> Player:
    """A child of an account that took the player over by a link its issuer knew, of another event."""
    elsewhere = make_event()
    entry = enter(elsewhere, NAME, birth_year=CHILD)[0]
    issue_entry_link(actor=owner_of(elsewhere), registration_id=entry.pk)
    return claim_player(user=make_user(), player=Player.objects.get(pk=entry.player_id))


def test_a_child_whose_account_stays_out_brings_the_consent_along() -> None:
    event, player = make_event(), kept_out()
    entry = add_entry(actor=owner_of(event), tournament_id=event.pk, name=NAME, player_id=player.pk)
    assert entry.player != player
    assert may_be_under_14(entry.player.birth_year)
    assert lacking() == []


def test_late_too_and_the_year_that_is_known_asks_for_one() -> None:
    running, player = start_event(4), kept_out()
    publish(running)
    entry = late_entry(
        actor=owner_of(running), tournament_id=running.pk, name=NAME, late_policy="loss", player_id=player.pk
    )
    assert entry.player != player
    assert (may_be_under_14(entry.player.birth_year), lacking()) == (True, [])


def test_a_claim_taken_back_keeps_the_consent_with_the_year() -> None:
    event, actor = make_event(), make_actor()
    add_entries(actor=owner_of(event), tournament_id=event.pk, names=[f"{NAME} {CHILD}年"], consent=CONSENT)
    claimed = register_self(actor=actor, tournament_id=event.pk, name=NAME, birth_year=CHILD, consent=CONSENT)
    revoke_entry_link(actor=owner_of(event), registration_id=claimed.registration.pk, reason="认错人")
    entry = event.registrations.get()
    assert entry.player.user_id is None
    assert (entry.player.birth_year, lacking()) == (CHILD, [])


def test_support_types_no_young_year_without_a_consent() -> None:
    player = create_player(name=NAME)
    request = RequestFactory().get("/")
    request.user = make_user(is_staff=True, is_superuser=True)
    form_class = PlayerAdmin(Player, site).get_form(request, player)
    form = form_class({"name": NAME, "birth_year": str(CHILD)}, instance=player)
    assert list(form.errors) == ["birth_year"]
    GuardianConsent.objects.create(player=player, how="spoken", wording="x")
    assert form_class({"name": NAME, "birth_year": str(CHILD)}, instance=Player.objects.get()).is_valid()
