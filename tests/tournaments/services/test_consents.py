"""A guardian's consent is recorded before anything of a player under 14 is kept, whichever way the player comes in."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from accounts.actor import Actor
from accounts.consents import WORDING, Consent, may_be_under_14
from accounts.models import GuardianConsent, Player
from accounts.refusals import Refusal
from tests.people_and_events import CONSENT, make_actor, make_event, owner_of
from tests.refused import assert_sentence
from tests.running_events import publish, start_event
from tournaments.models import Registration
from tournaments.play.divisions import read_lines
from tournaments.services.entries import (
    MemberData,
    add_entries,
    add_entry,
    add_team,
    edit_entry,
    late_entry,
    register_self,
    register_team,
)
from tournaments.services.erasing import erase_player
from tournaments.wording import say_refusal

pytestmark = pytest.mark.django_db
YEAR = timezone.localdate().year
CHILD = YEAR - 9
NAME = "王小明"


def refused(call: Any) -> str:
    """The code of the refusal, after which nothing of the child is there."""
    with pytest.raises(Refusal) as found:
        call()
    assert_sentence(say_refusal(found.value), found.value.code)
    assert not Registration.objects.filter(name=NAME).exists()
    assert not Player.objects.filter(name=NAME).exists()
    assert not GuardianConsent.objects.exists()
    return found.value.code


def test_the_year_counts_as_under_14_while_it_can_be() -> None:
    assert [may_be_under_14(YEAR - age) for age in (0, 13, 14, 15)] == [True, True, True, False]
    assert not may_be_under_14(None)


def test_every_way_in_asks_and_keeps_nothing_without() -> None:
    event, running = make_event(divisions=read_lines("少年组 / Youth\n通用组 / Open")), start_event(4)
    publish(running)
    owner, later, elsewhere = owner_of(event), owner_of(running), make_event()
    child = {"name": NAME, "birth_year": CHILD}
    ways = (
        lambda **more: register_self(actor=Actor(), tournament_id=event.pk, **child, **more),
        lambda **more: register_self(actor=make_actor(), tournament_id=elsewhere.pk, **child, **more),
        lambda **more: add_entry(actor=owner, tournament_id=event.pk, allow_same_name=True, **child, **more),
        lambda **more: late_entry(actor=later, tournament_id=running.pk, late_policy="loss", **child, **more),
        lambda **more: add_entries(
            actor=owner, tournament_id=event.pk, names=[f"{NAME}\t{CHILD}年"], allow_same_name=True, **more
        ),
    )
    for way in ways:
        assert refused(way) == "guardian_consent_needed"
    for way in ways:
        way(consent=CONSENT)
    players = Player.objects.filter(registrations__name=NAME)
    assert GuardianConsent.objects.count() == players.count() == len(ways)


def test_a_team_with_a_child_asks_for_both_ways_in() -> None:
    event = make_event(entry_format="teams_together")
    facts: dict[str, Any] = {
        "tournament_id": event.pk,
        "members": [MemberData(NAME, CHILD), MemberData("李雷", age_group="adult")],
    }
    ways = (
        lambda **more: register_team(actor=Actor(), name="星港队", **facts, **more),
        lambda **more: add_team(actor=owner_of(event), name="舰队", allow_same_name=True, **facts, **more),
    )
    for way in ways:
        assert refused(way) == "guardian_consent_needed"
    for way in ways:
        way(consent=CONSENT)
    assert set(GuardianConsent.objects.values_list("player__name", flat=True)) == {NAME}
    assert GuardianConsent.objects.count() == len(ways)


def test_the_record_says_who_agreed_to_which_words_and_how_to_reach_them() -> None:
    event = make_event()
    consent = Consent(GuardianConsent.How.ONLINE, GuardianConsent.GivenBy.GUARDIAN, " 138 0000  ")
    made = register_self(actor=Actor(), tournament_id=event.pk, name=NAME, birth_year=CHILD, consent=consent)
    kept = GuardianConsent.objects.get(player=made.registration.player)
    assert (kept.how, kept.given_by, kept.contact, kept.wording) == ("online", "guardian", "138 0000", WORDING)
    assert (kept.entered_by, kept.entered_by_user) == (NAME, None)
    again = make_event()
    register_self(actor=Actor(player=kept.player), tournament_id=again.pk, name=NAME, age_group="adult")
    assert GuardianConsent.objects.count() == 1, "one is enough for a player"


def test_a_corrected_year_of_birth_asks_too() -> None:
    event = make_event()
    entry = add_entry(actor=owner_of(event), tournament_id=event.pk, name="李雷")
    corrected = {"registration_id": entry.pk, "name": "李雷", "birth_year": CHILD, "public_name": "", "team": ""}
    with pytest.raises(Refusal, match="guardian_consent_needed"):
        edit_entry(actor=owner_of(event), **corrected)
    assert Player.objects.get(pk=entry.player_id).birth_year is None
    Player.objects.filter(pk=entry.player_id).update(birth_year=CHILD)
    edit_entry(actor=owner_of(event), consent=CONSENT, **corrected)
    assert GuardianConsent.objects.get().entered_by_user == owner_of(event).user


def test_who_says_under_14_says_the_year() -> None:
    event = make_event()

    def register(**facts: Any) -> Any:
        return register_self(actor=Actor(), tournament_id=event.pk, name=NAME, age_group="under_14", **facts)

    assert refused(lambda: register(consent=CONSENT)) == "birth_year_needed"
    assert refused(lambda: register(birth_year=1990, consent=CONSENT)) == "birth_year_needed"
    assert refused(lambda: register(birth_year=CHILD)) == "guardian_consent_needed"


def test_a_player_known_as_under_14_is_asked_whatever_age_the_phone_says() -> None:
    player = Player.objects.create(name=NAME, age_group="under_14")
    event = make_event()

    def register(consent: Consent | None) -> Any:
        actor = Actor(player=player)
        return register_self(actor=actor, tournament_id=event.pk, name=NAME, age_group="adult", consent=consent)

    with pytest.raises(Refusal, match="guardian_consent_needed"):
        register(None)
    register(CONSENT)
    assert GuardianConsent.objects.get().player == player


def test_it_goes_with_the_data() -> None:
    event = make_event()
    entry = add_entry(actor=owner_of(event), tournament_id=event.pk, name=NAME, birth_year=CHILD, consent=CONSENT)
    erase_player(actor=owner_of(event), player_id=entry.player_id, typed_name=NAME)
    assert not GuardianConsent.objects.exists()
