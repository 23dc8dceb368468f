"""Creating, editing, duplicating, cancelling; staff."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from accounts.refusals import Conflict, NotAllowed, Refusal
from cardpool.models import CardGame, Ruleset
from tests.people_and_events import (
    enter,
    event_data,
    load_game,
    make_actor,
    make_event,
    make_user,
    next_week,
    owner_of,
    play_rounds,
    staff_actor,
)
from tournaments.models import Registration, Tournament
from tournaments.queries.settings import (
    data_of,
    recommended_cut,
    recommended_rounds,
    rounds_of_plan,
    tournament_defaults,
)
from tournaments.services.setup import (
    cancel_tournament,
    create_tournament,
    duplicate_tournament,
    edit_tournament,
    reinstate_tournament,
)
from tournaments.services.staff import add_staff

pytestmark = pytest.mark.django_db
Phase = Tournament.Phase


def edit(tournament, actor=None, **changes):
    data = replace(data_of(Tournament.objects.get(pk=tournament.pk)), **changes)
    return edit_tournament(actor=actor or owner_of(tournament), tournament_id=tournament.pk, data=data)


def fields_of(refusal: Refusal) -> dict[str, str]:
    return {problem.field: problem.code for problem in refusal.problems}


class TestCreating:
    def test_the_creator_owns_it_and_it_pins_the_ruleset_of_its_day(self):
        actor = make_actor()
        tournament = make_event(actor, name="  周末   赛 ")
        assert (tournament.name, tournament.phase) == ("周末 赛", Phase.REGISTRATION)
        assert tournament.ruleset == Ruleset.objects.get()
        assert list(tournament.staff.values_list("user", "role")) == [(actor.user.pk, "owner")]
        assert tournament.log.get().verb == "tournament_created"

    def test_points_and_tiebreakers_come_from_the_pack_unless_given(self):
        tournament = make_event()
        points = (tournament.points_win, tournament.points_draw, tournament.points_loss, tournament.preset)
        assert points == (3, 1, 0, "mtr")
        assert make_event(points_win=2).points_win == 2

    @pytest.mark.parametrize("make", [lambda: make_actor(may_create_tournaments=False)])
    def test_not_everybody_may_open_events(self, make):
        load_game()
        with pytest.raises(NotAllowed, match="may_not_create"):
            create_tournament(actor=make(), data=event_data())

    def test_every_bad_field_is_named_at_once(self):
        load_game()
        with pytest.raises(Refusal) as refused:
            create_tournament(
                actor=make_actor(),
                data=event_data(
                    name=" ",
                    place="x" * 161,
                    best_of=2,
                    top_cut=5,
                    planned_rounds=31,
                    round_minutes=0,
                    capacity=1,
                    pool="ajar",
                    points_win=1,
                    points_draw=1,
                    points_loss=2,
                    decklist_deadline=next_week() + timedelta(hours=1),
                ),
            )
        assert fields_of(refused.value) == {
            "name": "name_required",
            "place": "text_too_long",
            "best_of": "best_of_not_played",
            "top_cut": "no_such_choice",
            "planned_rounds": "out_of_range",
            "round_minutes": "out_of_range",
            "capacity": "out_of_range",
            "pool": "no_such_choice",
            "points_draw": "points_not_falling",
            "points_loss": "points_not_falling",
            "decklist_deadline": "deadline_after_start",
        }
        assert not Tournament.objects.exists()

    def test_an_unknown_game_is_named(self):
        with pytest.raises(Refusal) as refused:
            create_tournament(actor=make_actor(), data=event_data(game_slug="chess"))
        assert fields_of(refused.value) == {"game_slug": "no_such_game"}

    def test_a_game_without_rules_opens_no_event(self):
        CardGame.objects.create(slug="new", name_zh="新", name_en="New")
        with pytest.raises(Refusal) as refused:
            create_tournament(actor=make_actor(), data=event_data(game_slug="new"))
        assert fields_of(refused.value) == {"game_slug": "game_has_no_rules"}


class TestPinnedRules:
    def test_an_event_keeps_the_match_lengths_of_its_own_version(self):
        tournament = make_event(best_of=3)
        pinned = tournament.ruleset
        shorter = pinned.pack.replace("best_of = [1, 3, 5]", "best_of = [1, 3]")
        for line in ("best_of = [3, 5]", "\n[[tournament.round_minutes]]\nbest_of = 5\nminutes = 75\n"):
            shorter = shorter.replace(line, "best_of = [3]" if "[3" in line else "")
        Ruleset.objects.create(
            game=tournament.game, version="V2", digest="2", effective_from=timezone.localdate(), pack=shorter
        )
        owner = owner_of(tournament)
        data = data_of(tournament)
        edit_tournament(actor=owner, tournament_id=tournament.pk, data=replace(data, best_of=5))
        tournament.refresh_from_db()
        assert (tournament.best_of, tournament.ruleset) == (5, pinned)
        with pytest.raises(Refusal) as refused:
            create_tournament(actor=owner, data=event_data(best_of=5))
        assert fields_of(refused.value) == {"best_of": "best_of_not_played"}

    def test_the_day_of_the_start_is_the_sites_own(self):
        load_game()
        first = datetime(2027, 3, 1, 0, 30, tzinfo=timezone.get_current_timezone())
        one = Ruleset.objects.get()
        coming = Ruleset.objects.create(
            game=one.game, version="V2", digest="2", effective_from=first.date(), pack=one.pack
        )
        made = create_tournament(actor=make_actor(), data=event_data(starts_at=first.astimezone(UTC)))
        assert made.ruleset == coming


class TestDefaults:
    @pytest.mark.parametrize(("best_of", "minutes"), [(None, 50), (1, 25), (5, 75)])
    def test_minutes_follow_the_match_length(self, best_of, minutes):
        data = tournament_defaults(load_game(), starts_at=next_week(), best_of=best_of)
        assert (data.best_of, data.round_minutes) == (best_of or 3, minutes)

    @pytest.mark.parametrize(
        ("players", "rounds", "cut"),
        [(2, 3, 0), (8, 3, 0), (9, 4, 4), (16, 4, 4), (17, 5, 8), (32, 5, 8), (33, 6, 8), (85, 7, 8), (241, 8, 8)],
    )
    def test_recommended_rounds_and_cut(self, players, rounds, cut):
        ruleset = load_game().rulesets.get()
        assert (recommended_rounds(ruleset, players), recommended_cut(ruleset, players)) == (rounds, cut)

    def test_the_plan_is_what_was_set_or_what_is_recommended_for_those_entered(self):
        tournament = make_event()
        enter(tournament, *"甲乙丙丁戊己庚辛壬")
        assert rounds_of_plan(tournament) == 4
        tournament.planned_rounds = 6
        assert rounds_of_plan(tournament) == 6


class TestEditing:
    def test_only_what_changed_is_written_and_logged(self):
        tournament = make_event()
        edit(tournament, place="二号店", capacity=8)
        tournament.refresh_from_db()
        assert (tournament.place, tournament.capacity) == ("二号店", 8)
        assert tournament.log.first().facts == {
            "fields": ["place", "capacity"],
            "before": {"place": "一号店", "capacity": None},
            "after": {"place": "二号店", "capacity": 8},
        }

    def test_nothing_changed_is_not_logged(self):
        tournament = make_event()
        edit(tournament)
        assert tournament.log.count() == 1

    @pytest.mark.parametrize(("role", "allowed"), [("organiser", True), ("scorekeeper", False), ("judge", False)])
    def test_organisers_edit(self, role, allowed):
        tournament = make_event()
        actor = staff_actor(tournament, role)
        if allowed:
            assert edit(tournament, actor, place="x").place == "x"
        else:
            with pytest.raises(NotAllowed):
                edit(tournament, actor, place="x")

    def test_the_game_stays_once_somebody_has_entered(self):
        tournament = make_event()
        other = CardGame.objects.create(slug="other", name_zh="别", name_en="Other")
        Ruleset.objects.create(
            game=other, version="1", effective_from="2020-01-01", pack=tournament.ruleset.pack, digest="o"
        )
        assert edit(tournament, game_slug="other").ruleset.game == other
        enter(tournament, "甲")
        with pytest.raises(Refusal) as refused:
            edit(tournament, game_slug="ultraman-hero-duel")
        assert fields_of(refused.value) == {"game_slug": "game_has_entries"}

    def test_capacity_follows_the_entries(self):
        tournament = make_event(capacity=2)
        enter(tournament, "甲", "乙", "丙", "丁")
        edit(tournament, capacity=3)
        enter(tournament, "戊")
        with pytest.raises(Refusal) as refused:
            edit(tournament, capacity=2)
        assert fields_of(refused.value) == {"capacity": "capacity_below_entries"}
        assert refused.value.facts["entered"] == 3
        waiting = tournament.registrations.filter(status="waitlisted")
        assert list(waiting.values_list("name", flat=True)) == ["丁", "戊"]
        edit(tournament, capacity=None)
        assert not waiting.exists()

    def test_during_the_rounds_what_was_played_by_stays(self):
        tournament = make_event()
        play_rounds(tournament, "completed", "completed", "published")
        with pytest.raises(Refusal) as refused:
            edit(tournament, best_of=1, points_win=2, decklists_required=True, planned_rounds=2, place="三号店")
        assert fields_of(refused.value) == {
            "best_of": "locked_in_phase",
            "points_win": "locked_in_phase",
            "decklists_required": "locked_in_phase",
            "planned_rounds": "rounds_already_paired",
        }
        changed = edit(tournament, planned_rounds=3, top_cut=4, round_minutes=40, name="改名")
        assert (changed.planned_rounds, changed.top_cut, changed.round_minutes) == (3, 4, 40)
        with pytest.raises(Refusal, match="rounds_required"):
            edit(tournament, planned_rounds=None)

    @pytest.mark.parametrize(
        ("phase", "open_fields"),
        [(Phase.TOP_CUT, {"round_minutes"}), (Phase.FINISHED, set()), (Phase.CANCELLED, set())],
    )
    def test_later_phases_leave_less(self, phase, open_fields):
        tournament = make_event(planned_rounds=3)
        Tournament.objects.filter(pk=tournament.pk).update(phase=phase)
        edit(tournament, name="n", place="p", description="d", lists_public=True)
        for field, value in {"planned_rounds": 4, "top_cut": 8, "round_minutes": 33, "capacity": 99}.items():
            if field in open_fields:
                edit(tournament, **{field: value})
            else:
                with pytest.raises(Refusal) as refused:
                    edit(tournament, **{field: value})
                assert fields_of(refused.value) == {field: "locked_in_phase"}
                assert refused.value.facts["phase"] == phase

    def test_an_event_of_the_past_can_still_be_renamed(self):
        tournament = make_event()
        Tournament.objects.filter(pk=tournament.pk).update(decklist_deadline=tournament.starts_at + timedelta(days=1))
        assert edit(tournament, name="新名").name == "新名"


class TestDuplicating:
    def test_settings_and_staff_are_copied_entries_are_not(self):
        old = make_event(capacity=16, top_cut=8, best_of=5, round_minutes=70, decklists_required=True)
        edit(old, decklist_deadline=old.starts_at - timedelta(hours=2))
        judge = make_user("judge")
        add_staff(actor=owner_of(old), tournament_id=old.pk, username="judge", role="judge")
        enter(old, "甲", "乙")
        day = next_week() + timedelta(days=30)
        new = duplicate_tournament(actor=owner_of(old), tournament_id=old.pk, name="下月赛", starts_at=day)
        assert new.pk != old.pk
        assert replace(data_of(new), name=old.name, starts_at=old.starts_at, decklist_deadline=None) == replace(
            data_of(Tournament.objects.get(pk=old.pk)), decklist_deadline=None
        )
        assert new.decklist_deadline == day - timedelta(hours=2)
        assert not new.registrations.exists()
        assert set(new.staff.values_list("user", "role")) == {(judge.pk, "judge"), (old.created_by_id, "owner")}
        assert old.registrations.count() == 2

    def test_a_recommended_number_of_rounds_is_recommended_again(self):
        old = make_event()
        enter(old, "甲", "乙")
        play_rounds(old, "published")
        Tournament.objects.filter(pk=old.pk).update(planned_rounds=3)
        new = duplicate_tournament(actor=owner_of(old), tournament_id=old.pk, name="b", starts_at=next_week())
        assert new.planned_rounds is None
        Tournament.objects.filter(pk=old.pk).update(planned_rounds=6)
        other = duplicate_tournament(actor=owner_of(old), tournament_id=old.pk, name="c", starts_at=next_week())
        assert other.planned_rounds == 6

    def test_an_organiser_who_may_not_open_events_copies_none(self):
        old = make_event()
        with pytest.raises(NotAllowed, match="may_not_create"):
            duplicate_tournament(
                actor=staff_actor(old, "organiser"), tournament_id=old.pk, name="b", starts_at=next_week()
            )


class TestCancelling:
    @pytest.mark.parametrize("started", [False, True])
    def test_cancelled_and_back(self, started):
        tournament = make_event()
        if started:
            play_rounds(tournament, "completed")
        phase = tournament.phase
        cancel_tournament(actor=owner_of(tournament), tournament_id=tournament.pk, reason="停电")
        tournament.refresh_from_db()
        assert tournament.phase == Phase.CANCELLED
        assert tournament.log.first().facts == {"reason": "停电"}
        with pytest.raises(Conflict, match="already_cancelled"):
            cancel_tournament(actor=owner_of(tournament), tournament_id=tournament.pk, reason="again")
        reinstate_tournament(actor=owner_of(tournament), tournament_id=tournament.pk)
        tournament.refresh_from_db()
        assert tournament.phase == phase
        with pytest.raises(Conflict, match="not_cancelled"):
            reinstate_tournament(actor=owner_of(tournament), tournament_id=tournament.pk)

    def test_back_into_the_top_cut(self):
        tournament = make_event()
        play_rounds(tournament, "completed")
        tournament.rounds.create(number=2, stage="top_cut")
        cancel_tournament(actor=owner_of(tournament), tournament_id=tournament.pk, reason="停电")
        assert reinstate_tournament(actor=owner_of(tournament), tournament_id=tournament.pk).phase == Phase.TOP_CUT

    def test_it_needs_a_reason_and_the_owner(self):
        tournament = make_event()
        with pytest.raises(Refusal, match="reason_required"):
            cancel_tournament(actor=owner_of(tournament), tournament_id=tournament.pk, reason="  ")
        with pytest.raises(Refusal, match="reason_too_long"):
            cancel_tournament(actor=owner_of(tournament), tournament_id=tournament.pk, reason="x" * 201)
        with pytest.raises(NotAllowed):
            cancel_tournament(actor=staff_actor(tournament, "organiser"), tournament_id=tournament.pk, reason="x")

    def test_a_finished_event_is_not_cancelled(self):
        tournament = make_event()
        Tournament.objects.filter(pk=tournament.pk).update(phase=Phase.FINISHED, finished_at=timezone.now())
        with pytest.raises(Conflict, match="already_finished"):
            cancel_tournament(actor=owner_of(tournament), tournament_id=tournament.pk, reason="x")


def test_an_event_that_does_not_exist_is_refused():
    with pytest.raises(Refusal, match="no_such_tournament"):
        cancel_tournament(actor=make_actor(), tournament_id=0, reason="x")


def test_waiting_entries_do_not_count_as_entered():
    tournament = make_event(capacity=2)
    enter(tournament, "甲", "乙", "丙")
    assert tournament.registrations.get(name="丙").status == Registration.Status.WAITLISTED
