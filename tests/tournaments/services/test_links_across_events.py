"""A personal link is good for what its issuer may see: it lets nobody become a player of somebody else's event."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.test import Client

from accounts.actor import Actor
from accounts.claiming import claim_player
from accounts.models import Player
from accounts.refusals import NotAllowed, Refusal
from accounts.services import end_issued_links, find_player_by_link, issue_personal_link
from tests.people_and_events import (
    CONSENT,
    enter,
    make_event,
    make_user,
    owner_of,
    player_actor,
    staff_actor,
)
from tournaments.models import Registration, StaffMember, Tournament
from tournaments.services.entries import add_entries, add_entry, issue_entry_link, register_self
from tournaments.services.log import write_log
from tournaments.services.staff import remove_staff

pytestmark = pytest.mark.django_db
Role = StaffMember.Role


@pytest.fixture
def here() -> Tournament:
    return make_event()


@pytest.fixture
def elsewhere() -> Tournament:
    return make_event()


def also_in(event: Tournament, entry: Registration) -> Registration:
    joined = register_self(actor=player_actor(entry), tournament_id=event.pk, name=entry.name, age_group="adult")
    return joined.registration


def secret(path: str) -> str:
    return path.split("/")[2]


def opens(path: str) -> Player | None:
    return find_player_by_link(secret(path))


@pytest.mark.parametrize("role", [Role.OWNER, Role.ORGANISER])
def test_no_organiser_issues_the_link_of_somebody_who_plays_elsewhere(
    here: Tournament, elsewhere: Tournament, role: str
) -> None:
    [entry] = enter(here, "李小红")
    own = issue_entry_link(actor=player_actor(entry), registration_id=entry.pk)
    also_in(elsewhere, entry)
    with pytest.raises(NotAllowed) as refused:
        issue_entry_link(actor=staff_actor(here, role), registration_id=entry.pk)
    assert refused.value.code == "player_plays_elsewhere"
    assert opens(own) == entry.player, "the player's own link stays good"


@pytest.mark.parametrize("role", [Role.SCOREKEEPER, Role.JUDGE])
def test_other_staff_of_both_events_issue_none(here: Tournament, elsewhere: Tournament, role: str) -> None:
    [entry] = enter(here, "李小红")
    helper = staff_actor(here, role)
    StaffMember.objects.create(tournament=elsewhere, user=helper.user, role=role)
    also_in(elsewhere, entry)
    with pytest.raises(NotAllowed) as refused:
        issue_entry_link(actor=helper, registration_id=entry.pk)
    assert refused.value.code == "not_permitted"


def test_who_organises_all_of_the_players_events_issues_it(here: Tournament, elsewhere: Tournament) -> None:
    [entry] = enter(here, "李小红")
    also_in(elsewhere, entry)
    organiser = staff_actor(here, Role.ORGANISER)
    StaffMember.objects.create(tournament=elsewhere, user=organiser.user, role=Role.ORGANISER)
    for actor in (organiser, Actor(user=make_user(is_superuser=True))):
        assert opens(issue_entry_link(actor=actor, registration_id=entry.pk)) == entry.player


def test_a_link_somebody_else_knows_ends_when_the_player_enters_elsewhere(
    here: Tournament, elsewhere: Tournament
) -> None:
    [entry] = enter(here, "李小红")
    handed = issue_entry_link(actor=owner_of(here), registration_id=entry.pk)
    made = register_self(actor=player_actor(entry), tournament_id=elsewhere.pk, name=entry.name, age_group="adult")
    assert made.registration.player_id == entry.player_id
    assert made.personal_link is not None
    assert opens(handed) is None
    assert opens(made.personal_link) == entry.player


def test_renewing_a_handed_out_link_does_not_hide_who_knows_it(here: Tournament, elsewhere: Tournament) -> None:
    """Its issuer may have renewed it in the player's place."""
    [entry] = enter(here, "李小红")
    issue_entry_link(actor=owner_of(here), registration_id=entry.pk)
    renewed = issue_entry_link(actor=player_actor(entry), registration_id=entry.pk)
    also_in(elsewhere, entry)
    assert opens(renewed) is None


def test_a_link_only_the_player_knows_stays_for_every_event(here: Tournament, elsewhere: Tournament) -> None:
    first = register_self(actor=Actor(), tournament_id=here.pk, name="李小红", age_group="adult")
    second = register_self(
        actor=player_actor(first.registration),
        tournament_id=elsewhere.pk,
        name=first.registration.name,
        age_group="adult",
    )
    assert second.personal_link is None
    assert first.personal_link is not None
    assert opens(first.personal_link) == first.registration.player


def test_another_event_of_the_issuer_keeps_the_link(here: Tournament) -> None:
    [entry] = enter(here, "李小红")
    handed = issue_entry_link(actor=owner_of(here), registration_id=entry.pk)
    also_in(make_event(owner_of(here)), entry)
    assert opens(handed) == entry.player


