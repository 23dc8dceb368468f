"""Penalties of other events: which of them who may see."""

from __future__ import annotations

import pytest
from django.urls import reverse

from accounts.actor import Actor
from tests.api.client import ApiAsker
from tests.people_and_events import make_actor, make_event, owner_of, staff_actor
from tests.team_events import enter_team, two_of
from tests.web.desk.desk_visits import DeskVisitor
from tournaments.models import Origin, Penalty, Registration, StaffMember, Tournament
from tournaments.queries.earlier_events import PenaltyElsewhere, penalties_elsewhere
from tournaments.services.entries import add_entry
from tournaments.services.penalties import give_penalty, withdraw_penalty
from tournaments.services.staff import add_staff
from tournaments.services.staff_links import actor_by_link, issue_staff_link

pytestmark = pytest.mark.django_db


@pytest.fixture
def penalty() -> Penalty:
    """Slow play of one player in the first event of a store."""
    first = make_event(name="第一场")
    entry = add_entry(actor=owner_of(first), tournament_id=first.pk, name="王小明")
    return give_penalty(actor=owner_of(first), registration_id=entry.pk, infraction="slow_play", level="game_loss")


def entered_again(penalty: Penalty, owner: Actor) -> Registration:
    """The same player in another event of this owner."""
    event = make_event(owner, name="第二场")
    return add_entry(actor=owner, tournament_id=event.pk, name="王小明", player_id=penalty.registration.player_id)


@pytest.fixture
def entry(penalty: Penalty) -> Registration:
    return entered_again(penalty, owner_of(penalty.tournament))


def entered_with(penalty: Penalty, stranger: Actor) -> Registration:
    """The same player in an event of somebody else, where they entered themselves."""
    return make_event(stranger).registrations.create(
        player=penalty.registration.player, name="王小明", number=1, registered_at=penalty.given_at
    )


def seen_by(actor: Actor, entry: Registration) -> list[PenaltyElsewhere]:
    return penalties_elsewhere(actor, Registration.everybody.select_related("tournament").get(pk=entry.pk))


@pytest.mark.parametrize("role", ["judge", "organiser"])
def test_a_judge_of_this_event_sees_for_what_and_when(penalty: Penalty, entry: Registration, role: str) -> None:
    actor = staff_actor(entry.tournament, role)
    [found] = seen_by(actor, entry)
    assert (found.infraction, found.event, found.level) == ("slow_play", "", "")
    page = DeskVisitor(entry.tournament, actor).read("desk_penalty_new", entry=entry.pk)
    assert "Slow play" in page
    assert "第一场" not in page


def test_who_gives_penalties_in_both_sees_where_and_how_severe(penalty: Penalty, entry: Registration) -> None:
    judge = staff_actor(entry.tournament, "judge")
    StaffMember.objects.create(tournament=penalty.tournament, user=judge.user, role="judge")
    for actor in (judge, owner_of(entry.tournament)):
        [found] = seen_by(actor, entry)
        assert (found.event, found.level) == ("第一场", "game_loss")
        assert "(Game loss, 第一场)" in DeskVisitor(entry.tournament, actor).read("desk_penalty_new", entry=entry.pk)


@pytest.mark.parametrize("who", ["scorekeeper", "player", "nobody", "link", "judge there"])
def test_others_see_nothing(penalty: Penalty, entry: Registration, who: str) -> None:
    event: Tournament = entry.tournament
    actor = Actor()
    if who == "link":
        link, _path = issue_staff_link(actor=owner_of(event), tournament_id=event.pk, name="A", role="judge")
        actor = actor_by_link(key=link.pk, hashed=link.secret_hash) or actor
        assert actor.staff_pass is not None
    elif who == "player":
        actor = Actor(player=entry.player)
    elif who != "nobody":
        actor = staff_actor(penalty.tournament if who == "judge there" else event, who.split()[0])
    assert seen_by(actor, entry) == []


def test_events_of_another_organiser_show_nothing(penalty: Penalty) -> None:
    stranger = owner_of(make_event())
    assert seen_by(stranger, entered_with(penalty, stranger)) == []


def test_an_owner_who_was_added_unasked_opens_none_of_their_events(penalty: Penalty) -> None:
    stranger = owner_of(make_event())
    entry = entered_with(penalty, stranger)
    organiser = owner_of(penalty.tournament).user
    assert organiser is not None
    add_staff(actor=stranger, tournament_id=entry.tournament_id, username=organiser.username, role="owner")
    assert seen_by(stranger, entry) == []
    assert seen_by(staff_actor(entry.tournament, "judge"), entry) == []


