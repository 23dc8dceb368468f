"""Who reads which lists, and which entries have none that counts."""

import pytest

from accounts.actor import SYSTEM
from tests.people_and_events import enter, owner_of, player_actor, staff_actor
from tests.tournaments.services.decklists.handing_in import fresh, save
from tests.typed_lists import SHORT
from tournaments.models import Registration, Tournament
from tournaments.queries.decks import (
    DeckState,
    count_states,
    decklist_problems,
    visible_decklists,
    visible_version,
    with_decks,
)
from tournaments.services.entries import withdraw

pytestmark = pytest.mark.django_db


class TestProblems:
    def test_who_keeps_the_event_from_starting(self, tournament, django_assert_num_queries):
        legal, illegal, draft, _, gone = enter(tournament, *"甲乙丙丁戊")
        save(legal)
        save(illegal, SHORT)
        save(draft, submit=False)
        withdraw(actor=owner_of(tournament), registration_id=gone.pk)
        with django_assert_num_queries(1):
            problems = decklist_problems(tournament)
        assert [(problem.registration.name, problem.state) for problem in problems] == [
            ("丙", DeckState.DRAFT),
            ("丁", DeckState.MISSING),
            ("乙", DeckState.ILLEGAL),
        ]
        states = count_states(with_decks(tournament.registrations.filter(status="active")))
        assert list(states.values()) == [1, 1, 1, 1, 0]
        tournament.decklists_required = False
        assert decklist_problems(tournament) == []


class TestReading:
    @pytest.fixture
    def lists(self, tournament):
        mine, other, draft = enter(tournament, "甲", "乙", "丙")
        save(mine)
        save(other)
        save(draft, submit=False)
        return mine, other, draft

    def names(self, actor, tournament) -> list[str]:
        return [entry.name for entry in visible_decklists(actor, Tournament.objects.get(pk=tournament.pk))]

    def test_before_the_end_judges_see_all_and_players_their_own(self, tournament, lists):
        mine, _, draft = lists
        for role, seen in {"owner": 2, "organiser": 2, "judge": 2, "scorekeeper": 0}.items():
            assert len(self.names(staff_actor(tournament, role), tournament)) == seen
        assert self.names(player_actor(mine), tournament) == ["甲"]
        assert self.names(player_actor(draft), tournament) == []
        assert self.names(SYSTEM, tournament) == []

    @pytest.mark.parametrize(
        ("lists_public", "phase", "seen"),
        [(True, "finished", ["乙", "甲"]), (True, "swiss", []), (False, "finished", []), (True, "cancelled", [])],
    )
    def test_the_public_sees_them_after_the_end_if_they_are_public(self, tournament, lists, lists_public, phase, seen):
        Tournament.objects.filter(pk=tournament.pk).update(lists_public=lists_public, phase=phase)
        assert sorted(self.names(SYSTEM, tournament), key=["乙", "甲"].index) == seen

    def test_one_list(self, tournament, lists):
        mine, other, draft = lists
        assert visible_version(player_actor(mine), fresh(mine)) is not None
        assert visible_version(player_actor(other), fresh(mine)) is None
        assert visible_version(owner_of(tournament), fresh(mine)) is not None
        assert visible_version(owner_of(tournament), fresh(draft)) is None

    @pytest.mark.parametrize("status", ["withdrawn", "waitlisted"])
    def test_who_never_played_keeps_a_public_events_list_to_oneself(self, tournament, lists, status):
        mine, other, _ = lists
        Registration.objects.filter(pk=other.pk).update(status=status)
        Tournament.objects.filter(pk=tournament.pk).update(lists_public=True, phase="finished")
        assert self.names(SYSTEM, tournament) == ["甲"]
        assert visible_version(SYSTEM, fresh(mine)) is not None
        assert visible_version(SYSTEM, fresh(other)) is None
        assert visible_version(player_actor(other), fresh(other)) is not None
        assert visible_version(owner_of(tournament), fresh(other)) is not None
