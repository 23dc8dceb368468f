"""Signing up for an event, coming back by a link, leaving and returning."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Player
from tests.judged_events import table_of
from tests.people_and_events import enter, make_actor, make_event, next_week, owner_of, player_actor
from tests.running_events import score
from tests.web.pages import assert_clean, words_of
from tests.web.public.visiting import browser, entry, running_event
from tournaments.models import Registration, Tournament
from tournaments.services.setup import cancel_tournament

pytestmark = pytest.mark.django_db
AGREED = {"consent": "on", "consent_by": "parent", "consent_contact": ""}
"""What a child's parent ticks."""


def sign_up(client: Client, tournament: Tournament, name: str, query: str = "", **fields: str) -> str:
    """Send the form and read the page that follows."""
    path = reverse("tournament_register", args=[tournament.code]) + query
    answer = client.post(path, {"name": name, "age_group": "adult", **fields}, follow=True)
    assert answer.status_code == 200, words_of(answer)[:300]
    assert_clean(answer)
    return answer.content.decode()


def link_in(page: str) -> str:
    start = page.index("http://testserver/me/")
    return page[start + len("http://testserver") : page.index('"', start)]


def test_a_name_is_enough_and_the_link_brings_one_back() -> None:
    tournament = make_event()
    page = sign_up(browser(), tournament, "王小明", birth_year="2015", **AGREED)
    assert "<svg" in page
    link = link_in(page)
    later = browser()
    assert "王小明" in words_of(later.get(link))
    assert later.get("/my/").context["request"].actor.is_anonymous
    assert "王小明" in words_of(later.post(link, follow=True))
    assert later.get(link).status_code == 302


def test_the_first_visit_goes_on_as_the_new_player() -> None:
    tournament = make_event()
    client = browser()
    link = link_in(sign_up(client, tournament, "王小明"))
    assert link in client.get("/my/").content.decode()
    assert "Your entry" in words_of(client.get(reverse("tournament_register", args=[tournament.code])))
    assert (
        link
        not in browser().get(reverse("tournament_registered", args=[tournament.code]), follow=True).content.decode()
    )


def test_after_signing_up_one_button_is_the_main_one() -> None:
    page = sign_up(browser(), make_event(decklists_required=True), "王小明")
    assert page.count("btn-primary") == 1
    assert page.index("btn-primary") > page.index("/me/")
    page = sign_up(browser(), make_event(), "王小明")
    assert page.count("btn-primary") == 1, "copying the link, where no deck is asked for"


def test_a_second_child_from_the_same_phone_gets_a_link_of_its_own() -> None:
    tournament = make_event()
    client = browser()
    first = link_in(sign_up(client, tournament, "王小明"))
    second = link_in(sign_up(client, tournament, "王小红", "?person=new"))
    assert first != second
    assert tournament.registrations.count() == 2
    for name in ("王小明", "王小红"):
        assert name in words_of(client.get("/my/"))


@pytest.mark.parametrize("typed", ["2016", "２０１６", " 2016年"])
def test_a_year_of_birth_is_read_as_people_type_it(typed: str) -> None:
    tournament = make_event()
    sign_up(browser(), tournament, "王小明", birth_year=typed, **AGREED)
    assert tournament.registrations.get().player.birth_year == 2016


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"name": " "}, "required"),
        ({"name": "a" * 81}, "80"),
        ({"name": "王", "birth_year": "1"}, "four digits"),
        ({"name": "王", "birth_year": "8岁"}, "four digits"),
    ],
)
def test_what_cannot_be_accepted_is_said_at_its_field(fields: dict[str, str], words: str) -> None:
    tournament = make_event()
    answer = browser().post(reverse("tournament_register", args=[tournament.code]), fields)
    assert answer.status_code == 422
    assert words in words_of(answer)
    assert not tournament.registrations.exists()


def test_past_capacity_one_waits() -> None:
    tournament = make_event(capacity=2)
    enter(tournament, "甲", "乙")
    client = browser()
    assert "All seats are taken" in words_of(client.get(reverse("tournament_register", args=[tournament.code])))
    assert "waiting list" in sign_up(client, tournament, "丙")
    assert "Place 1 on the waiting list" in words_of(client.get("/my/"))


