"""Asking for past entries with an account: what the desk reads and decides, and what the asker reads."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.actor import Actor
from accounts.models import GuardianConsent, Player
from accounts.refusals import NotAllowed, Refusal
from accounts.services import create_player, find_player_by_link, issue_personal_link
from tests.past_entries import NAME, PAGE, account, ask, event_of_last_autumn
from tests.people_and_events import enter, make_event, make_user, owner_of, staff_actor
from tests.team_events import team_event
from tests.two_at_once import at_once, refusals
from tests.web.desk.desk_visits import DeskVisitor
from tests.web.pages import assert_clean, words_of
from tests.web.public.visiting import browser
from tournaments.models import JoinRequest, Registration, Tournament
from tournaments.queries.join_requests import is_askers, own_past_requests
from tournaments.queries.teams import members_of
from tournaments.services.entries.asking import collect_key
from tournaments.services.entries.deciding import accept_as_other, accept_as_same
from tournaments.services.entries.past import ask_for_past_entry, take_past_entry
from tournaments.services.entries.registering import register_self

pytestmark = [pytest.mark.django_db, pytest.mark.language("en")]


@pytest.fixture
def event() -> Tournament:
    """An event that is over, with a boy in it whose link is lost."""
    return event_of_last_autumn()


def test_the_desk_gives_the_player_with_all_entries(event: Tournament) -> None:
    entry = Registration.objects.get(name=NAME)
    old = issue_personal_link(player=entry.player)
    user, client = account()
    assert PAGE in client.get("/my/account/").text
    assert "The desk has not answered yet." in words_of(ask(client, event))
    [request] = JoinRequest.objects.all()
    assert (request.is_past, request.entry, request.made) == (True, entry, None)
    desk = DeskVisitor(event, owner_of(event))
    assert "asks for a past entry" in desk.read("desk_joining")
    page = desk.read("desk_join_request", request.pk)
    assert "The entry was theirs" in page
    assert "Enter as a new player" not in page
    assert f'value="{entry.number}"' in page
    desk.press("desk_join_request", request.pk, answer="same", number=entry.number, sure="1")
    other_device = browser()
    other_device.force_login(user)
    assert "The desk knows you." in words_of(other_device.get(PAGE))
    answer = other_device.post(f"{PAGE}{request.pk}/take/", follow=True)
    assert f"Your account keeps {NAME} now" in words_of(answer)
    entry.player.refresh_from_db()
    assert (entry.player.user, entry.player.link_hash) == (user, "")
    assert entry.player.claimed_by_known_link, "who decided may stand behind the account"
    assert find_player_by_link(old.split("/")[2]) is None
    assert "In your account." in words_of(client.get(PAGE))
    assert event.name in words_of(client.get("/my/"))


def test_nobody_learns_whether_a_name_is_in_the_list(event: Tournament) -> None:
    pages = []
    for name in (NAME, "小明", "没有这人"):
        _user, client = account(f"parent{len(pages)}")
        answer = ask(client, event, name)
        page = re.sub(r"(token|Token)[^>]*>|X-CSRFToken[^}]*}|past-entries/\d+|parent\d|data-bar=\S+", "", answer.text)
        pages.append(page.replace(name, "…"))
        assert "2014" not in page
    assert pages[0] == pages[1] == pages[2]
    assert JoinRequest.objects.count() == 3
    assert [one.entry is None for one in JoinRequest.objects.order_by("pk")] == [False, False, True]


def test_a_player_id_finds_who_is_misspelt_and_the_desk_finds_who_is_not(event: Tournament) -> None:
    Registration.objects.filter(name=NAME).update(membership_id="A7")
    entry = Registration.objects.get(name=NAME)
    _user, client = account()
    ask(client, event, "李鸣", membership_id="a 7")
    assert JoinRequest.objects.get().entry == entry
    ask(client, event, "李名")
    unknown = JoinRequest.objects.get(name="李名")
    owner = owner_of(event)
    with pytest.raises(Refusal, match="past_entry_number"):
        accept_as_same(actor=owner, request_id=unknown.pk)
    with pytest.raises(Refusal, match="no_such_entry"):
        accept_as_same(actor=owner, request_id=unknown.pk, number=99)
    DeskVisitor(event, owner).press("desk_join_request", unknown.pk, answer="same", number=entry.number, sure="1")
    unknown.refresh_from_db()
    assert unknown.made == entry


def test_a_no_is_shown_with_its_reason(event: Tournament) -> None:
    _user, client = account()
    ask(client, event)
    request = JoinRequest.objects.get()
    DeskVisitor(event, staff_actor(event, "scorekeeper")).press(
        "desk_join_request", request.pk, answer="refuse", reason="请带学生证来"
    )
    page = client.get(PAGE)
    assert_clean(page)
    assert "The desk says no: 请带学生证来" in words_of(page)
    assert client.post(f"{PAGE}{request.pk}/take/").status_code == 409
    assert Registration.objects.get(name=NAME).player.user is None


def test_only_who_may_issue_the_players_link_gives_it(event: Tournament) -> None:
    entry = Registration.objects.get(name=NAME)
    elsewhere = make_event()
    Registration.objects.create(tournament=elsewhere, player=entry.player, number=9, name=NAME)
    _user, client = account()
    ask(client, event)
    request = JoinRequest.objects.get()
    for actor in (owner_of(event), staff_actor(event, "scorekeeper"), staff_actor(event, "judge")):
        with pytest.raises(NotAllowed):
            accept_as_same(actor=actor, request_id=request.pk, number=entry.number)
    with pytest.raises(Refusal, match="past_entry_only"):
        accept_as_other(actor=owner_of(event), request_id=request.pk)


def test_who_decides_cannot_give_it_to_themselves(event: Tournament) -> None:
    owner = owner_of(event)
    client = browser(owner)
    ask(client, event)
    request = JoinRequest.objects.get()
    entry = Registration.objects.get(name=NAME)
    issue_personal_link(player=entry.player, issuer=make_user("organiser"))
    accept_as_same(actor=owner, request_id=request.pk, number=entry.number, keep_link=True)
    answer = client.post(f"{PAGE}{request.pk}/take/", follow=True)
    assert f"You decided about {NAME} yourself." in words_of(answer)
    request.refresh_from_db()
    assert (request.collected_at, request.made.player.user) == (None, None)


def test_somebody_elses_question_does_not_exist(event: Tournament) -> None:
    _user, client = account()
    ask(client, event)
    request = JoinRequest.objects.get()
    _other, stranger = account("stranger")
    for what in ("take", "withdraw"):
        assert stranger.post(f"{PAGE}{request.pk}/{what}/").status_code == 404
        assert browser().post(f"{PAGE}{request.pk}/{what}/").url.startswith("/accounts/login/")
    assert NAME not in stranger.get(PAGE).text
    client.post(f"{PAGE}{request.pk}/withdraw/")
    request.refresh_from_db()
    assert request.state == "withdrawn"
    assert NAME not in client.get(PAGE).text


def test_a_question_is_the_accounts_and_not_of_a_link_in_its_browser(event: Tournament) -> None:
    user = make_user("parent", may_create_tournaments=False)
    linked = create_player(name="同桌")
    issue_personal_link(player=linked)
    ask_for_past_entry(actor=Actor(user=user, player=linked), tournament_id=event.pk, name=NAME, age_group="adult")
    request = JoinRequest.objects.get()
    assert (request.account, request.player, request.key_hash) == (user, None, "")
    stranger = Actor(user=make_user("stranger"), player=linked)
    assert not is_askers(request, stranger, "")
    assert own_past_requests(stranger) == []
    assert own_past_requests(Actor(player=linked)) == []
    assert "parent" in DeskVisitor(event, owner_of(event)).read("desk_join_request", request.pk)


def test_the_routes_of_joining_give_no_past_entry_away(event: Tournament) -> None:
    entry = Registration.objects.get(name=NAME)
    _user, client = account()
    ask(client, event)
    request = JoinRequest.objects.get()
    accept_as_same(actor=owner_of(event), request_id=request.pk, number=entry.number)
    for what in ("collect", "withdraw"):
        url = reverse(f"tournament_asked_{what}", args=[event.code, request.pk])
        assert client.post(url).status_code == 404
    key = reverse("api_join_key", args=[event.code, request.pk])
    assert client.post(key).status_code == 404
    assert client.delete(key.removesuffix("key/")).status_code == 404
    with pytest.raises(Refusal, match="no_such_join_request"):
        collect_key(actor=Actor(user=_user), request_id=request.pk)
    request.refresh_from_db()
    assert request.collected_at is None


def test_the_link_of_before_ends_even_if_it_should_be_kept(event: Tournament) -> None:
    entry = Registration.objects.get(name=NAME)
    issue_personal_link(player=entry.player)
    _user, client = account()
    ask(client, event)
    decided = accept_as_same(
        actor=owner_of(event), request_id=JoinRequest.objects.get().pk, number=entry.number, keep_link=True
    )
    entry.player.refresh_from_db()
    assert (decided.keeps_link, entry.player.link_hash) == (False, "")


def test_nothing_typed_in_a_question_fills_in_the_entry(event: Tournament) -> None:
    entry = Registration.objects.get(name="韩梅")
    this_year = timezone.now().year
    user, client = account()
    agreed = {"consent": "on", "consent_by": "parent", "consent_contact": ""}
    ask(client, event, entry.name, birth_year=this_year - 10, membership_id="B8", **agreed)
    child = JoinRequest.objects.get()
    assert (child.birth_year, child.consent_by) == (this_year - 10, "parent")
    ask(client, event, entry.name, birth_year=this_year - 20, membership_id="B8")
    child.refresh_from_db()
    assert (child.birth_year, child.consent_by) == (this_year - 20, "")
    accept_as_same(actor=owner_of(event), request_id=child.pk, number=entry.number)
    take_past_entry(actor=Actor(user=user), request_id=child.pk)
    entry.refresh_from_db()
    entry.player.refresh_from_db()
    assert (entry.player.user, entry.player.birth_year, entry.membership_id) == (user, None, "")


def test_the_consent_given_with_a_question_is_recorded_for_who_is_known_to_be_under_14_without_a_year(
    event: Tournament,
) -> None:
    entry = Registration.objects.get(name=NAME)
    Player.objects.filter(pk=entry.player_id).update(birth_year=None, age_group="under_14")
    GuardianConsent.objects.filter(player=entry.player_id).delete()
    _user, client = account()
    year = timezone.localdate().year - 10
    agreed = {"consent": "on", "consent_by": "parent", "consent_contact": ""}
    ask(client, event, age_group="under_14", birth_year=str(year), **agreed)
    [request] = JoinRequest.objects.all()
    accept_as_same(actor=owner_of(event), request_id=request.pk, number=entry.number)
    client.post(f"{PAGE}{request.pk}/take/")
    assert Player.objects.get(pk=entry.player_id).user is not None
    assert GuardianConsent.objects.filter(player=entry.player_id, given_by="parent").exists()


def test_what_is_typed_after_the_desk_looked_changes_nothing(event: Tournament) -> None:
    entry, other = Registration.objects.get(name=NAME), Registration.objects.get(name="韩梅")
    Registration.objects.filter(pk=other.pk).update(membership_id="C1")
    _user, client = account()
    ask(client, event)
    request = JoinRequest.objects.get()
    ask(client, event, membership_id="C1")
    request.refresh_from_db()
    assert request.entry == other
    assert accept_as_same(actor=owner_of(event), request_id=request.pk, number=entry.number).made == entry


def test_an_account_without_players_has_the_same_bounds(event: Tournament, monkeypatch: pytest.MonkeyPatch) -> None:
    actor = Actor(user=make_user("alone", may_create_tournaments=False))
    for number in range(5):
        ask_for_past_entry(actor=actor, tournament_id=event.pk, name=f"选手{number}", age_group="adult")
    with pytest.raises(Refusal, match="too_many_join_requests"):
        ask_for_past_entry(actor=actor, tournament_id=event.pk, name="选手5", age_group="adult")
    monkeypatch.setattr("tournaments.services.entries.past.MAX_PAST_OPEN", 5)
    with pytest.raises(Refusal, match="too_many_join_requests"):
        ask_for_past_entry(actor=actor, tournament_id=make_event().pk, name=NAME, age_group="adult")
    monkeypatch.setattr("tournaments.services.entries.asking.MAX_OPEN", 5)
    running = make_event()
    register_self(actor=Actor(), tournament_id=running.pk, name=NAME, age_group="adult")
    JoinRequest.objects.update(tournament=running)
    joined = register_self(actor=Actor(), tournament_id=running.pk, name=NAME, age_group="adult")
    assert joined.request is not None, "questions take no place of those who join"


def test_what_is_wrong_is_said_and_kept(event: Tournament) -> None:
    user, client = account()
    for sent, words in (
        ({"code": "UUUUUU", "name": NAME}, "No event has this code."),
        ({"code": event.code, "name": "a" * 81}, "80"),
        ({"code": "", "name": NAME}, "required"),
    ):
        answer = client.post(PAGE, sent)
        assert answer.status_code == 422
        assert_clean(answer)
        assert words in words_of(answer)
        assert f'value="{sent["name"]}"' in answer.text
    with pytest.raises(NotAllowed, match="sign_in_first"):
        ask_for_past_entry(actor=Actor(player=user.players.get()), tournament_id=event.pk, name=NAME, age_group="adult")
    assert not JoinRequest.objects.exists()
    for number in range(6):
        answer = client.post(PAGE, {"code": event.code, "name": f"选手{number}", "age_group": "adult"})
    assert answer.status_code == 422
    assert "Too many requests wait for the desk" in words_of(answer)


def test_the_member_of_a_team_is_found_too() -> None:
    event = team_event("红队")
    [team] = event.registrations.all()
    member = members_of(team)[0]
    _user, client = account()
    ask(client, event, member.name)
    assert JoinRequest.objects.get().entry == member


@pytest.mark.parametrize("language", ["zh-CN", "en"])
def test_the_page_is_clean_in_both_languages(event: Tournament, language: str) -> None:
    user, _client = account()
    client = browser(Actor(user=user), language)
    assert_clean(client.get(PAGE))
    ask(client, event)
    assert_clean(client.get("/my/account/"))


def test_an_answer_gives_no_entry_away_that_came_after_it(event: Tournament) -> None:
    _user, client = account()
    ask(client, event)
    request, entry = JoinRequest.objects.get(), Registration.objects.get(name=NAME)
    accept_as_same(actor=owner_of(event), request_id=request.pk, number=entry.number)
    elsewhere = make_event()
    other = enter(elsewhere, NAME)[0]
    Registration.objects.filter(pk=other.pk).update(player=entry.player)
    answer = client.post(f"{PAGE}{request.pk}/take/", follow=True)
    assert "it has to answer again" in words_of(answer)
    entry.player.refresh_from_db()
    assert (entry.player.user, JoinRequest.objects.get().collected_at) == (None, None)
    other.delete()
    client.post(f"{PAGE}{request.pk}/take/", follow=True)
    entry.player.refresh_from_db()
    assert entry.player.user is not None


@pytest.mark.django_db(transaction=True)
def test_questions_at_two_events_at_once_are_counted_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.services.entries.past.MAX_PAST_OPEN", 1)
    user = make_user("alone", may_create_tournaments=False)

    def asks(event: Tournament) -> Any:
        return lambda: ask_for_past_entry(actor=Actor(user=user), tournament_id=event.pk, name=NAME, age_group="adult")

    results = at_once(user, asks(make_event()), asks(make_event()))
    assert refusals(results) == ["too_many_join_requests"]
    assert JoinRequest.objects.count() == 1
