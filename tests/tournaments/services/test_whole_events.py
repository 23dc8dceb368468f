"""Random small events through the services, in any order a hall could think of, with what must always hold.

Steps that are refused are part of it: a refusal must leave nothing behind.
"""

from collections import Counter

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from accounts.refusals import Refusal
from tests.people_and_events import owner_of
from tests.running_events import bracket_of, start_event
from tests.tournaments.queries.independent_table import independent_table
from tournaments.models import LogEntry, Match, MatchRevision, Registration, Round, Tournament
from tournaments.queries.next_step import Step, next_step
from tournaments.queries.standings import standings_of
from tournaments.services import entries, results, rounds, top_cut
from tournaments.services.corrections import correct_match
from tournaments.services.drafts import discard_draft, pair_next_round, swap_players
from tournaments.services.finish import finish_tournament, reopen_tournament
from tournaments.services.result_inputs import GameInput, OutcomeInput, ScoreInput

SCORES = [(2, 0, 0), (0, 2, 0), (2, 1, 0), (1, 2, 1), (1, 1, 0), (1, 0, 0), (0, 0, 1), (1, 1, 1)]
OUTCOMES = [("no_show", 1), ("match_loss", 2), ("judge_award", 1), ("intentional_draw", None), ("double_loss", None)]
TO_THE_END = 25
"""Presses of the header's button from the start of this event to its end: four rounds, two cut rounds, the finish."""
index = st.integers(min_value=0, max_value=30)
choices = st.lists(index, min_size=5, max_size=5)


