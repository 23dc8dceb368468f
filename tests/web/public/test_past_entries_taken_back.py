"""Past entries given to the wrong account, and who at a desk may give them."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from accounts.actor import Actor
from accounts.models import NoticeAddress, Player, User
from accounts.refusals import NotAllowed
from accounts.services import find_player_by_link, issue_personal_link
from tests.past_entries import NAME, PAGE, account, ask, event_of_last_autumn
from tests.people_and_events import enter, make_event, owner_of, player_actor, staff_actor
from tests.web.desk.desk_visits import DeskVisitor
from tests.web.pages import assert_clean, words_of
from tournaments.models import JoinRequest, Registration, Tournament
from tournaments.queries.personal_data import personal_data
from tournaments.services.entries.deciding import accept_as_same, reopen_join_request
from tournaments.services.entries.past import take_past_entry
from tournaments.services.entries.registering import register_self
from tournaments.wording import say_log, say_refusal

pytestmark = [pytest.mark.django_db, pytest.mark.language("en")]


@pytest.fixture
def event() -> Tournament:
    """An event that is over, with a boy in it whose link is lost."""
    return event_of_last_autumn()


@pytest.mark.parametrize("answer", ["same", "refuse"])
def test_the_desk_and_the_log_speak_of_the_account(event: Tournament, answer: str) -> None:
    _user, client = account()
    ask(client, event)
    [request] = JoinRequest.objects.all()
    desk = DeskVisitor(event, owner_of(event))
    sent = {"number": Registration.objects.get(name=NAME).number, "reason": "不认识", "sure": "1"}
    said = desk.press("desk_join_request", request.pk, answer=answer, **sent)
    assert "the account that asked" in said.lower()
    assert "The phone of" not in said
    assert "the phone shows" not in said
    if answer == "same":
        client.post(f"{PAGE}{request.pk}/take/")
    logged = [say_log(line) for line in event.log.filter(facts__request=request.pk)]
    assert len(logged) == (3 if answer == "same" else 2)
    assert not [line for line in logged if "phone" in line or "key" in line], logged


def taken(event: Tournament, client: Client, user: User) -> tuple[Registration, JoinRequest, str]:
    """The entry of a player whom an account took by the desk's word, and the link of before."""
    entry = Registration.objects.get(name=NAME)
    old = issue_personal_link(player=entry.player)
    ask(client, event)
    request = JoinRequest.objects.get()
    accept_as_same(actor=owner_of(event), request_id=request.pk, number=entry.number)
    take_past_entry(actor=Actor(user=user), request_id=request.pk)
    return entry, request, old


def test_an_entry_given_to_the_wrong_account_is_taken_back(event: Tournament) -> None:
    user, client = account()
    entry, request, old = taken(event, client, user)
    address = NoticeAddress(
        player=entry.player, account=user, address="one@example.org", language="en", origin="http://x"
    )
    address.asked_at = timezone.now()
    address.save()
    desk = DeskVisitor(event, owner_of(event))
    assert "takes the player out of the account" in desk.read("desk_join_request", request.pk)
    assert "waits for an answer again" in desk.press("desk_join_request_undo", request.pk)
    player = Player.objects.get(pk=entry.player_id)
    assert (player.user, player.claimed_by_known_link) == (None, False)
    assert find_player_by_link(old.strip("/").split("/")[-1]) == player
    assert not NoticeAddress.objects.exists()
    request.refresh_from_db()
    assert (request.is_open, request.collected_at) == (True, None)
    assert NAME not in [one.name for one in user.players.all()]


def test_a_desk_that_does_not_organise_all_takes_nothing_back(event: Tournament) -> None:
    user, client = account()
    entry, request, _old = taken(event, client, user)
    register_self(actor=player_actor(entry), tournament_id=make_event().pk, name=NAME, age_group="adult")
    with pytest.raises(NotAllowed) as refused:
        reopen_join_request(actor=owner_of(event), request_id=request.pk)
    assert "also plays in events you do not organise" in say_refusal(refused.value)
    assert Player.objects.get(pk=entry.player_id).user == user


def test_the_desk_is_asked_once_more_whose_entry_the_number_is(event: Tournament) -> None:
    other = Registration.objects.get(name="韩梅")
    _user, client = account()
    ask(client, event)
    request = JoinRequest.objects.get()
    desk = DeskVisitor(event, owner_of(event))
    answer = desk.post("desk_join_request", request.pk, answer="same", number=other.number)
    assert_clean(answer)
    page = words_of(answer)
    assert f"Give the account the player 韩梅, number {other.number}?" in page
    assert f"Asked for: {NAME}." in page
    assert "Entries in 1 event go along." in page
    request.refresh_from_db()
    assert request.is_open
    sent = {"answer": "same", "number": other.number, "sure": "1"}
    desk.press("desk_join_request", request.pk, **sent)
    request.refresh_from_db()
    assert request.made == other


def test_who_cannot_say_yes_reads_who_can(event: Tournament) -> None:
    entry = Registration.objects.get(name=NAME)
    _user, client = account()
    assert "An organiser has to say yes" in words_of(ask(client, event))
    request = JoinRequest.objects.get()
    said = "An organiser says whether the entry was theirs"
    assert said in DeskVisitor(event, staff_actor(event, "scorekeeper")).read("desk_join_request", request.pk)
    enter(make_event(), NAME, player_id=entry.player_id)
    page = DeskVisitor(event, owner_of(event)).read("desk_join_request", request.pk)
    assert said not in page
    assert "also plays in events you do not organise" in page
    with pytest.raises(NotAllowed, match="past_entry_elsewhere"):
        accept_as_same(actor=owner_of(event), request_id=request.pk, number=entry.number)


def test_the_file_of_a_player_has_all_that_was_typed(event: Tournament) -> None:
    user, client = account()
    agreed = {"consent": "on", "consent_by": "guardian", "consent_contact": "138 0000"}
    ask(client, event, birth_year=timezone.localdate().year - 10, membership_id="B8", **agreed)
    [asked] = personal_data(user.players.get(), with_account=True)["requests_to_join"]
    assert (asked["membership_id"], asked["consent_by"], asked["consent_contact"]) == ("B8", "guardian", "138 0000")
