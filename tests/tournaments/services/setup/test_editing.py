"""Changing an event's settings: before the start, during the rounds, afterwards."""

from datetime import timedelta

import pytest

from accounts.refusals import NotAllowed, Refusal
from cardpool.models import CardGame, Ruleset
from tests.people_and_events import edit_event, enter, make_event, play_rounds, staff_actor
from tests.refused import fields_of
from tournaments.models import Registration, Tournament

pytestmark = pytest.mark.django_db
Phase = Tournament.Phase


class TestEditing:
    def test_only_what_changed_is_written_and_logged(self):
        tournament = make_event()
        edit_event(tournament, place="二号店", capacity=8)
        tournament.refresh_from_db()
        assert (tournament.place, tournament.capacity) == ("二号店", 8)
        assert tournament.log.first().facts == {
            "fields": ["place", "capacity"],
            "before": {"place": "一号店", "capacity": None},
            "after": {"place": "二号店", "capacity": 8},
        }

    def test_nothing_changed_is_not_logged(self):
        tournament = make_event()
        edit_event(tournament)
        assert tournament.log.count() == 1

    @pytest.mark.parametrize(("role", "allowed"), [("organiser", True), ("scorekeeper", False), ("judge", False)])
    def test_organisers_edit(self, role, allowed):
        tournament = make_event()
        actor = staff_actor(tournament, role)
        if allowed:
            assert edit_event(tournament, actor, place="x").place == "x"
        else:
            with pytest.raises(NotAllowed):
                edit_event(tournament, actor, place="x")

    def test_the_game_stays_once_somebody_has_entered(self):
        tournament = make_event()
        other = CardGame.objects.create(slug="other", name_zh="别", name_en="Other")
        Ruleset.objects.create(
            game=other, version="1", effective_from="2020-01-01", pack=tournament.ruleset.pack, digest="o"
        )
        assert edit_event(tournament, game_slug="other").ruleset.game == other
        enter(tournament, "甲")
        with pytest.raises(Refusal) as refused:
            edit_event(tournament, game_slug="ultraman-hero-duel")
        assert fields_of(refused.value) == {"game_slug": "game_has_entries"}

    def test_capacity_follows_the_entries(self):
        tournament = make_event(capacity=2)
        enter(tournament, "甲", "乙", "丙", "丁")
        edit_event(tournament, capacity=3)
        enter(tournament, "戊")
        with pytest.raises(Refusal) as refused:
            edit_event(tournament, capacity=2)
        assert fields_of(refused.value) == {"capacity": "capacity_below_entries"}
        assert refused.value.facts["entered"] == 3
        waiting = tournament.registrations.filter(status="waitlisted")
        assert list(waiting.values_list("name", flat=True)) == ["丁", "戊"]
        edit_event(tournament, capacity=None)
        assert not waiting.exists()

    def test_during_the_rounds_what_was_played_by_stays(self):
        tournament = make_event()
        play_rounds(tournament, "completed", "completed", "published")
        with pytest.raises(Refusal) as refused:
            edit_event(tournament, best_of=1, points_win=2, decklists_required=True, planned_rounds=2, place="三号店")
        assert fields_of(refused.value) == {
            "best_of": "locked_in_phase",
            "points_win": "locked_in_phase",
            "decklists_required": "locked_in_phase",
            "planned_rounds": "rounds_already_paired",
        }
        changed = edit_event(tournament, planned_rounds=3, top_cut=4, round_minutes=40, name="改名")
        assert (changed.planned_rounds, changed.top_cut, changed.round_minutes) == (3, 4, 40)
        with pytest.raises(Refusal, match="rounds_required"):
            edit_event(tournament, planned_rounds=None)

    @pytest.mark.parametrize(
        ("phase", "open_fields"),
        [(Phase.TOP_CUT, {"round_minutes"}), (Phase.FINISHED, set()), (Phase.CANCELLED, set())],
    )
    def test_later_phases_leave_less(self, phase, open_fields):
        tournament = make_event(planned_rounds=3)
        Tournament.objects.filter(pk=tournament.pk).update(phase=phase)
        edit_event(tournament, name="n", place="p", description="d", lists_public=True)
        for field, value in {"planned_rounds": 4, "top_cut": 8, "round_minutes": 33, "capacity": 99}.items():
            if field in open_fields:
                edit_event(tournament, **{field: value})
            else:
                with pytest.raises(Refusal) as refused:
                    edit_event(tournament, **{field: value})
                assert fields_of(refused.value) == {field: "locked_in_phase"}
                assert refused.value.facts["phase"] == phase

    def test_an_event_of_the_past_can_still_be_renamed(self):
        tournament = make_event()
        Tournament.objects.filter(pk=tournament.pk).update(decklist_deadline=tournament.starts_at + timedelta(days=1))
        assert edit_event(tournament, name="新名").name == "新名"


def test_waiting_entries_do_not_count_as_entered():
    tournament = make_event(capacity=2)
    enter(tournament, "甲", "乙", "丙")
    assert tournament.registrations.get(name="丙").status == Registration.Status.WAITLISTED