class Event(RuleBasedStateMachine):
    """An event of three to seven players, four Swiss rounds and a top 4."""

    @initialize(players=st.integers(min_value=3, max_value=7), steps=st.integers(0, TO_THE_END), choices=choices)
    def start(self, players, steps, choices):
        self.tournament = start_event(players, planned_rounds=4, top_cut=4, third_place_match=True)
        self.owner = owner_of(self.tournament)
        self.entered = players
        self.checked = 0
        for _ in range(steps):
            self.go_on(choices)

    # What is there to act on.

    def newest(self):
        return self.tournament.rounds.order_by("-number").first()

    def pick(self, queryset, number):
        found = list(queryset.order_by("pk"))
        return found[number % len(found)] if found else None

    def attempt(self, service, **arguments):
        """Call a service; a refusal must leave no line in the log."""
        lines = LogEntry.objects.filter(tournament=self.tournament).count()
        try:
            result = service(actor=self.owner, **arguments)
        except Refusal:
            assert LogEntry.objects.filter(tournament=self.tournament).count() == lines
            return None
        assert LogEntry.objects.filter(tournament=self.tournament).count() > lines
        return result

    def on_round(self, service):
        newest = self.newest()
        if newest is not None:
            self.attempt(service, round_id=newest.pk)

    # What an organiser does.

    @rule(choices=choices)
    def go_on(self, choices):
        """What the header's button says; all open tables get a score at once."""
        self.tournament.refresh_from_db()
        step = next_step(self.tournament, self.owner)
        match step.code:
            case Step.PAIR:
                self.attempt(pair_next_round, tournament_id=self.tournament.pk, number=step.number, seed=step.number)
            case Step.PUBLISH:
                self.on_round(rounds.publish_round)
            case Step.ENTER_RESULTS:
                self.enter_scores(choices)
            case Step.COMPLETE:
                self.on_round(rounds.complete_round)
            case Step.START_TOP_CUT:
                self.attempt(top_cut.start_top_cut, tournament_id=self.tournament.pk, seed=9)
            case Step.FINISH:
                self.attempt(finish_tournament, tournament_id=self.tournament.pk)
            case _:
                assert step.code == Step.EXPORT

    @rule(choices=choices)
    def go_on_again(self, choices):
        """Most presses in a hall are this one."""
        self.go_on(choices)
        self.go_on(choices)

    def enter_scores(self, choices):
        newest = self.newest()
        for match, choice in zip(newest.matches.filter(is_complete=False), choices, strict=False):
            wins = SCORES[choice % (len(SCORES) if newest.stage == Round.Stage.SWISS else 4)]
            self.attempt(
                results.record_score,
                match_id=match.pk,
                expected_version=match.version,
                wins1=wins[0],
                wins2=wins[1],
                draws=wins[2],
            )

    @rule(service=st.sampled_from([discard_draft, rounds.unpublish_round, rounds.reopen_round]))
    def one_step_back(self, service):
        self.on_round(service)

    @rule(one=index, two=index)
    def swap(self, one, two):
        newest = self.newest()
        people = self.tournament.registrations
        if newest is not None:
            self.attempt(
                swap_players,
                round_id=newest.pk,
                registration_a=self.pick(people, one).pk,
                registration_b=self.pick(people, two).pk,
            )

    @rule()
    def discard_the_cut(self):
        self.attempt(top_cut.discard_top_cut, tournament_id=self.tournament.pk)

    @rule()
    def reopen_the_event(self):
        self.attempt(reopen_tournament, tournament_id=self.tournament.pk)

    # What happens to people.

    @rule(who=index)
    def drop(self, who):
        self.attempt(entries.drop, registration_id=self.pick(self.tournament.registrations, who).pk)

    @rule(who=index)
    def undrop(self, who):
        gone = self.tournament.registrations.filter(status="dropped")
        if gone.exists():
            self.attempt(entries.undrop, registration_id=self.pick(gone, who).pk)

    @precondition(lambda self: self.entered < 9)
    @rule(policy=st.sampled_from(["loss", "bye"]))
    def late(self, policy):
        self.entered += 1
        self.attempt(
            entries.late_entry, tournament_id=self.tournament.pk, name=f"Late {self.entered}", late_policy=policy
        )

    @rule(who=index)
    def disqualify(self, who):
        person = self.pick(self.tournament.registrations, who)
        if self.tournament.registrations.filter(status="active").count() > 3:
            self.attempt(entries.disqualify, registration_id=person.pk, reason="cheating")

    # What happens at tables.

    @rule(which=index, winner=st.sampled_from([1, 2, None]))
    def game(self, which, winner):
        match = self.pick(self.matches(), which)
        if match is not None:
            self.attempt(
                results.record_game,
                match_id=match.pk,
                expected_version=match.version,
                game=GameInput(winner_seat=winner, is_draw=winner is None),
            )

    @rule(which=index)
    def take_back(self, which):
        match = self.pick(self.matches(), which)
        if match is not None:
            service = results.undo_last_game if which % 2 else results.clear_result
            self.attempt(service, match_id=match.pk, expected_version=match.version)

    @rule(which=index, outcome=st.sampled_from(OUTCOMES))
    def declare(self, which, outcome):
        match = self.pick(self.matches(), which)
        if match is not None:
            self.attempt(
                results.record_outcome,
                match_id=match.pk,
                expected_version=match.version,
                outcome=outcome[0],
                winner_seat=outcome[1],
            )

    @rule(which=index, how=st.one_of(st.sampled_from(SCORES), st.sampled_from(OUTCOMES)))
    def correct(self, which, how):
        match = self.pick(self.matches(), which)
        if match is None:
            return
        if len(how) == 3:
            result = {"score": ScoreInput(wins1=how[0], wins2=how[1], draws=how[2])}
        else:
            result = {"outcome": OutcomeInput(outcome=how[0], winner_seat=how[1])}
        self.attempt(correct_match, match_id=match.pk, expected_version=match.version, reason="second look", **result)

    def matches(self):
        return Match.objects.filter(round__tournament=self.tournament)

    # What always holds.

    @invariant()
    def all_is_well(self):
        """Looked at after each step that changed anything."""
        newest = self.tournament.log.values_list("pk", flat=True).first()
        if newest == self.checked:
            return
        self.checked = newest
        self.everybody_has_one_place_in_every_round()
        self.nobody_sits_twice_in_a_round()
        self.tables_equal_an_independent_computation()
        self.every_change_of_a_match_is_kept()
        self.completed_rounds_have_no_open_table()
        self.the_bracket_agrees_with_its_tables()
        self.final_places_exist_after_the_end_alone()

    def everybody_has_one_place_in_every_round(self):
        rounds_shown = self.tournament.rounds.filter(stage="swiss").exclude(status="draft")
        people = list(Registration.objects.filter(tournament=self.tournament))
        for round in rounds_shown:
            played = Counter()
            for one, two in round.matches.values_list("player1", "player2"):
                played.update((one, two))
            played.update(round.byes.filter(kind="paired").values_list("registration", flat=True))
            places = Counter(played)
            places.update(round.byes.exclude(kind="paired").values_list("registration", flat=True))
            places.update(round.missed.values_list("registration", flat=True))
            for person in people:
                facts = (round.number, person.name, person.status, person.status_round)
                if person.status == "active" or person.status_round >= round.number:
                    assert places[person.pk] == 1, facts
                else:
                    assert (played[person.pk], places[person.pk]) in [(0, 0), (0, 1)], facts

    def nobody_sits_twice_in_a_round(self):
        for round in self.tournament.rounds.all():
            seats = [key for pair in round.matches.values_list("player1", "player2") for key in pair]
            assert len(seats) == len(set(seats))
            tables = list(round.matches.values_list("table", flat=True))
            assert len(tables) == len(set(tables))

    def tables_equal_an_independent_computation(self):
        completed = self.tournament.rounds.filter(stage="swiss", status="completed")
        for number in completed.values_list("number", flat=True):
            rows = [
                (row.rank, row.registration.pk, row.points, row.record, *row.tiebreakers.values())
                for row in standings_of(self.tournament, number)
                if row.rank is not None
            ]
            assert rows == independent_table(self.tournament, number)

    def every_change_of_a_match_is_kept(self):
        for match in self.matches().prefetch_related("revisions"):
            versions = [revision.version for revision in match.revisions.all()]
            swaps = self.tournament.log.filter(verb="players_swapped").count()
            assert match.version - 1 - len(versions) <= swaps
            assert versions == sorted(set(versions))

    def completed_rounds_have_no_open_table(self):
        assert not self.matches().filter(round__status="completed", is_complete=False).exists()

    def the_bracket_agrees_with_its_tables(self):
        picture = bracket_of(self.tournament, drafts=True)
        phase = Tournament.objects.get(pk=self.tournament.pk).phase
        assert (picture is not None) == self.tournament.rounds.filter(stage="top_cut").exists()
        assert (phase == "top_cut") <= (picture is not None)
        for column in picture.rounds if picture is not None else ():
            for box in column.matches:
                if box.match is not None:
                    seated = {box.match.player1_id, box.match.player2_id}
                    assert seated == {box.top.registration.pk, box.bottom.registration.pk}

    def final_places_exist_after_the_end_alone(self):
        finished = Tournament.objects.get(pk=self.tournament.pk).phase == "finished"
        places = self.tournament.registrations.filter(final_place__isnull=False)
        assert places.exists() == finished
        picture = bracket_of(self.tournament)
        expelled = self.tournament.registrations.filter(status="disqualified")
        assert not expelled.filter(final_place__isnull=False).exists()
        if finished and not expelled.exists() and (picture is None or picture.winner is not None):
            assert places.filter(final_place=1).exists()


@pytest.mark.django_db
@pytest.mark.slow
def test_whole_events():
    run_state_machine_as_test(
        Event,
        settings=settings(
            max_examples=12,
            stateful_step_count=12,
            deadline=None,
            suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
        ),
    )


@pytest.mark.django_db
def test_the_button_alone_leads_to_the_end():
    event = Event()
    event.start(players=6, steps=TO_THE_END, choices=[0, 1, 2, 3, 0])
    event.all_is_well()
    assert event.tournament.registrations.filter(final_place=1).count() == 1
    assert MatchRevision.objects.exists()