def test_staff_elsewhere_who_enter_a_known_player_end_a_link_others_know(
    here: Tournament, elsewhere: Tournament
) -> None:
    [entry] = enter(here, "李小红")
    handed = issue_entry_link(actor=owner_of(here), registration_id=entry.pk)
    add_entry(actor=owner_of(elsewhere), tournament_id=elsewhere.pk, name=entry.name, player_id=entry.player_id)
    assert opens(handed) is None


def test_the_new_link_of_an_issuer_who_enters_the_player_elsewhere_is_no_secret_of_the_player(
    here: Tournament, elsewhere: Tournament
) -> None:
    """Who opened the handed-out link may be its issuer: then a third event ends the second link too."""
    [entry] = enter(here, "李小红")
    issue_entry_link(actor=owner_of(here), registration_id=entry.pk)
    joined = register_self(actor=player_actor(entry), tournament_id=elsewhere.pk, name=entry.name, age_group="adult")
    second = joined.personal_link
    third = make_event()
    add_entry(actor=owner_of(third), tournament_id=third.pk, name=entry.name, player_id=entry.player_id)
    assert second is not None
    assert opens(second) is None


def test_who_hands_out_a_link_does_not_become_the_player_by_it(here: Tournament) -> None:
    [entry] = enter(here, "李小红")
    owner = owner_of(here).user
    assert owner is not None
    handed = issue_entry_link(actor=owner_of(here), registration_id=entry.pk)
    issuer = Client()
    issuer.force_login(owner)
    assert "claim" not in issuer.get(handed).text
    issuer.post(handed, {"claim": "1"})
    entry.player.refresh_from_db()
    assert entry.player.user_id is None

    by_session = Client()
    by_session.post(handed)
    assert by_session.get("/my/").context["request"].actor.player == entry.player
    with pytest.raises(Refusal) as refused:
        claim_player(user=owner, player=entry.player)
    assert refused.value.code == "link_issued_by_you"
    assert claim_player(user=make_user(), player=entry.player).user_id is not None


class TestAnAccountThatMayBeTheIssuers:
    """It took the player over by a link that its issuer knew: it is the player where the issuer has rights."""

    @pytest.fixture
    def claimed(self, here: Tournament) -> Registration:
        [entry] = enter(here, "李小红")
        issue_entry_link(actor=owner_of(here), registration_id=entry.pk)
        Player.objects.filter(pk=entry.player_id).update(birth_year=2015)
        claim_player(user=make_user(), player=entry.player)
        entry.player.refresh_from_db()
        return entry

    @pytest.mark.parametrize("is_list", [False, True])
    @pytest.mark.parametrize("then", ["", "demoted", "deleted"])
    def test_gets_nothing_by_what_others_enter_elsewhere(
        self, here: Tournament, elsewhere: Tournament, claimed: Registration, then: str, is_list: bool
    ) -> None:
        issuer, helper = owner_of(here).user, staff_actor(elsewhere, Role.SCOREKEEPER)
        assert issuer is not None
        StaffMember.objects.create(tournament=here, user=helper.user, role=Role.SCOREKEEPER)
        if then == "demoted":
            end_issued_links(issuer=issuer)
        elif then == "deleted":
            Player.objects.filter(pk=claimed.player_id).update(link_issuer=None)
        if is_list:
            chosen = {1: claimed.player_id}
            added = add_entries(
                actor=helper, tournament_id=elsewhere.pk, names=[claimed.name], chosen=chosen, consent=CONSENT
            )
            [made] = added.added
        else:
            made = add_entry(
                actor=helper,
                tournament_id=elsewhere.pk,
                name=claimed.name,
                player_id=claimed.player_id,
                consent=CONSENT,
            )
        assert made.player_id != claimed.player_id
        assert made.player.user_id is None
        assert made.player.birth_year == 2015, "a minor's name stays hidden"
        account = Client()
        assert claimed.player.user is not None
        account.force_login(claimed.player.user)
        assert account.get(f"/deck/{made.pk}/").status_code in (302, 404)
        assert f"/entries/{made.pk}/" not in account.get("/my/").text

    def test_is_the_player_in_the_issuers_events_and_where_it_enters_itself(
        self, here: Tournament, elsewhere: Tournament, claimed: Registration
    ) -> None:
        other = make_event(owner_of(here))
        known = add_entry(
            actor=owner_of(here), tournament_id=other.pk, name="李小红", player_id=claimed.player_id, consent=CONSENT
        )
        assert known.player == claimed.player
        account = Actor(user=claimed.player.user, player=claimed.player)
        assert (
            register_self(
                actor=account, tournament_id=elsewhere.pk, name="李小红", age_group="adult"
            ).registration.player
            == claimed.player
        )

    def test_a_link_only_the_player_knew_leaves_no_doubt(self, here: Tournament, elsewhere: Tournament) -> None:
        first = register_self(actor=Actor(), tournament_id=here.pk, name="李小红", age_group="adult").registration
        claim_player(user=make_user(), player=first.player)
        helper = owner_of(elsewhere)
        made = add_entry(
            actor=helper, tournament_id=elsewhere.pk, name="李小红", player_id=first.player_id, consent=CONSENT
        )
        assert made.player == first.player


