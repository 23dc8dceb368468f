"""Members of teams that staff entered claim their names as single players do: the first phone, then the desk."""

from __future__ import annotations

import pytest

from accounts.actor import Actor
from tests.people_and_events import make_event, owner_of
from tests.prepared_names import join, player_of, verbs
from tests.team_events import enter_team, team_event, two_of
from tests.two_at_once import at_once
from tests.web.desk.desk_visits import DeskVisitor
from tests.web.pages import assert_clean, words_of
from tests.web.public.visiting import browser
from tournaments.models import Registration
from tournaments.services.entries import MemberData, register_team
from tournaments.services.entries.claiming import revoke_entry_link
from tournaments.services.entries.deciding import accept_as_same
from tournaments.services.entries.listed_teams import add_teams
from tournaments.services.start import start_tournament

pytestmark = [pytest.mark.django_db, pytest.mark.language("en")]
GROWN_UP, CHILD = "星港队乙", "星港队甲"


def test_the_first_phone_gets_the_key_and_the_second_is_sent_to_the_desk() -> None:
    event = team_event("星港队")
    member = Registration.people.get(name=GROWN_UP)
    first, second = join(event, GROWN_UP), join(event, GROWN_UP)
    assert first.entry == member
    assert player_of(first.personal_link) == member.player
    assert (second.entry, second.personal_link) == (None, None)
    assert second.request is not None
    assert second.request.entry == member
    assert verbs(event)[:2] == ["join_asked", "entry_claimed"]
    accept_as_same(actor=owner_of(event), request_id=second.request.pk)
    assert player_of(first.personal_link) is None, "the desk knows who it is"


def test_a_child_is_claimed_with_the_year_that_staff_typed_and_anything_else_is_the_desks() -> None:
    event = team_event("星港队")
    child = Registration.people.get(name=CHILD)
    assert join(event, CHILD).request is not None
    assert join(event, "不在名单").request is not None
    assert not child.player.link_hash
    register_team(
        actor=Actor(),
        tournament_id=event.pk,
        name="自己报名",
        members=[MemberData("阿一", age_group="adult"), MemberData("阿二", age_group="adult")],
    )
    assert join(event, "阿一").request is not None, "nobody prepared it"
    assert Registration.people.filter(tournament=event).count() == 4


def test_a_pasted_team_is_claimed_while_the_rounds_run_too_and_a_claim_taken_back() -> None:
    event = team_event("舰队")
    add_teams(actor=owner_of(event), tournament_id=event.pk, names=["军团，阿三，阿四"], chosen={1: (None, None)})
    start_tournament(actor=owner_of(event), tournament_id=event.pk, allow_missing_decklists=True)
    entry = join(event, "阿三").entry
    assert entry is not None
    assert entry.team_entry is not None
    revoke_entry_link(actor=owner_of(event), registration_id=entry.pk, reason="wrong child")
    assert join(event, "阿三").entry == entry
    enter_team(event, "空间站", late_policy="loss")
    assert join(event, "空间站乙").entry is not None


@pytest.mark.django_db(transaction=True)
def test_two_phones_claim_one_member_at_once() -> None:
    event = team_event("星港队")
    results = at_once(event, lambda: join(event, GROWN_UP), lambda: join(event, GROWN_UP))
    assert sorted(bool(made.personal_link) for made in results) == [False, True]


def test_the_page_leads_to_ones_name_and_shows_the_link() -> None:
    event = team_event("星港队", "军团")
    page = f"/t/{event.code}/register/"
    phone, other = browser(), browser()
    assert 'href="?claim=1"' in phone.get(page).content.decode()
    assert_clean(phone.get(f"{page}?claim=1"))
    assert "Age of the player" in words_of(phone.post(f"{page}?claim=1", {"name": GROWN_UP}))
    answer = phone.post(f"{page}?claim=1", {"name": GROWN_UP, "age_group": "adult"}, follow=True)
    assert_clean(answer)
    assert f"The personal link of {GROWN_UP}" in words_of(answer)
    assert "星港队" in words_of(phone.get("/my/"))
    assert "Go to the desk" in words_of(
        other.post(f"{page}?claim=1", {"name": GROWN_UP, "age_group": "adult"}, follow=True)
    )
    stranger = browser().post(f"{page}?claim=1", {"name": "不在名单", "age_group": "adult"}, follow=True)
    assert "The desk has to look at this name." in words_of(stranger), "as of a name that somebody has"
    request = event.join_requests.get(name=GROWN_UP)
    desk = DeskVisitor(event, owner_of(event))
    assert "Enter as a new player" not in desk.read("desk_join_request", request.pk)
    start_tournament(actor=owner_of(event), tournament_id=event.pk, allow_missing_decklists=True, drop_absent=False)
    assert browser().get(page)["Location"] == f"{page}?claim=1"


def test_a_phone_of_one_child_takes_the_name_of_the_other_beside() -> None:
    event = make_event(entry_format="teams_together")
    team = enter_team(event, "家", members=[MemberData("哥哥"), MemberData("弟弟")])
    page, phone = f"/t/{event.code}/register/?claim=1", browser()
    for name in ("哥哥", "弟弟"):
        phone.post(page, {"name": name, "age_group": "adult"})
    players = {one.pk for one in phone.get("/my/").context["request"].actor.players}
    assert players == {one.player_id for one in two_of(team)}
