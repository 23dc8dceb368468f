"""Seasons through the services: whose, which events, who is who, and corrections that change the leaderboard."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction

import pytest
from django.utils import timezone

from accounts.actor import Actor
from accounts.refusals import Conflict, NotAllowed, Refusal
from tests.people_and_events import load_game, make_actor, make_event, make_user, owner_of, staff_actor
from tests.running_events import play_swiss, start_event
from tests.tournaments.ended_events import POINTS, ended_event, entry_of, make_season, same_player
from tournaments.models import Season, Tournament
from tournaments.queries.season_history import history_of
from tournaments.queries.seasons import board_of, read_board, readable_seasons, season_mark, staffed_events
from tournaments.services.corrections import correct_match
from tournaments.services.finish import finish_tournament, reopen_tournament
from tournaments.services.result_inputs import ScoreInput
from tournaments.services.seasons import (
    SeasonData,
    add_event,
    create_season,
    data_of,
    delete_season,
    edit_season,
    merge_players,
    put_entry_back,
    remove_event,
    set_entry_apart,
    undo_merge,
)

pytestmark = pytest.mark.django_db


def totals(season: Season) -> dict[str, Fraction]:
    """Everybody's total by the name everybody reads."""
    board = read_board(season)
    return {board.persons[line.person].name: line.total for line in board.lines}


@pytest.fixture
def owner() -> Actor:
    return make_actor()


def test_ended_events_add_up_and_running_ones_wait(owner: Actor) -> None:
    first, second = ended_event(owner, "Ann", "Bob"), ended_event(owner, "Bob", "Cid")
    same_player(entry_of(first, "Bob"), entry_of(second, "Bob"))
    running = make_event(owner)
    season = make_season(owner, first, second, running, participation=1)
    assert totals(season) == {"Bob": 19, "Ann": 11, "Cid": 8}
    assert [event.is_counted for event in read_board(season).events] == [True, True, False]


def test_a_correction_of_an_ended_event_changes_the_leaderboard_by_itself() -> None:
    event = start_event(2, planned_rounds=1)
    actor = owner_of(event)
    play_swiss(event)
    finish_tournament(actor=actor, tournament_id=event.pk)
    season = make_season(actor, event)
    before, mark = totals(season), season_mark(season)
    match = event.rounds.get().matches.get()
    correct_match(
        actor=actor,
        match_id=match.pk,
        expected_version=match.version,
        reason="slip",
        score=ScoreInput(wins1=0, wins2=2, draws=0),
    )
    assert season_mark(season) > mark
    after = totals(season)
    assert sorted(before.values()) == sorted(after.values()) == [7, 10]
    assert {name for name in before if before[name] == 10} != {name for name in after if after[name] == 10}
    reopen_tournament(actor=actor, tournament_id=event.pk)
    assert totals(season) == {}
    assert len(board_of(season, season_mark(season))) == 1


def test_a_history_has_places_records_byes_and_opponents() -> None:
    event = start_event(3, planned_rounds=2)
    actor = owner_of(event)
    play_swiss(event)
    finish_tournament(actor=actor, tournament_id=event.pk)
    board = read_board(make_season(actor, event))
    histories = [history_of(board, key) for key in board.persons]
    assert sum(history.total.wins for history in histories) == 2
    assert sum(history.total.losses for history in histories) == 2
    assert sum(history.total.byes for history in histories) == 2
    for history in histories:
        (row,) = history.events
        assert row.scored is not None
        assert row.scored.players == 3
        met = sum((opponent.tally for opponent in history.opponents), start=type(row.tally)())
        assert replace(row.tally, byes=0) == met
        assert history.person.name not in [opponent.person.name for opponent in history.opponents]


