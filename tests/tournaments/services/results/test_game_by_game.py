"""Results game by game while a round runs: the chooser rule on entry, time, and what every change keeps."""

from itertools import pairwise

import pytest

from accounts.refusals import Conflict, NotAllowed
from tests.people_and_events import owner_of, player_actor, staff_actor
from tests.refused import refused
from tests.running_events import finish_round, pair, play_game, publish, score, start_event
from tests.tournaments.services.recorded import at, stored
from tournaments.models import LogEntry
from tournaments.play.contradictions import ContradictionCode
from tournaments.queries.standings import standings_of
from tournaments.services import results
from tournaments.services.judged_games import SCORE_CODES
from tournaments.services.result_inputs import GameInput
from tournaments.services.rounds import publish_round
from tournaments.wording import REFUSALS, say_log, say_refusal

pytestmark = pytest.mark.django_db


class TestGameByGame:
    def test_two_wins_decide(self, match):
        assert not play_game(match, 1, chooser_seat=1, method="dice", choice="first", ending="damage").is_complete
        match = play_game(match, 1, chooser_seat=2, choice="first", ending="concession", conceded=True)
        assert match.is_complete
        assert match.completed_at is not None
        assert stored(match)["games"] == [1, 1]

    def test_a_drawn_game_decides_nothing(self, match):
        play_game(match, 1)
        play_game(match, None, ending="simultaneous")
        play_game(match, 2)
        assert not stored(match)["complete"]
        assert play_game(match, 2).is_complete
        assert stored(match)["games"] == [1, 0, 2, 2]

    def test_best_of_one_drawn_is_a_drawn_match(self):
        match = publish(start_event(2, planned_rounds=1, best_of=1)).matches.get()
        assert play_game(match, None).is_complete

    def test_the_first_player_follows_from_the_choice(self, match):
        play_game(match, 1, chooser_seat=2, choice="second")
        play_game(match, 1, chooser_seat=2, first_seat=1)
        first, second = match.games.order_by("number")
        assert (first.first_seat, second.choice) == (1, "second")

    def test_unknown_details_stay_unknown(self, match):
        play_game(match, 1, details_known=False)
        game = match.games.get()
        assert (game.chooser_seat, game.choice, game.first_seat, game.ending, game.details_known) == (
            None,
            "",
            None,
            "",
            False,
        )

    def test_no_game_after_the_match_is_decided(self, match, owner):
        score(match, 2, 0)
        refused(
            "match_already_decided",
            results.record_game,
            Conflict,
            **at(match, owner, game=GameInput(winner_seat=1)),
        )

    @pytest.mark.parametrize(
        ("code", "facts"),
        [
            ("game_needs_result", {}),
            ("game_needs_result", {"winner_seat": 1, "is_draw": True}),
            ("unknown_seat", {"winner_seat": 3}),
            ("unknown_seat", {"winner_seat": 1, "chooser_seat": 0}),
            ("unknown_choice", {"winner_seat": 1, "choice": "third"}),
            ("method_not_in_pack", {"winner_seat": 1, "method": "chess"}),
            ("ending_not_in_pack", {"winner_seat": 1, "ending": "prizes"}),
            ("conceded_draw", {"is_draw": True, "conceded": True}),
            ("details_of_unknown", {"winner_seat": 1, "details_known": False, "chooser_seat": 1}),
        ],
    )
    def test_nonsense_is_refused(self, match, owner, code, facts):
        refused(code, results.record_game, **at(match, owner, game=GameInput(**facts), override_reason="so it was"))
        assert stored(match)["games"] == []


class TestChooserRule:
    def test_the_loser_chooses(self, match, owner):
        play_game(match, 1, chooser_seat=1, choice="first")
        refusal = refused(
            "wrong_chooser", results.record_game, **at(match, owner, game=GameInput(winner_seat=2, chooser_seat=1))
        )
        assert refusal.clause == "1.2.2a"
        assert (refusal.facts["expected"], refusal.facts["actual"], refusal.facts["number"]) == (2, 1, 2)
        assert refusal.facts["expected_name"] == match.player2.name
        assert "1.2.2a" in say_refusal(refusal)
        assert match.games.count() == 1

    def test_after_a_drawn_game_the_same_chooser(self, match, owner):
        play_game(match, None, chooser_seat=2, choice="second")
        refused("wrong_chooser", results.record_game, **at(match, owner, game=GameInput(is_draw=True, chooser_seat=1)))
        assert play_game(match, 1, chooser_seat=2)

    def test_the_choice_says_who_starts(self, match, owner):
        game = GameInput(winner_seat=1, chooser_seat=1, choice="first", first_seat=2)
        assert refused("first_not_chosen", results.record_game, **at(match, owner, game=game)).facts["expected"] == 1

    def test_an_ending_holds_its_clause(self, match, owner):
        game = GameInput(winner_seat=1, ending="simultaneous")
        assert refused("ending_means_draw", results.record_game, **at(match, owner, game=game)).clause == "1.3.3"

    def test_no_method_once_the_rule_decides(self, match, owner):
        play_game(match, 1, method="rps", chooser_seat=2, choice="first")
        game = GameInput(winner_seat=1, method="rps", chooser_seat=2)
        assert refused("no_method_in_this_game", results.record_game, **at(match, owner, game=game)).clause == "1.2.2a"

    def test_a_judge_overrides_with_a_reason(self, tournament, match):
        play_game(match, 1, chooser_seat=1, choice="first")
        judge = staff_actor(tournament, "judge")
        wrong = GameInput(winner_seat=2, chooser_seat=1, choice="first")
        results.record_game(**at(match, judge, game=wrong, override_reason="  noticed in  turn 4 "))
        game = match.games.get(number=2)
        assert (game.override_reason, game.overridden_by) == ("noticed in turn 4", judge.user)
        revision = match.revisions.get(version=3)
        assert (revision.reason, revision.after["games"][1]["override_reason"]) == (
            "noticed in turn 4",
            "noticed in turn 4",
        )
        line = LogEntry.objects.filter(tournament=tournament).first()
        assert "noticed in turn 4" in say_log(line)
        # The ruling continues from the record as it is: the loser of game 2 chooses in game 3.
        assert play_game(match, 1, chooser_seat=1)

    def test_a_scorekeeper_does_not_override(self, tournament, match):
        play_game(match, 1, chooser_seat=1, choice="first")
        scorekeeper = staff_actor(tournament, "scorekeeper")
        wrong = GameInput(winner_seat=2, chooser_seat=1)
        refused("wrong_chooser", results.record_game, **at(match, scorekeeper, game=wrong))
        with pytest.raises(NotAllowed):
            results.record_game(**at(match, scorekeeper, game=wrong, override_reason="please"))

    def test_a_reason_without_a_contradiction_is_not_kept_as_an_override(self, match, owner):
        results.record_game(**at(match, owner, game=GameInput(winner_seat=1), override_reason="for nothing"))
        assert match.games.get().override_reason == ""


