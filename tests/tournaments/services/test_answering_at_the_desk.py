"""The desk's answers to phones that asked for a name: the same person, another one, or no; each taken back."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.utils import timezone

from accounts.actor import SYSTEM, Actor
from accounts.models import Player
from accounts.refusals import Conflict, NotAllowed, Refusal
from accounts.services import create_player
from tests.people_and_events import CONSENT, enter, make_actor, make_event, owner_of, staff_actor
from tests.prepared_names import CHILD, NAME, asked, join, player_of, prepared, verbs
from tests.running_events import start_event
from tests.two_at_once import at_once
from tournaments.models import JoinRequest, Registration
from tournaments.play.divisions import read_lines
from tournaments.queries.settings import divisions_of
from tournaments.services.entries import (
    accept_as_other,
    accept_as_same,
    collect_key,
    issue_entry_link,
    refuse_join_request,
    reopen_join_request,
)

pytestmark = pytest.mark.django_db


class TestAnswering:
    def test_the_same_person_gets_a_new_key_and_the_old_one_ends(self) -> None:
        event = prepared()
        first = join(event)
        second = join(event)
        accept_as_same(actor=owner_of(event), request_id=second.request.pk)
        assert player_of(first.personal_link) is None
        link = collect_key(actor=SYSTEM, request_id=second.request.pk, secret=second.secret).link
        assert player_of(link) == first.registration.player
        with pytest.raises(Conflict, match="join_key_collected"):
            collect_key(actor=SYSTEM, request_id=second.request.pk, secret=second.secret)

    def test_nobody_takes_the_name_between_the_answer_and_the_tap(self) -> None:
        event = make_event()
        enter(event, NAME, birth_year=2001)
        mine = join(event)
        accept_as_same(actor=owner_of(event), request_id=mine.request.pk)
        assert join(event, birth_year=2001).request is not None
        assert collect_key(actor=SYSTEM, request_id=mine.request.pk, secret=mine.secret).link

    def test_taking_it_back_brings_the_first_phone_back(self) -> None:
        event = prepared()
        first, second = join(event), join(event)
        accept_as_same(actor=owner_of(event), request_id=second.request.pk)
        link = collect_key(actor=SYSTEM, request_id=second.request.pk, secret=second.secret).link
        reopened = reopen_join_request(actor=owner_of(event), request_id=second.request.pk)
        assert reopened.is_open
        assert player_of(link) is None
        assert player_of(first.personal_link) == first.registration.player
        assert verbs(event)[:3] == ["join_reopened", "join_collected", "join_same"]

    def test_taken_back_the_entry_is_claimed_when_the_first_phone_claimed_it(self) -> None:
        event = prepared()
        entry, second = join(event).registration, join(event)
        entry.refresh_from_db()
        claimed_at = entry.claimed_at
        accept_as_same(actor=owner_of(event), request_id=second.request.pk)
        collect_key(actor=SYSTEM, request_id=second.request.pk, secret=second.secret)
        reopen_join_request(actor=owner_of(event), request_id=second.request.pk)
        entry.refresh_from_db()
        assert claimed_at is not None
        assert (entry.claimed_at, entry.is_claimable) == (claimed_at, False)

    def test_taken_back_and_refused_a_strangers_request_leaves_the_name_to_its_person(self) -> None:
        event = make_event()
        enter(event, NAME, birth_year=2001)
        stranger = join(event, birth_year=1999)
        accept_as_same(actor=owner_of(event), request_id=stranger.request.pk)
        collect_key(actor=SYSTEM, request_id=stranger.request.pk, secret=stranger.secret)
        reopen_join_request(actor=owner_of(event), request_id=stranger.request.pk)
        refuse_join_request(actor=owner_of(event), request_id=stranger.request.pk, reason="不是本人")
        assert join(event, birth_year=2001).personal_link

    def test_both_phones_may_keep_one_key_which_cannot_be_taken_from_one_alone(self) -> None:
        event = prepared()
        first, second = join(event), join(event)
        accept_as_same(actor=owner_of(event), request_id=second.request.pk, keep_link=True)
        assert collect_key(actor=SYSTEM, request_id=second.request.pk, secret=second.secret).link is None
        assert player_of(first.personal_link) == first.registration.player
        with pytest.raises(Conflict, match="join_key_kept"):
            reopen_join_request(actor=owner_of(event), request_id=second.request.pk)

    def test_another_person_is_entered_under_a_name_that_is_distinguished(self) -> None:
        event = prepared()
        first, second = join(event), join(event, team="二店")
        made = accept_as_other(actor=staff_actor(event, "scorekeeper"), request_id=second.request.pk).made
        assert (made.team, made.is_claimable) == ("二店", False)
        names = [Registration.objects.get(pk=one.pk).entered_name for one in (first.registration, made)]
        assert names == [f"{NAME} #1", f"{NAME} #3"]
        link = collect_key(actor=SYSTEM, request_id=second.request.pk, secret=second.secret).link
        assert player_of(link) == made.player != first.registration.player
        assert player_of(first.personal_link) is not None
        reopen_join_request(actor=owner_of(event), request_id=second.request.pk)
        made.refresh_from_db()
        assert made.status == "withdrawn"
        assert player_of(link) is None
        renamed = accept_as_other(actor=owner_of(event), request_id=second.request.pk, name="李明（二店）").made
        assert renamed.name == "李明（二店）"

    def test_a_link_that_ends_with_the_entry_is_replaced_when_the_key_is_taken(self) -> None:
        elsewhere = enter(make_event(), NAME)[0]
        issuer = owner_of(elsewhere.tournament)
        issue_entry_link(actor=issuer, registration_id=elsewhere.pk)
        event = make_event()
        join(event)
        mine = join(event, actor=Actor(player=Player.objects.get(pk=elsewhere.player_id)))
        made = accept_as_other(actor=owner_of(event), request_id=mine.request.pk).made
        assert made.player == elsewhere.player
        link = collect_key(actor=SYSTEM, request_id=mine.request.pk, secret=mine.secret).link
        assert player_of(link) == elsewhere.player
        assert player_of(link).link_issuer == issuer.user, "the phone may be the issuer's, so it is no secret of theirs"

    def test_an_account_that_took_the_player_meanwhile_keeps_it(self) -> None:
        event = prepared()
        mine = asked(event)
        made = accept_as_same(actor=owner_of(event), request_id=mine.request.pk).made
        Player.objects.filter(pk=made.player_id).update(user=make_actor().user)
        with pytest.raises(Refusal, match="player_has_account"):
            collect_key(actor=SYSTEM, request_id=mine.request.pk, secret=mine.secret)
        assert JoinRequest.objects.get(pk=mine.request.pk).collected_at is None

    def test_the_year_of_birth_decides_the_division_whatever_was_typed(self) -> None:
        event = prepared(divisions=read_lines("少年组 / Junior, 2014-\n成人组 / Masters, -2013"))
        junior, masters = (one.code for one in divisions_of(event))
        join(event)
        for year, division in ((CHILD, junior), (None, masters)):
            mine = join(event, birth_year=year, division=masters, consent=CONSENT)
            made = accept_as_other(actor=owner_of(event), request_id=mine.request.pk).made
            assert made.division == division

    def test_a_late_entry_follows_the_late_policy(self) -> None:
        event = start_event(4)
        late = join(event, "迟到的人", birth_year=CHILD, consent=replace(CONSENT, how="online"))
        with pytest.raises(Refusal, match="no_such_choice"):
            accept_as_other(actor=owner_of(event), request_id=late.request.pk)
        made = accept_as_other(actor=owner_of(event), request_id=late.request.pk, late_policy="bye").made
        assert (made.status, made.late_policy) == ("active", "bye" if made.first_round > 1 else "")
        assert made.player.consents.exists()
        with pytest.raises(Conflict, match="already_started"):
            reopen_join_request(actor=owner_of(event), request_id=late.request.pk)
        with pytest.raises(Refusal, match="nobody_of_the_name"):
            accept_as_same(actor=owner_of(event), request_id=join(event, "又一个").request.pk)

    def test_a_late_entry_ends_a_link_that_somebody_elsewhere_knows(self) -> None:
        elsewhere = enter(make_event(), "迟到的人")[0]
        before = issue_entry_link(actor=owner_of(elsewhere.tournament), registration_id=elsewhere.pk)
        event = start_event(4)
        mine = join(event, "迟到的人", actor=Actor(player=player_of(before)))
        accept_as_other(actor=owner_of(event), request_id=mine.request.pk, late_policy="bye")
        assert player_of(before) is None
        link = collect_key(actor=SYSTEM, request_id=mine.request.pk, secret=mine.secret).link
        assert player_of(link) == elsewhere.player

    def test_an_erased_player_is_not_entered_late(self) -> None:
        event, player = start_event(4), create_player(name="迟到的人")
        mine = join(event, player.name, actor=Actor(player=player))
        Player.objects.filter(pk=player.pk).update(erased_at=timezone.now())
        with pytest.raises(Conflict, match="player_erased"):
            accept_as_other(actor=owner_of(event), request_id=mine.request.pk, late_policy="bye")

    def test_a_refusal_needs_a_reason_and_can_be_taken_back(self) -> None:
        event = prepared()
        one = asked(event).request
        with pytest.raises(Refusal, match="reason_required"):
            refuse_join_request(actor=owner_of(event), request_id=one.pk, reason=" ")
        refused = refuse_join_request(actor=owner_of(event), request_id=one.pk, reason="不是本人")
        assert (refused.state, refused.reason, refused.decided_by) == ("refused", "不是本人", owner_of(event).label)
        assert event.log.first().facts["reason"] == "不是本人"
        assert reopen_join_request(actor=owner_of(event), request_id=one.pk).is_open

    @pytest.mark.parametrize("role", ["judge", "scorekeeper"])
    def test_keys_are_given_by_organisers_alone(self, role: str) -> None:
        event = prepared()
        one = asked(event).request
        with pytest.raises(NotAllowed):
            accept_as_same(actor=staff_actor(event, role), request_id=one.pk)
        if role == "judge":
            with pytest.raises(NotAllowed):
                refuse_join_request(actor=staff_actor(event, role), request_id=one.pk, reason="不是")

    def test_the_key_of_somebody_who_plays_elsewhere_is_not_handed_out(self) -> None:
        event, other = prepared(), make_event()
        first, second = join(event), join(event)
        join(other, actor=Actor(player=first.registration.player))
        with pytest.raises(NotAllowed, match="player_plays_elsewhere"):
            accept_as_same(actor=owner_of(event), request_id=second.request.pk)


@pytest.mark.django_db(transaction=True)
def test_two_at_the_desk_answer_one_request_at_once() -> None:
    event = prepared()
    one = asked(event).request
    owner = owner_of(event)
    results = at_once(
        event,
        lambda: accept_as_same(actor=owner, request_id=one.pk),
        lambda: refuse_join_request(actor=owner, request_id=one.pk, reason="不是本人"),
    )
    assert [getattr(result, "code", "") for result in results].count("join_request_decided") == 1
