"""Claiming a prepared name, asking at the desk, and taking a claim back."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.utils import timezone

from accounts.actor import SYSTEM, Actor
from accounts.models import Notice, Player
from accounts.refusals import Conflict, NotAllowed, Refusal
from accounts.services import create_player, issue_personal_link
from tests.people_and_events import CONSENT, enter, make_actor, make_event, owner_of, player_actor, staff_actor
from tests.prepared_names import CHILD, NAME, asked, join, player_of, prepared, verbs
from tests.running_events import start_event
from tests.two_at_once import at_once
from tournaments.models import JoinRequest, Registration, Tournament
from tournaments.services.entries import (
    ListAges,
    accept_as_same,
    add_entries,
    collect_key,
    issue_entry_link,
    refuse_join_request,
    revoke_entry_link,
    withdraw_join_request,
)
from tournaments.services.entries.asking import MAX_ASKED
from tournaments.services.erasing import erase_player

pytestmark = pytest.mark.django_db


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

    def test_who_says_that_another_name_is_theirs_takes_its_entry_as_their_player(self) -> None:
        event = prepared()
        (known,) = enter(make_event(), "Li Ming")
        with pytest.raises(Refusal, match="whose_name"):
            join(event, actor=player_actor(known))
        joined = join(event, actor=player_actor(known), same_person=True)
        assert joined.entry is not None
        assert (joined.personal_link, joined.entry.player) == (None, known.player)

    def test_the_younger_age_that_staff_said_of_the_name_holds_for_who_takes_it(self) -> None:
        """A grown-up's phone has the name, too: the whole name of the child would be public."""
        event = prepared(NAME, ages=ListAges("minor"))
        (known,) = enter(make_event(), NAME)
        joined = join(event, actor=player_actor(known))
        assert joined.entry is not None
        assert joined.entry.player == known.player
        assert Player.objects.get(pk=known.player_id).age_group == "minor"

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
        made = join(event, actor=Actor(player=sister), as_new_person=True)
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
        first = join(event, names[0], actor=actor, same_person=True)
        assert join(event, names[0], actor=actor, same_person=True).request == first.request
        for name in names[1:-1]:
            join(event, name, actor=actor, same_person=True)
        with pytest.raises(Refusal, match="too_many_join_requests"):
            join(event, names[-1], actor=actor, same_person=True)

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
def test_one_phone_that_presses_twice_gets_one_key() -> None:
    event = prepared()
    mine = asked(event)
    accept_as_same(actor=owner_of(event), request_id=mine.request.pk)

    def collect() -> str | None:
        return collect_key(actor=SYSTEM, request_id=mine.request.pk, secret=mine.secret).link

    results = at_once(event, collect, collect)
    assert sorted(getattr(result, "code", "link") for result in results) == ["join_key_collected", "link"]