class TestTime:
    @pytest.mark.parametrize(("games", "winner"), [([1], 1), ([1, 2], None), ([0], None), ([], None), ([0, 2], 2)])
    def test_scored_as_it_stands(self, tournament, match, owner, games, winner):
        for game in games:
            play_game(match, game or None)
        results.end_match_on_time(**at(match, owner))
        assert stored(match) == {
            "complete": True,
            "time": True,
            "outcome": "played",
            "winner": None,
            "games": games,
        }
        finish_round(match.round)
        points = {row.registration.pk: row.points for row in standings_of(tournament)}
        expected = {None: (1, 1), 1: (3, 0), 2: (0, 3)}[winner]
        assert (points[match.player1_id], points[match.player2_id]) == expected

    def test_a_game_that_time_stopped_ends_the_match(self, match):
        play_game(match, 1)
        match = play_game(match, 2, stopped_by_time=True, ending="time")
        assert (match.is_complete, match.stopped_by_time) == (True, True)


class TestVersions:
    def test_every_change_counts_and_is_kept(self, match, owner):
        play_game(match, 1)
        score(match, 2, 0)
        results.undo_last_game(**at(match, owner))
        revisions = list(match.revisions.order_by("version"))
        assert [revision.version for revision in revisions] == [2, 3, 4]
        assert [len(revision.before["games"]) for revision in revisions] == [0, 1, 2]
        assert [revision.after["is_complete"] for revision in revisions] == [False, True, False]
        for earlier, later in pairwise(revisions):
            assert earlier.after == later.before
        assert {revision.changed_by_user for revision in revisions} == {owner.user}

    def test_a_stale_editor_gets_everything_since(self, tournament, match, owner):
        judge = staff_actor(tournament, "judge")
        play_game(match, 1, actor=judge)
        play_game(match, 2, actor=judge)
        refusal = refused(
            "match_changed",
            results.record_score,
            Conflict,
            actor=owner,
            match_id=match.pk,
            expected_version=1,
            wins1=2,
            wins2=0,
        )
        assert (refusal.facts["version"], refusal.facts["by"]) == (3, judge.label)
        assert [change["game"] for change in refusal.facts["changes"]] == [1, 2]
        assert refusal.facts["at"] is not None
        assert judge.label in say_refusal(refusal)

    def test_unchanged_games_stay_the_same_rows(self, match):
        play_game(match, 1)
        before = match.games.get().pk
        play_game(match, 2)
        assert match.games.get(number=1).pk == before


class TestEndpoints:
    def test_only_while_the_round_runs(self, owner):
        tournament = start_event(2, planned_rounds=1)
        owner = owner_of(tournament)
        draft = pair(tournament)
        match = draft.matches.get()
        refused("round_not_published", results.record_score, Conflict, **at(match, owner, wins1=2, wins2=0))
        finish_round(publish_round(actor=owner, round_id=draft.pk))
        refused("round_completed", results.undo_last_game, Conflict, **at(match, owner))

    def test_players_and_strangers_do_not_record(self, tournament, match):
        player = player_actor(match.player1)
        other = owner_of(start_event(2))
        for actor in (player, other):
            with pytest.raises(NotAllowed):
                results.record_score(**at(match, actor, wins1=2, wins2=0))

    def test_no_such_match(self, owner):
        refused("no_such_match", results.end_match_on_time, actor=owner, match_id=0, expected_version=1)


def test_every_verb_reads_as_a_sentence(tournament, match, owner):
    play_game(match, 1)
    results.undo_last_game(**at(match, owner))
    results.record_outcome(**at(match, owner, outcome="judge_award", winner_seat=1))
    results.clear_result(**at(match, owner))
    results.end_match_on_time(**at(match, owner))
    results.clear_result(**at(match, owner))
    score(match, 1, 1, 1)
    for line in LogEntry.objects.filter(tournament=tournament):
        said = say_log(line)
        assert said != line.verb
        assert "%(" not in said


def test_every_code_that_is_made_from_a_table_has_words():
    codes = {code.value for code in ContradictionCode} | set(SCORE_CODES.values())
    assert codes <= set(REFUSALS)
