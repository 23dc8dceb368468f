"""Several players on one phone: each with their own entry, deck and link; nothing of one under another's name."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.actor import Actor
from accounts.inbox import send_notice
from accounts.models import Player
from accounts.players_here import MAX_PLAYERS
from accounts.services import create_player, end_personal_link, issue_personal_link
from accounts.templatetags.family import letter_of
from tests.judged_events import hand_in, table_of
from tests.people_and_events import enter, make_actor, make_event
from tests.web.pages import assert_clean, words_of
from tests.web.public.visiting import browser, entry, open_links, running_event
from tournaments.models import Registration, Tournament
from tournaments.queries.names import shown_name

pytestmark = pytest.mark.django_db


AGREED = {"consent": "on", "consent_by": "parent", "consent_contact": ""}


def two_children() -> tuple[Tournament, list[Registration], Client]:
    """An event of two siblings and a stranger, and the phone of the siblings; the second acts."""
    tournament = make_event()
    entries = enter(tournament, "王小明", "王小红", "外人")
    client = browser()
    open_links(client, entries[0].player, entries[1].player)
    return tournament, entries, client


def acting(client: Client) -> Player | None:
    player: Player | None = client.get("/my/").context["request"].actor.player
    return player


def test_a_second_link_adds_to_the_first() -> None:
    tournament = make_event()
    one, two = enter(tournament, "王小明", "王小红")
    client = browser()
    for each in (one, two):
        client.post(issue_personal_link(player=each.player), {"how": "add"})
    page = client.get("/my/")
    assert_clean(page)
    assert "王小明" in words_of(page)
    assert acting(client) == two.player


def test_the_deck_after_signing_a_second_child_up_is_that_childs() -> None:
    tournament = make_event(decklists_required=True)
    client = browser()
    path = reverse("tournament_register", args=[tournament.code])
    for name, query in (("王小明", ""), ("王小红", "?person=new")):
        page = client.post(path + query, {"name": name, "age_group": "adult"}, follow=True)
        mine = entry(tournament, name)
        assert reverse("deck_editor", args=[mine.pk]) in page.content.decode()
        assert client.get(reverse("deck_editor", args=[mine.pk])).status_code == 200
    overview = client.get(reverse("tournament_overview", args=[tournament.code])).content.decode()
    step = overview[overview.index('id="event-step"') :][:400]
    assert reverse("deck_editor", args=[entry(tournament, "王小红").pk]) in step
    both = client.get(path)
    assert_clean(both)
    assert all(name in words_of(both) for name in ("王小明", "王小红"))


def test_another_name_on_the_phone_of_somebody_is_asked_whose_it_is() -> None:
    """A parent scans the code of an event and types the child's name over their own."""
    client = browser()
    client.post(reverse("tournament_register", args=[make_event().code]), {"name": "王大明", "birth_year": "1985"})
    parent = Player.objects.get()
    tournament = make_event()
    path = reverse("tournament_register", args=[tournament.code])
    form = client.get(path)
    assert_clean(form)
    assert "?person=new" in form.content.decode()
    assert "age_group" not in form.context["form"].fields
    asked = client.post(path, {"name": "王小明", "birth_year": "1985"})
    assert_clean(asked)
    assert asked.status_code == 422
    assert {"same_person", "age_group"} <= asked.context["form"].fields.keys()
    assert not tournament.registrations.exists()
    child = {"name": "王小明", "birth_year": "2016", "same_person": "other"}
    assert client.post(path, child).context["form"].asks_guardian
    client.post(path, child | AGREED)
    mine = tournament.registrations.get()
    assert (mine.player.birth_year, shown_name(mine, private=False)) == (2016, "王＊＊ #1")
    assert mine.player != parent
    assert mine.player.consents.get().given_by
    assert parent.birth_year == 1985
    client.post(path + f"?person={parent.pk}", {"name": "大明", "same_person": "same"})
    assert tournament.registrations.get(player=parent).name == "大明"


def test_somebody_else_who_is_on_the_phone_already_is_not_made_twice() -> None:
    first = make_event()
    parent, child = enter(first, "王大明", "王小明")
    client = browser()
    open_links(client, child.player, parent.player)
    tournament = make_event()
    path = reverse("tournament_register", args=[tournament.code])
    asked = {"name": "王小明", "age_group": "adult"}
    assert "same_person" in client.post(path, asked).context["form"].fields
    client.post(path, asked | {"same_person": "other"})
    assert tournament.registrations.get().player == child.player


