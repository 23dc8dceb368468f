"""Teams of two: entered whole, paired as one, and come and gone as one; their members keep decks and links."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from accounts.actor import Actor
from accounts.models import Notice
from accounts.refusals import Conflict, Refusal
from tests.judged_events import hand_in
from tests.people_and_events import CONSENT, edit_event, make_actor, make_event, owner_of, player_actor
from tests.running_events import finish_round, pair, play_swiss, publish
from tests.team_events import TEAMS, enter_team, started_team_event, team_event, two_of
from tests.tournaments.ended_events import make_season
from tests.tournaments.services.snapshots.taken_snapshots import restored
from tests.web.desk.desk_visits import text_of
from tests.web.public.visiting import browser
from tournaments.models import Registration, Tournament
from tournaments.permissions import is_own
from tournaments.queries.decks import decklist_problems
from tournaments.queries.entries import count_entries, own_entries_in
from tournaments.queries.player_history import record_of
from tournaments.queries.season_history import history_of
from tournaments.queries.seasons import read_board
from tournaments.services import entries
from tournaments.services.checks import draw_check_table, start_check
from tournaments.services.deck_reminders import remind_of_decklists
from tournaments.services.entries import MemberData, PersonData
from tournaments.services.finish import finish_tournament
from tournaments.services.penalties import give_penalty
from tournaments.services.start import start_tournament

pytestmark = pytest.mark.django_db
Status = Registration.Status


def statuses(team: Registration) -> list[str]:
    return list(Registration.everybody.filter(team_entry=team).order_by("seat").values_list("status", flat=True))


def test_a_team_is_one_entry_with_two_people() -> None:
    event = team_event("星港队", "舰队")
    assert [one.name for one in event.registrations.order_by("pk")] == ["星港队", "舰队"]
    assert [one.name for one in Registration.people.filter(tournament=event).order_by("pk")] == [
        "星港队甲", "星港队乙", "舰队甲", "舰队乙"
    ]  # fmt: skip
    assert count_entries(event).active == 2


def test_who_enters_a_team_is_its_first_member_and_both_new_players_get_a_link() -> None:
    event = team_event()
    two = [MemberData("小明", birth_year=2015), MemberData("小红", age_group="adult")]
    made = entries.register_team(actor=Actor(), tournament_id=event.pk, name="银河队", members=two, consent=CONSENT)
    first, second = made.members
    assert set(made.links) == {first.pk, second.pk}
    for member in made.members:
        [team] = own_entries_in(event, player_actor(member))
        assert (team, team.deck_entry) == (made.team, member)
        assert is_own(player_actor(member), made.team)
    assert not is_own(player_actor(second), first)


def test_an_account_enters_its_team_once() -> None:
    event, me = team_event(), make_actor()
    made = entries.register_team(
        actor=me,
        tournament_id=event.pk,
        name="银河队",
        members=[MemberData("小明", age_group="adult"), MemberData("小红", age_group="adult")],
    )
    assert made.members[0].player.user == me.user
    assert set(made.links) == {made.members[1].pk}
    with pytest.raises(Conflict) as refused:
        entries.register_team(
            actor=me,
            tournament_id=event.pk,
            name="另一队",
            members=[MemberData("小明二", age_group="adult"), MemberData("小刚", age_group="adult")],
        )
    assert refused.value.code == "already_registered"


@pytest.mark.parametrize(
    ("facts", "code", "field"),
    [
        ({"members": [MemberData("小明")]}, "two_members_needed", "members"),
        ({"members": [MemberData("小明"), MemberData("Xiao Ming")]}, None, None),
        ({"members": [MemberData("小明"), MemberData("小 明")]}, "same_name", "name_2"),
        ({"members": [MemberData("小明"), MemberData("小明")]}, "same_name", "name_2"),
        ({"members": [MemberData("小明"), MemberData("")]}, "name_required", "name_2"),
        ({"members": [MemberData("舰队甲"), MemberData("小红")]}, "same_name", "name_1"),
        ({"name": "舰队"}, "same_name", "name"),
    ],
)
def test_a_team_that_cannot_be_entered_names_the_field(
    facts: dict[str, Any], code: str | None, field: str | None
) -> None:
    event = team_event("舰队")
    wanted = {"name": "银河队", "members": [MemberData("小明"), MemberData("小红")], **facts}
    if code is None:
        assert entries.add_team(actor=owner_of(event), tournament_id=event.pk, **wanted).name == "银河队"
        return
    with pytest.raises(Refusal) as refused:
        entries.add_team(actor=owner_of(event), tournament_id=event.pk, **wanted)
    assert (refused.value.code, refused.value.field) == (code, field)
    assert event.registrations.count() == 1


def test_single_players_and_teams_enter_their_own_events_only() -> None:
    event, singles = team_event(), make_event()
    owner = owner_of(event)
    with pytest.raises(Refusal, match="teams_only"):
        entries.add_entry(actor=owner, tournament_id=event.pk, name="小明")
    with pytest.raises(Refusal, match="teams_only"):
        entries.add_entries(actor=owner, tournament_id=event.pk, names=["小明"])
    with pytest.raises(Refusal, match="not_for_teams"):
        enter_team(singles, "星港队")


def test_who_plays_is_settled_with_the_first_entry() -> None:
    event = team_event("星港队")
    with pytest.raises(Refusal, match="entry_format_has_entries"):
        edit_event(event, entry_format="singles")
    with pytest.raises(Refusal, match="no_such_choice"):
        edit_event(make_event(), entry_format="anything")


def test_members_are_where_their_team_is() -> None:
    event = team_event("星港队", "舰队", capacity=2)
    owner = owner_of(event)
    third = enter_team(event, "军团")
    assert statuses(third) == [Status.WAITLISTED] * 2
    first = event.registrations.get(name="星港队")
    entries.withdraw(actor=player_actor(two_of(first)[1]), registration_id=first.pk)
    assert statuses(first) == [Status.WITHDRAWN] * 2
    assert statuses(third) == [Status.ACTIVE] * 2
    entries.reinstate(actor=owner, registration_id=two_of(first)[0].pk)
    assert statuses(first) == [Status.WAITLISTED] * 2


def test_a_withdrawn_team_does_not_come_back_while_one_of_it_plays_in_another() -> None:
    event, me = team_event(), make_actor()
    old = entries.register_team(
        actor=me,
        tournament_id=event.pk,
        name="旧队",
        members=[MemberData("小明", age_group="adult"), MemberData("小红", age_group="adult")],
    ).team
    me = Actor(user=me.user, player=two_of(old)[0].player)
    entries.withdraw(actor=me, registration_id=old.pk)
    entries.register_team(
        actor=me,
        tournament_id=event.pk,
        name="新队",
        members=[MemberData("小明", age_group="adult"), MemberData("小刚", age_group="adult")],
    )
    with pytest.raises(Conflict, match="already_registered"):
        entries.reinstate(actor=owner_of(event), registration_id=old.pk)


def test_both_lists_are_asked_for_before_the_start() -> None:
    event = team_event("星港队", "舰队", decklists_required=True)
    assert [one.registration.name for one in decklist_problems(event)] == ["舰队甲", "舰队乙", "星港队甲", "星港队乙"]
    with pytest.raises(Refusal) as refused:
        start_tournament(actor=owner_of(event), tournament_id=event.pk)
    assert sorted(refused.value.facts["missing"]) == ["星港队乙", "星港队甲", "舰队乙", "舰队甲"]


def test_teams_are_paired_and_ranked_as_one() -> None:
    event = started_team_event(planned_rounds=2)
    play_swiss(event)
    event = finish_tournament(actor=owner_of(event), tournament_id=event.pk)
    teams = event.registrations.order_by("final_place")
    assert teams[0].final_place == 1
    best = teams[0]
    assert [one.final_place for team in teams for one in two_of(team)] == [
        team.final_place for team in teams for _member in range(2)
    ]
    for one in two_of(best):
        record = record_of(one.player)
        assert record.total.wins + record.total.losses + record.total.draws == 2
        assert {met.name for met in record.opponents} < set(TEAMS)


def test_a_late_team_plays_from_the_next_round() -> None:
    event = started_team_event()
    publish(event)
    late = enter_team(event, "迟到队", late_policy="loss")
    assert (late.status, late.first_round) == (Status.ACTIVE, 2)
    assert statuses(late) == [Status.ACTIVE] * 2


def test_a_penalty_of_a_member_is_a_loss_of_the_team() -> None:
    event = started_team_event()
    match = publish(event).matches.first()
    first, _second = two_of(match.player1)
    penalty = give_penalty(
        actor=owner_of(event), registration_id=first.pk, infraction="tardiness", level="match_loss",
        match_id=match.pk, apply=True,
    )  # fmt: skip
    match.refresh_from_db()
    assert (penalty.registration, match.winner_seat) == (first, 2)


def test_correcting_a_team_leaves_its_people_and_the_other_way_round() -> None:
    event = team_event("星港队")
    owner, team = owner_of(event), event.registrations.get()
    renamed = entries.edit_entry(
        actor=owner, registration_id=team.pk, name="新星港", birth_year=1990, public_name="昵称", team="一号店"
    )
    assert (renamed.name, renamed.public_name, renamed.player.birth_year) == ("新星港", "", None)
    first, _ = two_of(team)
    entries.edit_entry(
        actor=player_actor(first), registration_id=first.pk, name="小明明", birth_year=2014, public_name="", team=""
    )
    assert [one.name for one in two_of(team)] == ["小明明", "星港队乙"]
    with pytest.raises(Refusal, match="teams_have_no_link"):
        entries.issue_entry_link(actor=owner, registration_id=team.pk)


def test_a_restored_event_has_its_teams() -> None:
    event = started_team_event()
    finish_round(publish(event))
    pair(event)
    again = restored(event)
    assert again.is_for_teams
    for old, new in zip(event.registrations.order_by("pk"), again.registrations.order_by("pk"), strict=True):
        assert new.name == old.name
        assert [one.name for one in two_of(new)] == [one.name for one in two_of(old)]


def test_no_notice_is_sent_to_the_player_of_a_team() -> None:
    event = started_team_event()
    publish(event)
    team_players = event.registrations.values("player")
    assert not Notice.objects.filter(player__in=team_players).exists()


def test_a_person_is_tidied_as_everywhere() -> None:
    event = team_event()
    team = enter_team(event, " 星港  队 ", members=[MemberData(" 小 明 "), MemberData("小红", public_name=" 红 ")])
    assert [PersonData.of(one.name).name for one in (team, *two_of(team))] == ["星港 队", "小 明", "小红"]
    assert two_of(team)[1].public_name == "红"


def test_both_decks_of_a_team_are_handed_in_checked_and_shown_by_their_players() -> None:
    event = team_event(*TEAMS, decklists_required=True, lists_public=True, planned_rounds=1)
    owner = owner_of(event)
    everybody = list(Registration.people.filter(tournament=event).order_by("pk"))
    for member in everybody[:-1]:
        hand_in(member)
    [reminded] = remind_of_decklists(actor=owner, tournament_id=event.pk)
    assert (reminded.registration, Notice.objects.get().player) == (everybody[-1], everybody[-1].player)
    hand_in(everybody[-1])
    start_tournament(actor=owner, tournament_id=event.pk)
    publish(event)
    match, due = draw_check_table(actor=owner, tournament_id=event.pk)
    assert {one.team_entry_id for one in due} <= {match.player1_id, match.player2_id}
    assert all(one.is_member for one in due)
    check = start_check(actor=owner, registration_id=due[0].pk, mode="start", drawn=True)
    assert (check.match, check.is_random) == (match, True)
    visitor = browser()
    path = reverse("tournament_decks", args=[event.code])
    assert "甲" not in text_of(visitor.get(path))
    Tournament.objects.filter(pk=event.pk).update(phase="finished")
    shown = text_of(visitor.get(path))
    assert "星港队乙" in shown
    assert f"星＊＊ #{everybody[0].number}" in shown
    assert visitor.get(reverse("tournament_deck", args=[event.code, everybody[0].pk])).status_code == 200


def test_a_season_has_the_matches_of_both_members_against_both_others() -> None:
    event = started_team_event("星港队", "舰队", planned_rounds=1)
    play_swiss(event)
    event = finish_tournament(actor=owner_of(event), tournament_id=event.pk)
    board = read_board(make_season(owner_of(event), event, shared_place="divided"))
    assert len(board.lines) == 4
    assert [board.events[0].players, *(line.total for line in board.lines)] == [2, 10, 10, 7, 7]
    for key in board.persons:
        history = history_of(board, key)
        assert history.total.wins + history.total.losses == 1
        assert len(history.opponents) == 2


@pytest.mark.parametrize(("name", "first", "field"), [("舰队", "小明", "name"), ("银河队", "舰队乙", "name_1")])
def test_a_team_with_a_name_in_the_list_is_sent_to_the_desk(name: str, first: str, field: str) -> None:
    event = team_event("舰队")
    two = [MemberData(first, age_group="adult"), MemberData("小红", age_group="adult")]
    with pytest.raises(Refusal) as refused:
        entries.register_team(actor=Actor(), tournament_id=event.pk, name=name, members=two)
    assert (refused.value.code, refused.value.field) == ("same_name_at_desk", field)
    assert event.registrations.count() == 1