def test_only_own_events_are_added_and_only_by_its_organiser(owner: Actor) -> None:
    own, foreign = ended_event(owner, "Ann"), ended_event(make_actor(), "Bob")
    season = make_season(owner, own)
    with pytest.raises(NotAllowed, match="not_permitted"):
        add_event(actor=owner, season_id=season.pk, code=foreign.code)
    # A role in an event of the season is no right to the season, nor is one below organiser to its event.
    for helper in (
        staff_actor(own, "organiser"),
        owner_of(foreign),
        Actor(),
        Actor(player=entry_of(own, "Ann").player),
    ):
        for change in (
            lambda helper=helper: add_event(actor=helper, season_id=season.pk, code=own.code),
            lambda helper=helper: remove_event(actor=helper, season_id=season.pk, code=own.code),
            lambda helper=helper: delete_season(actor=helper, season_id=season.pk),
            lambda helper=helper: edit_season(actor=helper, season_id=season.pk, data=data_of(season)),
            lambda helper=helper: merge_players(actor=helper, season_id=season.pk, player_id=1, into_id=2),
            lambda helper=helper: undo_merge(actor=helper, season_id=season.pk, merge_id=1),
            lambda helper=helper: set_entry_apart(actor=helper, season_id=season.pk, registration_id=1),
            lambda helper=helper: put_entry_back(actor=helper, season_id=season.pk, registration_id=1),
        ):
            with pytest.raises(NotAllowed, match="season_not_yours"):
                change()
    owner.user.staff_roles.filter(tournament=own).update(role="judge")  # type: ignore[union-attr]
    remove_event(actor=owner, season_id=season.pk, code=own.code)
    with pytest.raises(NotAllowed, match="not_permitted"):
        add_event(actor=owner, season_id=season.pk, code=own.code)


def test_an_event_is_in_several_seasons_and_once_in_each(owner: Actor) -> None:
    event = ended_event(owner, "Ann")
    one, other = make_season(owner, event), make_season(owner, event)
    with pytest.raises(Conflict, match="event_in_season"):
        add_event(actor=owner, season_id=one.pk, code=event.code)
    remove_event(actor=owner, season_id=one.pk, code=event.code)
    with pytest.raises(Conflict, match="event_not_in_season"):
        remove_event(actor=owner, season_id=one.pk, code=event.code)
    assert (totals(one), totals(other)) == ({}, {"Ann": 10})
    delete_season(actor=owner, season_id=other.pk)
    assert Tournament.objects.filter(pk=event.pk).exists()