def test_an_account_signs_up_without_a_link() -> None:
    tournament = make_event()
    actor = make_actor("xiaoming")
    client = browser(actor)
    page = sign_up(client, tournament, "王小明")
    assert "You are in." in page
    assert "/me/" not in page
    assert Player.objects.get(user=actor.user).name == "王小明"


@pytest.mark.parametrize("state", ["closed", "finished", "cancelled"])
def test_sign_up_that_is_over_says_why(state: str) -> None:
    tournament = make_event(registration_open=state != "closed")
    if state == "finished":
        Tournament.objects.update(phase=Tournament.Phase.FINISHED)
    if state == "cancelled":
        cancel_tournament(actor=owner_of(tournament), tournament_id=tournament.pk, reason="台风")
    path = reverse("tournament_register", args=[tournament.code])
    assert browser().get(path).status_code == 200
    before = tournament.registrations.count()
    assert browser().post(path, {"name": "迟到的人"}).status_code == 409
    assert tournament.registrations.count() == before


def test_withdrawing_offers_to_come_back() -> None:
    tournament = make_event()
    (mine,) = enter(tournament, "王小明")
    client = browser(player_actor(mine))
    answer = client.post(reverse("entry_withdraw", args=[mine.pk]), follow=True)
    mine.refresh_from_db()
    assert mine.status == Registration.Status.WITHDRAWN
    undo = reverse("entry_reinstate", args=[mine.pk])
    assert f'action="{undo}"' in answer.content.decode()
    client.post(undo)
    mine.refresh_from_db()
    assert mine.status == Registration.Status.ACTIVE


@pytest.mark.parametrize(("is_open", "words"), [(True, "at the end of the queue"), (False, "ask the organiser")])
def test_withdrawing_asks_first_and_says_whether_there_is_a_way_back(is_open: bool, words: str) -> None:
    tournament = make_event(registration_open=is_open)
    (mine,) = enter(tournament, "王小明")
    page = browser(player_actor(mine)).get(reverse("entry_withdraw", args=[mine.pk]))
    assert_clean(page)
    assert words in words_of(page)
    mine.refresh_from_db()
    assert mine.status == Registration.Status.ACTIVE


def test_a_withdrawn_entry_stays_on_the_own_page_with_a_way_back() -> None:
    tournament = make_event()
    (mine,) = enter(tournament, "王小明")
    client = browser(player_actor(mine))
    client.post(reverse("entry_withdraw", args=[mine.pk]))
    client.get("/my/")
    page = client.get("/my/")
    assert_clean(page)
    assert "Register again" in words_of(page)
    assert f'action="{reverse("entry_reinstate", args=[mine.pk])}"' in page.content.decode()
    Tournament.objects.update(registration_open=False)
    assert "ask the organiser" in words_of(client.get("/my/"))
    assert "Register again" not in words_of(client.get("/my/"))


def test_dropping_asks_first_and_can_be_taken_back() -> None:
    tournament = running_event()
    mine = entry(tournament, "王子轩")
    client = browser(player_actor(mine))
    path = reverse("entry_drop", args=[mine.pk])
    assert_clean(client.get(path))
    mine.refresh_from_db()
    assert mine.status == Registration.Status.ACTIVE
    answer = client.post(path, follow=True)
    mine.refresh_from_db()
    assert mine.status == Registration.Status.DROPPED
    assert reverse("entry_undrop", args=[mine.pk]) in answer.content.decode()
    client.post(reverse("entry_undrop", args=[mine.pk]))
    mine.refresh_from_db()
    assert mine.status == Registration.Status.ACTIVE


def test_who_drops_during_a_round_reads_the_table_until_it_is_played() -> None:
    tournament = running_event()
    mine = entry(tournament, "王子轩")
    match = table_of(mine)
    client = browser(player_actor(mine))
    client.post(reverse("entry_drop", args=[mine.pk]))
    assert 'class="my-match"' in client.get("/my/").content.decode()
    score(match, 2, 0)
    page = client.get("/my/").content.decode()
    assert 'class="my-match"' not in page
    assert reverse("entry_undrop", args=[mine.pk]) in page


