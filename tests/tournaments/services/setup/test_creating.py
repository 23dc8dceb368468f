"""Opening an event: its rules, what it starts from, and which fields are refused."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from accounts.refusals import NotAllowed, Refusal
from cardpool.models import CardGame, Ruleset
from tests.people_and_events import enter, event_data, load_game, make_actor, make_event, next_week, owner_of
from tests.refused import fields_of
from tournaments.models import Tournament
from tournaments.queries.settings import (
    data_of,
    recommended_cut,
    recommended_rounds,
    rounds_of_plan,
    tournament_defaults,
)
from tournaments.services.setup import create_tournament, edit_tournament

pytestmark = pytest.mark.django_db
Phase = Tournament.Phase


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