def test_two_organisers_who_run_each_others_events_share_what_happened(penalty: Penalty) -> None:
    second = owner_of(make_event())
    entry = entered_with(penalty, second)
    judge, first = staff_actor(entry.tournament, "judge"), owner_of(penalty.tournament)
    assert first.user is not None
    assert second.user is not None
    StaffMember.objects.create(tournament=entry.tournament, user=first.user, role="organiser")
    assert seen_by(judge, entry) == [], "one side alone opens nothing"
    StaffMember.objects.create(tournament=penalty.tournament, user=second.user, role="organiser")
    [found] = seen_by(judge, entry)
    assert (found.infraction, found.event, found.level) == ("slow_play", "", "")


def test_who_judges_at_both_sees_it_without_a_common_organiser(penalty: Penalty) -> None:
    entry = entered_with(penalty, owner_of(make_event()))
    judge = staff_actor(entry.tournament, "judge")
    assert seen_by(judge, entry) == []
    StaffMember.objects.create(tournament=penalty.tournament, user=judge.user, role="judge")
    [found] = seen_by(judge, entry)
    assert (found.event, found.level) == ("第一场", "game_loss")
    assert seen_by(owner_of(entry.tournament), entry) == []


def test_an_event_that_was_handed_over_is_no_longer_of_who_made_it(penalty: Penalty, entry: Registration) -> None:
    other = StaffMember.objects.create(
        tournament=penalty.tournament, user=staff_actor(entry.tournament, "judge").user, role="owner"
    )
    StaffMember.objects.filter(tournament=penalty.tournament, role="owner").exclude(pk=other.pk).delete()
    assert seen_by(owner_of(entry.tournament), entry) == []


def test_a_withdrawn_penalty_is_not_shown(penalty: Penalty, entry: Registration) -> None:
    withdraw_penalty(actor=owner_of(penalty.tournament), penalty_id=penalty.pk, reason="Wrong player")
    assert seen_by(owner_of(entry.tournament), entry) == []


def test_who_was_entered_again_under_the_same_player_id_is_the_same_player(penalty: Penalty) -> None:
    Registration.objects.filter(pk=penalty.registration_id).update(membership_id="12345")
    owner = owner_of(penalty.tournament)
    event = make_event(owner, name="第二场")
    facts = {"actor": owner, "tournament_id": event.pk}
    same, other = (add_entry(name=f"小明{key}", membership_id=key, **facts) for key in ("12345", "12346"))
    assert [found.event for found in seen_by(owner, same)] == ["第一场"]
    assert seen_by(owner, other) == []
    assert seen_by(owner, add_entry(name="无号", **facts)) == []


def test_of_a_team_those_of_its_members_are_shown(penalty: Penalty) -> None:
    owner = owner_of(penalty.tournament)
    event = make_event(owner, entry_format="teams_together")
    team = enter_team(event, "星港队")
    member = two_of(team)[0]
    Registration.everybody.filter(pk=member.pk).update(player=penalty.registration.player)
    for one in (team, member):
        assert [found.event for found in seen_by(owner, one)] == ["第一场"]


def test_no_page_of_the_player_or_the_public_and_no_answer_of_the_api_has_them(
    penalty: Penalty, entry: Registration
) -> None:
    event = entry.tournament
    pages = ("tournament", "tournament_players", "tournament_info", "tournament_standings")
    addresses = [reverse(page, args=[event.code]) for page in pages] + [reverse("my_page")]
    for actor in (Actor(player=entry.player), Actor()):
        visitor = DeskVisitor(event, actor)
        for address in addresses:
            shown = visitor.client.get(address, follow=True)
            assert shown.status_code == 200, address
            assert "slow" not in shown.content.decode().casefold(), address
    asker = ApiAsker(make_actor())
    for path in ("", "registrations/", "standings/"):
        assert "slow_play" not in str(asker.get(f"tournaments/{event.code}/{path}"))
    asker.get(f"tournaments/{event.code}/penalties/", status=403)


@pytest.mark.parametrize("way", ["from it", "from this", "from the same", "from another"])
def test_what_an_event_was_restored_from_is_no_other_event(penalty: Penalty, entry: Registration, way: str) -> None:
    """Its penalties were shown again as another event's."""
    here, there = entry.tournament, penalty.tournament
    restored = {
        "from it": [(here, there.code)],
        "from this": [(there, here.code)],
        "from the same": [(here, "gone"), (there, "gone")],
        "from another": [(here, "gone"), (there, "other")],
    }
    for event, code in restored[way]:
        Origin.objects.create(tournament=event, code=code, taken_at=penalty.given_at)
    assert bool(seen_by(owner_of(here), entry)) is (way == "from another")