def test_somebody_elses_entry_does_not_exist() -> None:
    tournament = make_event()
    one, other = enter(tournament, "甲", "乙")
    for client in (browser(), browser(player_actor(other)), browser(make_actor())):
        for name in ("entry_withdraw", "entry_reinstate", "entry_drop", "entry_undrop"):
            assert client.post(reverse(name, args=[one.pk])).status_code == 404
    one.refresh_from_db()
    assert one.status == Registration.Status.ACTIVE


def test_a_refused_button_goes_back_with_the_reason() -> None:
    tournament = running_event()
    mine = entry(tournament, "王子轩")
    client = browser(player_actor(mine))
    answer = client.post(
        reverse("entry_withdraw", args=[mine.pk]), headers={"Referer": "http://testserver/my/"}, follow=True
    )
    assert answer.redirect_chain[-1][0] == "/my/"
    assert 'role="alert"' in answer.content.decode()
    foreign = client.post(reverse("entry_withdraw", args=[mine.pk]), headers={"Referer": "http://evil.example/"})
    assert foreign.status_code == 409
    assert_clean(foreign)
    swapped = client.post(reverse("entry_withdraw", args=[mine.pk]), headers={"HX-Request": "true"})
    assert swapped.status_code == 409
    assert swapped["HX-Retarget"] == "#messages"
    assert "<html" not in swapped.content.decode()


def test_the_own_page_has_the_next_event_first() -> None:
    """Also of two that were entered in the other order."""
    client = browser()
    events = {days: make_event(name=f"In {days} days", starts_at=next_week() + timedelta(days=days)) for days in (9, 2)}
    sign_up(client, events[2], "Ann", age_group="adult")
    client.post(reverse("tournament_register", args=[events[9].code]), {"name": "Ann"})
    page = words_of(client.get("/my/"))
    assert -1 < page.index("In 2 days") < page.index("In 9 days")


def test_a_guardian_who_has_agreed_is_not_asked_again() -> None:
    """The form's script shows the part from the year of birth on that the element names, but for those on record."""
    client = browser()
    sign_up(client, make_event(), "王小明", birth_year="2016", **AGREED)
    path = reverse("tournament_register", args=[make_event().code])
    assert 'data-on-record="birth_year"' in client.get(path).content.decode()
    assert "data-on-record" not in client.get(f"{path}?person=new").content.decode(), "another child"
    assert client.post(path, {"name": "王小明", "birth_year": "2016"}).status_code == 302


def test_under_14_and_an_earlier_year_are_said_to_differ() -> None:
    path = reverse("tournament_register", args=[make_event().code])
    answer = browser().post(path, {"name": "王小明", "age_group": "under_14", "birth_year": "1990", **AGREED})
    assert answer.status_code == 422
    assert "was not born so late" in words_of(answer)


def test_a_childs_guardian_is_asked_before_anything_is_kept() -> None:
    tournament = make_event()
    client = browser()
    path = f"/t/{tournament.code}/register/"
    typed = {"name": "王小明", "birth_year": "2016", "team": "一号店"}
    answer = client.post(path, typed)
    assert answer.status_code == 422
    page = assert_clean(answer)
    assert "id_consent" in page.ids
    assert 'value="一号店"' in answer.content.decode()
    assert not Player.objects.exists()
    answer = client.post(path, {**typed, "consent_by": "parent", "consent_contact": ""})
    assert answer.status_code == 422, "the box is not ticked"
    answer = client.post(path, {**typed, "consent": "on", "consent_contact": "138"})
    assert answer.status_code == 422, "who agrees is not said"
    assert "consent_by" in answer.context["form"].errors
    assert not Player.objects.exists()
    sign_up(client, tournament, **typed, **AGREED)
    consent = tournament.registrations.get().player.consents.get()
    assert (consent.how, consent.given_by, consent.contact) == ("online", "parent", "")
    assert "guardian's consent" in words_of(client.get(f"/my/players/{consent.player_id}/data/"))
