"""Claiming a prepared name, asking at the desk, and the desk's answers."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.utils import timezone

from accounts.actor import SYSTEM, Actor
from accounts.models import Notice, Player
from accounts.refusals import Conflict, NotAllowed, Refusal
from accounts.services import create_player, find_player_by_link, issue_personal_link
from tests.people_and_events import CONSENT, enter, make_actor, make_event, owner_of, staff_actor
from tests.running_events import start_event
from tests.two_at_once import at_once
from tournaments.models import JoinRequest, Registration, Tournament
from tournaments.play.divisions import read_lines
from tournaments.queries.settings import divisions_of
from tournaments.services.entries import (
    RegisteredSelf,
    accept_as_other,
    accept_as_same,
    add_entries,
    collect_key,
    issue_entry_link,
    refuse_join_request,
    register_self,
    reopen_join_request,
    revoke_entry_link,
    withdraw_join_request,
)
from tournaments.services.entries.asking import MAX_ASKED
from tournaments.services.erasing import erase_player

pytestmark = pytest.mark.django_db
CHILD = timezone.localdate().year - 9
NAME = "李明"


def prepared(*lines: str, **changes: object) -> Tournament:
    """An event with a pasted list."""
    event = make_event(**changes)
    add_entries(actor=owner_of(event), tournament_id=event.pk, names=lines or (NAME, "韩梅"), consent=CONSENT)
    return event


def join(event: Tournament, name: str = NAME, actor: Actor = SYSTEM, **facts: object) -> RegisteredSelf:
    return register_self(actor=actor, tournament_id=event.pk, name=name, **facts)


def player_of(link: str | None) -> Player | None:
    return find_player_by_link((link or "").strip("/").split("/")[-1])


def asked(event: Tournament, **facts: object) -> RegisteredSelf:
    """A second phone that joins under a name that is claimed."""
    join(event)
    second = join(event, **facts)
    assert second.request is not None
    return second


def verbs(event: Tournament) -> list[str]:
    return [line.verb for line in event.log.all()]


class TestClaiming:
    def test_the_first_phone_gets_the_key_of_the_prepared_entry(self) -> None:
        event = prepared()
        made = join(event, " 李 明 ".replace(" ", ""))
        entry = event.registrations.get(name=NAME)
        assert made.entry == entry
        assert player_of(made.personal_link) == entry.player
        assert (entry.is_claimable, entry.claimed_at is None) == (False, False)
        assert event.registrations.count() == 2
        assert verbs(event)[0] == "entry_claimed"

    def test_the_second_is_sent_to_the_desk_without_a_key(self) -> None:
        event = prepared()
        first = join(event)
        second = join(event)
        assert (second.entry, second.personal_link) == (None, None)
        assert second.request is not None
        assert second.request.entry == first.entry
        assert player_of(first.personal_link) == first.registration.player
        assert event.registrations.count() == 2

    def test_a_name_that_somebody_joined_under_is_not_given_away(self) -> None:
        event = make_event()
        join(event)
        assert join(event).request is not None

    def test_a_list_with_the_year_of_birth_gives_the_key_for_that_year_alone(self) -> None:
        event = make_event()
        enter(event, NAME, birth_year=2001)
        for year in (None, 2002):
            assert join(event, birth_year=year).request is not None
        assert join(event, birth_year=2001).request is not None, "the year cannot be found by trying"
        for one in JoinRequest.objects.all():
            refuse_join_request(actor=owner_of(event), request_id=one.pk, reason="认错人")
        assert join(event, birth_year=2001).personal_link

    def test_a_prepared_player_id_gives_the_key_for_that_id_alone(self) -> None:
        event = prepared()
        event.registrations.filter(name=NAME).update(membership_id="A7")
        for typed in ("", "B8"):
            assert join(event, membership_id=typed).request is not None
            JoinRequest.objects.all().delete()
        assert join(event, membership_id="a7").personal_link

    def test_a_known_player_a_deck_or_a_link_on_paper_is_not_given_away(self) -> None:
        event = prepared()
        entry = event.registrations.get(name=NAME)
        issue_entry_link(actor=owner_of(event), registration_id=entry.pk)
        assert join(event).request is not None
        elsewhere = enter(make_event(), "王伟")[0]
        add_entries(
            actor=Actor(user=elsewhere.tournament.created_by),
            tournament_id=elsewhere.tournament_id,
            names=["赵云"],
        )
        Registration.objects.filter(tournament=elsewhere.tournament, name="赵云").update(player=entry.player)
        Player.objects.filter(pk=entry.player_id).update(link_hash="")
        assert join(elsewhere.tournament, "赵云").request is not None

    def test_a_child_is_claimed_with_a_guardians_consent_alone(self) -> None:
        event = prepared()
        with pytest.raises(Refusal, match="guardian_consent_needed"):
            join(event, birth_year=CHILD)
        made = join(event, birth_year=CHILD, consent=replace(CONSENT, how="online"))
        assert made.registration.player.consents.get().how == "online"
        assert Player.objects.get(pk=made.registration.player_id).birth_year == CHILD

    def test_an_account_of_the_name_takes_the_entry_and_no_key_is_made(self) -> None:
        event = prepared()
        blank = event.registrations.get(name=NAME).player
        actor = make_actor()
        made = join(event, actor=actor)
        assert made.personal_link is None
        assert made.registration.player.user == actor.user
        assert not Player.objects.filter(pk=blank.pk).exists()

    def test_a_link_that_somebody_elsewhere_knows_is_replaced(self) -> None:
        elsewhere = enter(make_event(), NAME)[0]
        before = issue_entry_link(actor=owner_of(elsewhere.tournament), registration_id=elsewhere.pk)
        made = join(prepared(), actor=Actor(player=player_of(before)))
        assert made.registration.player == elsewhere.player
        assert player_of(before) is None
        assert player_of(made.personal_link) == elsewhere.player

    def test_a_player_erased_meanwhile_claims_nothing(self) -> None:
        player = create_player(name=NAME)
        Player.objects.filter(pk=player.pk).update(erased_at=timezone.now())
        with pytest.raises(Conflict, match="player_erased"):
            join(prepared(), actor=Actor(player=player))

    def test_a_phone_that_stands_for_somebody_else_gets_one_player_more(self) -> None:
        event = prepared()
        sister = create_player(name="李红")
        issue_personal_link(player=sister)
        made = join(event, actor=Actor(player=sister))
        assert player_of(made.personal_link) == made.registration.player != sister

    def test_a_running_event_lets_prepared_players_claim_and_sends_others_to_the_desk(self) -> None:
        event = start_event(4)
        entry = event.registrations.first()
        assert entry.is_claimable
        assert join(event, entry.name).personal_link
        late = join(event, "迟到的人").request
        assert late is not None
        assert late.entry is None

    def test_closed_joining_gives_no_key(self) -> None:
        event = prepared()
        Tournament.objects.filter(pk=event.pk).update(registration_open=False)
        with pytest.raises(Refusal, match="registration_closed"):
            join(event)


class TestAsking:
    def test_the_same_phone_asks_once_and_a_few_times_at_most(self) -> None:
        event = prepared()
        first = asked(event, team="一店")
        again = join(event, secret=first.secret, team="二店")
        assert (again.request, JoinRequest.objects.get().team) == (first.request, "二店")
        names = [f"选手{number}" for number in range(MAX_ASKED)]
        enter(event, *names)
        for name in names:
            join(event, name)
        for name in names[1:]:
            join(event, name, secret=first.secret)
        with pytest.raises(Refusal, match="too_many_join_requests"):
            join(event, names[0], secret=first.secret)

    def test_an_account_that_keeps_no_secret_has_no_more_requests(self) -> None:
        names = [f"选手{number}" for number in range(MAX_ASKED + 1)]
        event, player = make_event(), create_player(name=NAME)
        for name in names:
            join(event, name)
        actor = Actor(player=player)
        first = join(event, names[0], actor=actor)
        assert join(event, names[0], actor=actor).request == first.request
        for name in names[1:-1]:
            join(event, name, actor=actor)
        with pytest.raises(Refusal, match="too_many_join_requests"):
            join(event, names[-1], actor=actor)

    def test_those_who_manage_entries_get_one_notice_until_the_queue_is_empty(self) -> None:
        event = prepared()
        keeper, judge = staff_actor(event, "scorekeeper"), staff_actor(event, "judge")
        requests = [asked(event).request, join(event).request]
        notices = Notice.objects.filter(code="join_asked")
        assert {one.user for one in notices} == {keeper.user, owner_of(event).user}
        assert not notices.filter(user=judge.user).exists()
        for one in requests:
            assert notices.filter(read_at=None).count() == 2
            refuse_join_request(actor=keeper, request_id=one.pk, reason="认错人")
        assert not notices.filter(read_at=None).exists()

    def test_only_the_asking_phone_withdraws_and_collects(self) -> None:
        event = prepared()
        mine = asked(event)
        for secret in ("", "guess"):
            with pytest.raises(Refusal, match="no_such_join_request"):
                withdraw_join_request(actor=SYSTEM, request_id=mine.request.pk, secret=secret)
            with pytest.raises(Refusal, match="no_such_join_request"):
                collect_key(actor=SYSTEM, request_id=mine.request.pk, secret=secret)
        with pytest.raises(Conflict, match="join_request_open"):
            collect_key(actor=SYSTEM, request_id=mine.request.pk, secret=mine.secret)
        withdraw_join_request(actor=SYSTEM, request_id=mine.request.pk, secret=mine.secret)
        with pytest.raises(Conflict, match="join_request_decided"):
            refuse_join_request(actor=owner_of(event), request_id=mine.request.pk, reason="晚了")

    def test_the_secret_is_kept_as_its_hash_alone(self) -> None:
        made = asked(prepared())
        assert len(made.secret) >= 20
        assert made.secret not in str(JoinRequest.objects.values().get())


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


class TestRevoking:
    def test_a_claim_that_is_taken_back_can_be_claimed_again(self) -> None:
        event = prepared()
        stranger = join(event)
        entry = revoke_entry_link(
            actor=staff_actor(event, "scorekeeper"), registration_id=stranger.registration.pk, reason="冒名"
        )
        assert player_of(stranger.personal_link) is None
        assert (entry.is_claimable, entry.claimed_at) == (True, None)
        assert (event.log.first().verb, event.log.first().facts["reason"]) == ("claim_taken_back", "冒名")
        assert join(event).personal_link

    def test_a_claim_of_an_account_is_taken_from_it_and_the_account_stays(self) -> None:
        event = prepared()
        actor = make_actor()
        made = join(event, actor=actor)
        revoke_entry_link(actor=owner_of(event), registration_id=made.registration.pk, reason="冒名")
        entry = Registration.objects.get(pk=made.registration.pk)
        assert entry.player.user is None
        assert Player.objects.filter(user=actor.user).exists()

    def test_any_link_is_revoked_by_organisers_with_a_reason(self) -> None:
        event = make_event()
        made = join(event)
        for actor, code in ((staff_actor(event, "scorekeeper"), "not_permitted"),):
            with pytest.raises(NotAllowed, match=code):
                revoke_entry_link(actor=actor, registration_id=made.registration.pk, reason="丢了手机")
        revoke_entry_link(actor=owner_of(event), registration_id=made.registration.pk, reason="丢了手机")
        assert player_of(made.personal_link) is None
        with pytest.raises(Conflict, match="no_link_to_revoke"):
            revoke_entry_link(actor=owner_of(event), registration_id=made.registration.pk, reason="丢了手机")
        assert join(event).request is not None, "who joined under the name has it, with or without a key"


def test_requests_go_with_the_players_data() -> None:
    event = prepared()
    first = join(event)
    join(event, team="云家军")
    erase_player(actor=owner_of(event), player_id=first.registration.player_id, typed_name=NAME)
    assert not JoinRequest.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_two_phones_claim_one_name_at_once() -> None:
    event = prepared()
    results = at_once(event, lambda: join(event), lambda: join(event))
    assert sorted(bool(made.personal_link) for made in results) == [False, True]
    assert [made.request is None for made in results].count(True) == 1
    request = JoinRequest.objects.get()
    assert (request.state, request.entry.name) == ("open", NAME)
    assert Registration.objects.filter(tournament=event).count() == 2


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


@pytest.mark.django_db(transaction=True)
def test_one_phone_that_presses_twice_gets_one_key() -> None:
    event = prepared()
    mine = asked(event)
    accept_as_same(actor=owner_of(event), request_id=mine.request.pk)

    def collect() -> str | None:
        return collect_key(actor=SYSTEM, request_id=mine.request.pk, secret=mine.secret).link

    results = at_once(event, collect, collect)
    assert sorted(getattr(result, "code", "link") for result in results) == ["join_key_collected", "link"]