def test_a_team_puts_the_player_of_the_phone_first() -> None:
    client = browser()
    client.post(reverse("tournament_register", args=[make_event().code]), {"name": "王大明", "birth_year": "1985"})
    tournament = make_event(entry_format=Tournament.EntryFormat.TEAMS_TOGETHER)
    team = {"name": "二人组", "name_1": "李雷", "age_group_1": "adult", "name_2": "王大明", "age_group_2": "adult"}
    asked = client.post(reverse("tournament_register", args=[tournament.code]), team)
    assert "王大明" in str(asked.context["form"].errors["name_1"])
    assert not tournament.registrations.exists()


def test_a_team_asks_whose_the_first_name_is_too() -> None:
    client = browser()
    client.post(reverse("tournament_register", args=[make_event().code]), {"name": "王大明", "birth_year": "1985"})
    tournament = make_event(entry_format=Tournament.EntryFormat.TEAMS_TOGETHER)
    path = reverse("tournament_register", args=[tournament.code])
    team = {"name": "二人组", "name_1": "王小明", "birth_year_1": "1990", "name_2": "王小红", "age_group_2": "adult"}
    asked = client.post(path, team)
    assert_clean(asked)
    assert "same_person" in asked.context["form"].fields
    assert not tournament.registrations.exists()
    client.post(path, team | {"same_person": "other", "age_group_1": "adult"})
    assert Player.objects.filter(name="王小明", birth_year=1990).exists()


def test_one_tap_switches_and_leads_back_to_this_site_alone() -> None:
    _, entries, client = two_children()
    switch = reverse("player_switch", args=[entries[0].player_id])
    assert client.post(switch, {"next": "/my/"})["Location"] == "/my/"
    assert acting(client) == entries[0].player
    assert client.post(switch, {"next": "https://evil.example/"})["Location"] == "/"
    assert client.post(reverse("player_switch", args=[entries[2].player_id])).status_code == 404
    to_deck = client.post(
        reverse("player_switch", args=[entries[1].player_id]), {"deck": str(entries[0].pk), "next": "/"}
    )
    assert to_deck["Location"] == reverse("deck_editor", args=[entries[1].pk])


def test_what_is_done_for_a_child_is_logged_under_the_childs_name() -> None:
    tournament, entries, client = two_children()
    client.post(reverse("entry_withdraw", args=[entries[0].pk]))
    assert tournament.log.latest("pk").actor == "王小明"
    assert acting(client) == entries[1].player
    assert client.post(reverse("entry_withdraw", args=[entries[2].pk])).status_code == 404


def test_a_public_page_has_the_rows_of_both() -> None:
    tournament = running_event()
    one, two = entry(tournament, "王子轩"), entry(tournament, "李浩然")
    client = browser()
    open_links(client, one.player, two.player)
    page = client.get(reverse("tournament_pairings", args=[tournament.code]))
    assert_clean(page)
    assert f'data-own="{two.pk} {one.pk}"' in page.content.decode()
    assert page.content.decode().count('class="whose-line"') == 2
    theirs = browser().get(reverse("tournament_pairings", args=[tournament.code])).content.decode()
    assert "whose-line" not in theirs
    assert "data-own=" not in theirs


def test_the_match_of_one_child_is_about_that_child_alone() -> None:
    tournament = running_event()
    one, two = entry(tournament, "王子轩"), entry(tournament, "李浩然")
    client = browser()
    open_links(client, one.player, two.player)
    match = table_of(one)
    assert two.pk not in (match.player1_id, match.player2_id)
    page = client.get(reverse("match", args=[tournament.code, match.pk])).content.decode()
    assert page.count('class="whose-line"') == 1
    assert f'data-seat="{one.pk}"' in page


def test_nobody_is_asked_for_a_deck_after_the_lists_were_locked() -> None:
    tournament = running_event()
    Tournament.objects.filter(pk=tournament.pk).update(decklists_required=True)
    client = browser()
    prepared = entry(tournament, "王子轩")
    path = reverse("tournament_register", args=[tournament.code])
    assert "submit your deck" not in words_of(client.get(path)).casefold()
    page = client.post(path, {"name": prepared.name, "age_group": "adult"}, follow=True)
    assert reverse("deck_editor", args=[prepared.pk]) not in page.content.decode()


def test_a_revoked_link_drops_that_child_alone() -> None:
    _, entries, client = two_children()
    end_personal_link(player=entries[1].player)
    assert acting(client) == entries[0].player
    assert "王小红" not in words_of(client.get("/my/"))
    assert client.get(reverse("deck_editor", args=[entries[1].pk])).status_code == 404
    end_personal_link(player=entries[0].player)
    assert "Who are you?" in words_of(client.get("/my/"))