def test_the_phone_goes_on_with_its_new_link_and_the_issuer_does_not(here: Tournament, elsewhere: Tournament) -> None:
    [entry] = enter(here, "李小红")
    handed = issue_entry_link(actor=owner_of(here), registration_id=entry.pk)
    phone, issuer = Client(), Client()
    for client in (phone, issuer):
        client.post(handed)
        assert client.get("/my/").context["request"].actor.player == entry.player
    answer = phone.post(f"/t/{elsewhere.code}/register/", {"name": "李小红", "age_group": "adult"}, follow=True)
    assert answer.context["link"].rpartition("/me/")[2]
    mine = elsewhere.registrations.get()
    assert phone.get("/my/").context["request"].actor.player == entry.player
    assert issuer.get("/my/").context["request"].actor.is_anonymous
    assert issuer.post(f"/my/entries/{mine.pk}/withdraw/").status_code == 404
    assert phone.post(f"/my/entries/{mine.pk}/withdraw/").status_code == 302


class TestWhoIsNotOnTheStaffAnyMore:
    """Keeps no link they issued, because they know it."""

    def test_loses_them_with_the_role_and_the_log_says_how_many(self, here: Tournament) -> None:
        organiser = staff_actor(here, Role.ORGANISER)
        assert organiser.user is not None
        first, second = enter(here, "李小红", "王小明")
        known = issue_entry_link(actor=organiser, registration_id=first.pk)
        unknown = issue_entry_link(actor=owner_of(here), registration_id=second.pk)
        gone: dict[str, Any] = {"tournament_id": here.pk, "username": organiser.user.username, "role": Role.ORGANISER}
        remove_staff(actor=owner_of(here), **gone)
        assert (opens(known), opens(unknown)) == (None, second.player)
        assert here.log.latest("pk").facts["links"] == 1
        assert opens(issue_entry_link(actor=owner_of(here), registration_id=first.pk)) == first.player

    def test_keeps_them_with_another_role_that_may_issue_them(self, here: Tournament) -> None:
        organiser = staff_actor(here, Role.ORGANISER)
        assert organiser.user is not None
        StaffMember.objects.create(tournament=here, user=organiser.user, role=Role.OWNER)
        [entry] = enter(here, "李小红")
        link = issue_entry_link(actor=organiser, registration_id=entry.pk)
        gone: dict[str, Any] = {"tournament_id": here.pk, "username": organiser.user.username, "role": Role.ORGANISER}
        remove_staff(actor=owner_of(here), **gone)
        assert opens(link) == entry.player

    @pytest.mark.parametrize("ends", ["blocked", "deleted"])
    def test_loses_them_with_the_account(self, here: Tournament, ends: str) -> None:
        issuer = make_user()
        [entry] = enter(here, "李小红")
        link = issue_personal_link(player=entry.player, issuer=issuer)
        if ends == "blocked":
            issuer.is_active = False
            issuer.save()
        else:
            issuer.delete()
        assert opens(link) is None

    def test_the_desk_asks_first_and_says_how_many(self, here: Tournament) -> None:
        organiser, owner = staff_actor(here, Role.ORGANISER), owner_of(here)
        assert organiser.user is not None
        assert owner.user is not None
        [entry] = enter(here, "李小红")
        issue_entry_link(actor=organiser, registration_id=entry.pk)
        desk = Client(headers={"accept-language": "en"})
        desk.force_login(owner.user)
        sent = {"username": organiser.user.username, "role": "organiser"}
        path = f"/t/{here.code}/desk/staff/remove/"
        assert "1 personal link they issued ends" in desk.post(path, sent).content.decode()
        assert here.staff.filter(user=organiser.user).exists()
        desk.post(path, {**sent, "confirmed": "yes"})
        assert not here.staff.filter(user=organiser.user).exists()


class TestLinksFromBeforeIssuersWereKept:
    """The migration reads them from the log."""

    def upgraded(self, entry: Registration) -> Player:
        Player.objects.filter(pk=entry.player_id).update(link_issuer=None)
        import_module("tournaments.migrations.0012_links_of_before").name_issuers(apps, None)
        return Player.objects.get(pk=entry.player_id)

    def test_get_the_issuer_the_log_names(self, here: Tournament) -> None:
        [entry] = enter(here, "李小红")
        link = issue_entry_link(actor=owner_of(here), registration_id=entry.pk)
        assert self.upgraded(entry).link_issuer == owner_of(here).user
        assert opens(link) == entry.player

    def test_end_where_the_issuer_may_not_see_all(self, here: Tournament, elsewhere: Tournament) -> None:
        [entry] = enter(here, "李小红")
        Registration.objects.create(tournament=elsewhere, player=entry.player, number=99, name=entry.name)
        link = issue_personal_link(player=entry.player)
        write_log(here, owner_of(here), "entry_link_issued", entry=entry.pk, name=entry.name)
        assert self.upgraded(entry).link_hash == ""
        assert opens(link) is None
        assert [event.log.latest("pk").verb for event in (here, elsewhere)] == ["entry_link_ended"] * 2