def test_the_events_of_a_season_have_a_bounded_number_of_entries_together(
    owner: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournaments.services.seasons.MAX_SEASON_ENTRIES", 3)
    first, fits, beyond = (ended_event(owner, *names) for names in (("Ann", "Bob"), ("Cid",), ("Dee",)))
    season = make_season(owner, first, fits)
    with pytest.raises(Refusal, match="too_many_season_entries") as refused:
        add_event(actor=owner, season_id=season.pk, code=beyond.code)
    assert (refused.value.facts["limit"], refused.value.facts["event"]) == (3, beyond.name)
    assert season.season_events.count() == 2
    remove_event(actor=owner, season_id=season.pk, code=fits.code)
    add_event(actor=owner, season_id=season.pk, code=beyond.code)


def test_a_nickname_of_any_event_stands_for_the_person(owner: Actor) -> None:
    first, second = ended_event(owner, "Ann"), ended_event(owner, "Ann")
    same_player(entry_of(first, "Ann"), entry_of(second, "Ann"))
    season = make_season(owner, first, second)
    for hidden in (first, second):
        hidden.registrations.update(public_name="Nova")
        assert totals(season) == {"Nova": 20}
        hidden.registrations.update(public_name="")
    assert totals(season) == {"Ann": 20}


def test_events_fit_the_game_and_the_days(owner: Actor) -> None:
    load_game("rush-duel")
    event = ended_event(owner, "Ann")
    with pytest.raises(Refusal, match="season_other_game"):
        make_season(owner, event, game_slug="rush-duel")
    with pytest.raises(Refusal, match="season_other_days"):
        make_season(owner, event, ends_on=date(2020, 1, 1))
    season = make_season(owner, event)
    with pytest.raises(Refusal, match="season_other_days"):
        edit_season(actor=owner, season_id=season.pk, data=replace(data_of(season), ends_on=date(2020, 1, 1)))


@pytest.mark.parametrize(
    ("changes", "codes"),
    [
        ({"name": " "}, {"name": "name_required"}),
        ({"name": "秋\u200b季"}, {"name": "hidden_character"}),
        ({"name": "\u3164"}, {"name": "hidden_character"}),
        ({"name": "\u0301"}, {"name": "name_required"}),
        ({"points": "5 9", "best_of": 0}, {"points": "points_rising", "best_of": "out_of_range"}),
        ({"starts_on": date(2026, 2, 1), "ends_on": date(2026, 1, 1)}, {"ends_on": "days_reversed"}),
        ({"game_slug": "chess", "shared_place": "no"}, {"game_slug": "no_such_game", "shared_place": "no_such_choice"}),
        ({"participation": -1, "points": "1" * 3000}, {"participation": "out_of_range", "points": "text_too_long"}),
    ],
)
def test_settings_are_checked_together(owner: Actor, changes: dict[str, object], codes: dict[str, str]) -> None:
    with pytest.raises(Refusal) as refused:
        create_season(actor=owner, data=replace(SeasonData(name="S", points=POINTS), **changes))  # type: ignore[arg-type]
    assert {problem.field: problem.code for problem in refused.value.problems} == codes


def test_who_may_not_open_events_makes_no_season() -> None:
    helper = Actor(user=make_user(may_create_tournaments=False))
    with pytest.raises(NotAllowed, match="may_not_create"):
        create_season(actor=helper, data=SeasonData(name="S", points=POINTS))


def test_equal_names_are_never_merged_by_themselves(owner: Actor) -> None:
    first, second = ended_event(owner, "Ann", "Bob"), ended_event(owner, "Ann", "Cid")
    season = make_season(owner, first, second)
    assert totals(season) == {"Ann #1": 10, "Ann #3": 10, "Bob": 7, "Cid": 7}
    one, other = entry_of(first, "Ann").player, entry_of(second, "Ann").player
    merge = merge_players(actor=owner, season_id=season.pk, player_id=other.pk, into_id=one.pk)
    assert totals(season) == {"Ann": 20, "Bob": 7, "Cid": 7}
    undo_merge(actor=owner, season_id=season.pk, merge_id=merge.pk)
    assert len(totals(season)) == 4
    with pytest.raises(Conflict, match="player_not_merged"):
        undo_merge(actor=owner, season_id=season.pk, merge_id=merge.pk)
    verbs = list(season.log.order_by("pk").values_list("verb", flat=True))
    assert verbs == ["season_created", "season_event_added", "season_event_added", "season_merged", "season_split"]


def test_players_of_one_event_are_two_people(owner: Actor) -> None:
    first, second = ended_event(owner, "Ann", "Bob"), ended_event(owner, "Ann", "Cid")
    season = make_season(owner, first, second)
    ann, bob = (entry_of(first, name).player_id for name in ("Ann", "Bob"))
    other, cid = (entry_of(second, name).player_id for name in ("Ann", "Cid"))
    with pytest.raises(Refusal, match="players_met_in_event"):
        merge_players(actor=owner, season_id=season.pk, player_id=bob, into_id=ann)
    merge_players(actor=owner, season_id=season.pk, player_id=other, into_id=ann)
    # Whom a player was merged with counts as well, and the one merged stands for the other.
    with pytest.raises(Refusal, match="players_met_in_event"):
        merge_players(actor=owner, season_id=season.pk, player_id=cid, into_id=other)
    with pytest.raises(Refusal, match="same_player"):
        merge_players(actor=owner, season_id=season.pk, player_id=ann, into_id=other)
    with pytest.raises(Refusal, match="no_such_player"):
        merge_players(actor=owner, season_id=season.pk, player_id=10**9, into_id=ann)


@pytest.mark.parametrize("first", [0, 1])
def test_each_merge_of_a_row_is_undone_by_itself(owner: Actor, first: int) -> None:
    events = [ended_event(owner, name) for name in ("Ann", "Anne", "Anna")]
    season = make_season(owner, *events)
    one, two, three = (event.registrations.get().player_id for event in events)
    # Merging Anne a second time merges whom she counts for: Ann.
    merges = [merge_players(actor=owner, season_id=season.pk, player_id=two, into_id=player) for player in (one, three)]
    assert totals(season) == {"Anna": 30}
    undo_merge(actor=owner, season_id=season.pk, merge_id=merges[first].pk)
    assert totals(season) == [{"Anna": 20, "Anne": 10}, {"Anne": 20, "Anna": 10}][first]
    undo_merge(actor=owner, season_id=season.pk, merge_id=merges[1 - first].pk)
    assert totals(season) == {"Ann": 10, "Anne": 10, "Anna": 10}


def test_an_entry_given_to_a_merged_player_stays_theirs_when_the_merge_is_undone(owner: Actor) -> None:
    events = [ended_event(owner, name) for name in ("Ann", "Anne", "Bob")]
    season = make_season(owner, *events)
    ann, anne, bob = (event.registrations.get() for event in events)
    merge = merge_players(actor=owner, season_id=season.pk, player_id=anne.player_id, into_id=ann.player_id)
    set_entry_apart(actor=owner, season_id=season.pk, registration_id=bob.pk, player_id=anne.player_id)
    assert totals(season) == {"Bob": 30}
    undo_merge(actor=owner, season_id=season.pk, merge_id=merge.pk)
    assert totals(season) == {"Ann": 10, "Bob": 20}


def test_a_season_is_edited_and_hidden_after_one_of_its_events_was_moved(owner: Actor) -> None:
    event = ended_event(owner, "Ann")
    season = make_season(owner, event, ends_on=timezone.localdate(event.starts_at))
    Tournament.objects.filter(pk=event.pk).update(starts_at=event.starts_at + timedelta(days=9))
    edit_season(actor=owner, season_id=season.pk, data=replace(data_of(season), name="Autumn", is_published=False))
    season.refresh_from_db()
    assert (season.name, season.is_published) == ("Autumn", False)
    with pytest.raises(Refusal, match="season_other_days"):
        edit_season(
            actor=owner,
            season_id=season.pk,
            data=replace(data_of(season), starts_on=timezone.localdate(event.starts_at)),
        )


def test_an_entry_is_set_apart_given_away_and_put_back(owner: Actor) -> None:
    first, second = ended_event(owner, "Ann", "Bob"), ended_event(owner, "Ann", "Cid")
    entry = entry_of(second, "Ann")
    same_player(entry_of(first, "Ann"), entry)
    season = make_season(owner, first, second)
    set_entry_apart(actor=owner, season_id=season.pk, registration_id=entry.pk)
    assert totals(season) == {"Ann #1": 10, "Ann #3": 10, "Bob": 7, "Cid": 7}
    bob, cid = entry_of(first, "Bob").player_id, entry_of(second, "Cid").player_id
    set_entry_apart(actor=owner, season_id=season.pk, registration_id=entry.pk, player_id=bob)
    assert sorted(totals(season).values()) == [7, 10, 17]
    with pytest.raises(Refusal, match="players_met_in_event"):
        set_entry_apart(actor=owner, season_id=season.pk, registration_id=entry.pk, player_id=cid)
    put_entry_back(actor=owner, season_id=season.pk, registration_id=entry.pk)
    assert totals(season)["Ann"] == 20
    with pytest.raises(Conflict, match="entry_not_apart"):
        put_entry_back(actor=owner, season_id=season.pk, registration_id=entry.pk)
    with pytest.raises(Refusal, match="no_such_entry"):
        set_entry_apart(actor=owner, season_id=season.pk, registration_id=10**9)


def test_an_event_added_after_a_merge_shows_that_it_was_wrong(owner: Actor) -> None:
    first, second = ended_event(owner, "Ann"), ended_event(owner, "Anne")
    season = make_season(owner, first, second)
    one, two = entry_of(first, "Ann"), entry_of(second, "Anne")
    merge_players(actor=owner, season_id=season.pk, player_id=two.player_id, into_id=one.player_id)
    third = ended_event(owner, "Ann", "Anne")
    same_player(one, entry_of(third, "Ann"))
    same_player(two, entry_of(third, "Anne"))
    add_event(actor=owner, season_id=season.pk, code=third.code)
    board = read_board(season)
    assert [(person, event.pk) for person, event in board.second_entries] == [(one.pk, third.pk)]
    assert [line.total for line in board.lines] == [30]


def test_an_unpublished_season_is_its_owners(owner: Actor) -> None:
    season = make_season(owner, is_published=False)
    assert list(readable_seasons(owner)) == [season]
    assert not readable_seasons(Actor()).exists()
    assert not readable_seasons(make_actor()).exists()
    assert list(readable_seasons(Actor(user=make_user(is_superuser=True)))) == [season]


def test_names_as_entered_are_for_the_staff_of_each_event(owner: Actor) -> None:
    own, other = ended_event(owner, "Ann"), ended_event(owner, "Bob")
    season = make_season(owner, own, other)
    owner.user.staff_roles.filter(tournament=other).delete()  # type: ignore[union-attr]
    assert staffed_events(owner, season) == {own.pk}


def test_a_mark_grows_when_an_event_is_taken_out(owner: Actor) -> None:
    first, second = ended_event(owner, "Ann"), ended_event(owner, "Bob")
    season = make_season(owner, first, second)
    before = season_mark(season)
    remove_event(actor=owner, season_id=season.pk, code=second.code)
    season.refresh_from_db()
    assert season_mark(season) > before