def test_a_child_taken_off_the_phone_leaves_the_other() -> None:
    _, entries, client = two_children()
    path = reverse("player_remove", args=[entries[1].player_id])
    assert_clean(client.get(path))
    shown = client.post(reverse("player_link", args=[entries[1].player_id]), {"remove": "1"}, follow=True)
    assert "/me/" in shown.content.decode()
    client.post(path)
    assert acting(client) == entries[0].player
    assert client.get(path).status_code == 404
    assert client.post(reverse("entry_withdraw", args=[entries[1].pk])).status_code == 404
    assert "/me/" not in client.get("/my/").content.decode()


def test_signing_out_asks_before_it_takes_several_off() -> None:
    _, entries, client = two_children()
    asked = client.post("/sign-out/")
    assert_clean(asked)
    assert all(name in words_of(asked) for name in ("王小明", "王小红"))
    assert acting(client) == entries[1].player
    client.post("/sign-out/", {"sure": "1"})
    assert "Who are you?" in words_of(client.get("/my/"))
    alone = browser()
    open_links(alone, entries[0].player)
    assert "These players are then no longer on this phone" in words_of(alone.post("/sign-out/"))
    assert acting(alone) == entries[0].player
    assert alone.post("/sign-out/", {"sure": "1"})["Location"] == "/"


def test_notices_are_of_each_child_and_of_nobody_elses() -> None:
    _, entries, client = two_children()
    for each in entries:
        send_notice(
            to=each.player, code="round_published", path="/my/", event="周末赛", round=1, table=1, opponents=["Ann"]
        )
    page = words_of(client.get(reverse("my_notices")))
    assert "王小明" in page
    assert "外人" not in page
    assert page.count("table 1, against Ann.") == 2


def test_two_families_never_mix() -> None:
    _, entries, client = two_children()
    other = browser()
    open_links(other, entries[2].player)
    assert "王小" not in words_of(other.get("/my/"))
    assert "外人" not in words_of(client.get("/my/"))


def test_a_phone_holds_twenty_players_and_says_so() -> None:
    client = browser()
    open_links(client, *(create_player(name=f"P{number}") for number in range(MAX_PLAYERS)))
    late = issue_personal_link(player=create_player(name="Late"))
    refused = client.post(late, {"how": "add"})
    assert refused.status_code == 409
    assert "Late" not in words_of(client.get("/my/"))
    client.post(late, {"how": "only"})
    assert acting(client).name == "Late"
    assert not client.get("/my/").context["request"].actor.others


def test_an_account_keeps_its_own_player_first_and_children_beside() -> None:
    account = make_actor("mum")
    own = Player.objects.create(user=account.user, name="妈妈")
    child = create_player(name="王小明")
    client = browser(Actor(user=account.user))
    client.post(issue_personal_link(player=child), {"how": "add"})
    assert acting(client) == child
    client.force_login(account.user)
    assert acting(client) == own
    assert "王小明" in words_of(client.get("/my/"))
    assert client.get(reverse("player_remove", args=[own.pk])).status_code == 404


def test_letters_tell_siblings_apart() -> None:
    assert [letter_of(name) for name in ("王小明", "王小红", "anna Lee", " ")] == ["明", "红", "A", ""]


def test_pages_of_a_child_say_whose_they_are_while_another_acts() -> None:
    _, entries, client = two_children()
    child = entries[0]
    hand_in(child)
    child.refresh_from_db()
    version = child.decklist.versions.get()
    pages = (
        reverse("player_decks", args=[child.player_id]),
        reverse("player_deck_again", args=[child.player_id, version.decklist_id]),
        reverse("deck_version", args=[child.pk, version.number]),
    )
    for path in pages:
        page = client.get(path)
        assert_clean(page)
        top, main = page.content.decode().split("<main", 1)
        assert "王小明:" in top or "王小明：" in top, path
        assert "王小红" not in top, path
        assert "王小明" in main[main.index("page-head") :][:900], path
    assert acting(client) == entries[1].player


def test_a_list_to_use_again_leads_to_the_sign_up_of_its_own_child() -> None:
    """The other child acts on this phone, and would be signed up with the brother's list in mind."""
    _, entries, client = two_children()
    child, other = entries[0], make_event(game_slug=entries[0].tournament.ruleset.game.slug)
    hand_in(child)
    child.refresh_from_db()
    page = client.get(reverse("player_deck_again", args=[child.player_id, child.decklist_id])).content.decode()
    path = f"{reverse('tournament_register', args=[other.code])}?person={child.player_id}"
    assert f'href="{path}"' in page
    assert 'value="王小明"' in client.get(path).content.decode()
