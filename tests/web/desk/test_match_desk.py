"""The result screen of one match."""

from __future__ import annotations

from typing import Any

import pytest

from tests.people_and_events import owner_of, staff_actor
from tests.running_events import ONE, TWO, pair, play_cut, play_game, play_swiss, publish, score, start_event
from tests.web.desk.desk_visits import DeskVisitor, text_of
from tournaments.models import Match, Round

pytestmark = pytest.mark.django_db

GAME = {"method": "rps", "chooser": "1", "choice": "first", "result": "1", "ending": "damage"}


@pytest.fixture
def match() -> Match:
    """The first table of a running round of four."""
    return publish(start_event(4)).matches.order_by("table")[0]


def visitor(match: Match, role: str = "owner") -> DeskVisitor:
    tournament = match.round.tournament
    return DeskVisitor(tournament, owner_of(tournament) if role == "owner" else staff_actor(tournament, role))


def fresh(match: Match) -> Match:
    return Match.objects.get(pk=match.pk)


def test_game_one_asks_for_the_method_and_cites_the_clause(match: Match) -> None:
    page = visitor(match).read("desk_match", match.pk)
    assert "rock-paper-scissors" in page
    assert "1.2.2" in page
    assert "Found by" in page


def test_a_recorded_game_says_who_chose_who_started_and_how_it_ended(match: Match) -> None:
    page = visitor(match).press("desk_match_game", match.pk, version=1, **GAME)
    one, two = match.player1.name, match.player2.name
    assert "Game 1 is recorded." in page
    assert f"{one} chose to go first" in page
    assert f"{one} started" in page
    assert "Five or more cards in the damage area" in page
    assert f"{two} chooses" in page
    assert "1.2.2a" in page
    game = fresh(match).games.get()
    assert (game.chooser_seat, game.first_seat, game.winner_seat, game.method) == (1, 1, 1, "rps")


def test_the_chooser_of_the_next_game_is_filled_in(match: Match) -> None:
    play_game(match, ONE, chooser_seat=ONE, choice="first")
    page = visitor(match).read("desk_match", match.pk)
    assert 'name="chooser" value="2" id="id_chooser_1" checked' in page
    assert "Found by" not in page


def test_after_a_drawn_game_the_same_player_chooses_again(match: Match) -> None:
    play_game(match, None, chooser_seat=TWO, choice="second")
    page = visitor(match).read("desk_match", match.pk)
    assert f"{match.player2.name} chooses again" in page


def test_a_game_without_a_result_is_refused_and_keeps_the_rest(match: Match) -> None:
    answer = visitor(match).post("desk_match_game", match.pk, version=1, chooser="2", choice="second", ending="damage")
    page = text_of(answer)
    assert answer.status_code == 422
    assert "Say who won, or that it was drawn." in page
    assert 'value="2" id="id_chooser_1" checked' in page
    assert '<option value="damage" selected>' in page
    assert fresh(match).version == 1


def test_a_contradiction_names_its_clause_and_a_judge_may_override_it(match: Match) -> None:
    play_game(match, ONE, chooser_seat=ONE, choice="first")
    wrong = {"version": 2, "chooser": "1", "choice": "first", "result": "2", "ending": "damage"}
    scorekeeper = visitor(match, "scorekeeper").post("desk_match_game", match.pk, **wrong)
    assert scorekeeper.status_code == 422
    assert "1.2.2a" in text_of(scorekeeper)
    assert 'name="override_reason"' not in text_of(scorekeeper)

    judge = visitor(match, "judge")
    refused = text_of(judge.post("desk_match_game", match.pk, **wrong))
    assert 'name="override_reason"' in refused
    assert "Record it against the rule" in refused
    silent = text_of(judge.post("desk_match_game", match.pk, **wrong, override_reason=""))
    assert "Write down why the record is kept against the rule." in silent
    page = judge.press("desk_match_game", match.pk, **wrong, override_reason="Both had agreed before")
    assert "A judge let it stand: Both had agreed before" in page
    assert fresh(match).games.get(number=2).override_reason == "Both had agreed before"


def test_a_scorekeeper_cannot_override_by_sending_the_field(match: Match) -> None:
    play_game(match, ONE, chooser_seat=ONE, choice="first")
    wrong = {"version": 2, "chooser": "1", "choice": "first", "result": "2", "override_reason": "because"}
    answer = visitor(match, "scorekeeper").post("desk_match_game", match.pk, **wrong)
    assert answer.status_code == 403
    assert fresh(match).games.count() == 1


def test_quick_buttons_enter_the_score_and_claim_no_details(match: Match) -> None:
    page = visitor(match).press("desk_match_score", match.pk, version=1, score="2-1-0")
    assert f"{match.player1.name} won the match" in page
    assert "Only the result is known" in page
    assert page.count("When it was played was not recorded") == 2
    assert page.count('<span class="game-number figures">?</span>') == 2
    assert set(fresh(match).games.values_list("details_known", flat=True)) == {False}


def test_quick_buttons_offer_nothing_below_the_games_there_are(match: Match) -> None:
    play_game(match, TWO, chooser_seat=ONE, choice="first")
    page = visitor(match).read("desk_match", match.pk)
    assert 'value="2-1-0"' in page
    assert 'value="2-0-0"' not in page


def test_quick_buttons_keep_the_drawn_games_there_are(match: Match) -> None:
    play_game(match, ONE, chooser_seat=ONE, choice="first")
    play_game(match, None)
    page = visitor(match).read("desk_match", match.pk)
    for offered in ("2-0-1", "2-1-1", "1-2-1", "1-1-1"):
        assert f'value="{offered}"' in page
    assert 'value="1-0-1"' not in page
    assert "it counts as it stands, 1–0–1" in page
    assert f"{match.player2.name} chooses again" in page


def test_a_result_leads_to_the_next_open_table(match: Match) -> None:
    page = visitor(match).press("desk_match_score", match.pk, version=1, score="2-0-0")
    other = match.round.matches.exclude(pk=match.pk).get()
    assert f"Next open: table {other.table}" in page
    page = visitor(match).press("desk_match_score", other.pk, version=1, score="2-0-0")
    assert "All tables are done" in page


def test_the_score_comes_first_and_details_are_folded_until_a_game_has_some(match: Match) -> None:
    page = visitor(match).read("desk_match", match.pk)
    assert page.index('id="quick-title"') < page.index('id="game-title"')
    assert "data-open-wide> <summary>" in page
    play_game(match, ONE, chooser_seat=ONE, choice="first")
    assert "data-open-wide open>" in visitor(match).read("desk_match", match.pk)


def test_an_impossible_score_is_refused_and_kept(match: Match) -> None:
    answer = visitor(match).post("desk_match_score", match.pk, version=1, wins1="3", wins2="0", draws="0")
    assert answer.status_code == 422
    assert "3–0 is not a score of a best of 3." in text_of(answer)
    assert 'name="wins1" value="3"' in text_of(answer)
    chinese = DeskVisitor(match.round.tournament, owner_of(match.round.tournament), language="zh-hans")
    answer = chinese.post("desk_match_score", match.pk, version=1, wins1="3", wins2="0", draws="0")
    assert "三局两胜的比赛没有 3–0 这样的比分。" in text_of(answer)


def test_time_ends_the_match_as_it_stands(match: Match) -> None:
    play_game(match, TWO, chooser_seat=ONE, choice="first")
    page = visitor(match).press("desk_match_time", match.pk, version=2)
    assert f"{match.player2.name} won the match" in page
    assert "ended on time" in page


@pytest.mark.parametrize(
    ("sent", "outcome", "winner"),
    [
        ("intentional_draw", "intentional_draw", None),
        ("no_show-1", "no_show", 1),
        ("match_loss-2", "match_loss", 2),
        ("judge_award-1", "judge_award", 1),
        ("judge_award", "judge_award", None),
        ("double_loss", "double_loss", None),
    ],
)
def test_declared_outcomes(match: Match, sent: str, outcome: str, winner: int | None) -> None:
    visitor(match).press("desk_match_outcome", match.pk, version=1, outcome=sent, reason="as announced")
    entered = fresh(match)
    assert (entered.outcome, entered.winner_seat, entered.reason) == (outcome, winner, "as announced")
    assert entered.is_complete


def test_the_last_game_comes_off_and_a_result_is_cleared(match: Match) -> None:
    play_game(match, ONE, chooser_seat=ONE, choice="first")
    desk = visitor(match)
    assert "The last game is taken off." in desk.press("desk_match_undo", match.pk, version=2)
    desk.press("desk_match_score", match.pk, version=3, score="0-2-0")
    assert "the history keeps it" in desk.press("desk_match_clear", match.pk, version=4)
    assert not fresh(match).is_complete
    assert fresh(match).revisions.count() == 4


class TestStaleForms:
    """Somebody else was faster: nothing is lost and nothing overwritten."""

    def test_a_game_can_be_applied_to_the_new_state(self, match: Match) -> None:
        play_game(match, ONE, chooser_seat=ONE, choice="first")
        answer = visitor(match).post("desk_match_game", match.pk, version=1, **GAME)
        page = text_of(answer)
        assert answer.status_code == 409
        assert "has changed this match since you opened it (game 1)" in page
        assert owner_of(match.round.tournament).label in page
        assert "Apply to the new state" in page
        assert 'name="version" value="2"' in page
        assert '<option value="damage" selected>' in page
        assert fresh(match).games.count() == 1

    def test_a_score_for_a_match_decided_meanwhile_becomes_a_correction(self, match: Match) -> None:
        score(match, 2, 0)
        answer = visitor(match).post("desk_match_score", match.pk, version=1, score="1-2-0")
        page = text_of(answer)
        assert answer.status_code == 409
        assert 'name="wins1" value="1"' in page
        assert 'name="wins2" value="2"' in page
        assert 'name="kind" value="score"' in page
        assert "Apply to the new state" in page

    def test_a_game_for_a_match_decided_meanwhile_is_kept_as_a_line(self, match: Match) -> None:
        score(match, 2, 0)
        page = text_of(visitor(match).post("desk_match_game", match.pk, version=1, **{**GAME, "result": "2"}))
        assert 'name="g3-result"' in page
        assert '<option value="2" selected>' in page.split('name="g3-result"')[1].split("</select>")[0]

    def test_an_outcome_is_kept(self, match: Match) -> None:
        play_game(match, ONE, chooser_seat=ONE, choice="first")
        page = text_of(
            visitor(match).post("desk_match_outcome", match.pk, version=1, outcome="double_loss", reason="both late")
        )
        assert '<option value="double_loss" selected>' in page
        assert 'value="both late"' in page


class TestCorrections:
    """Existing results."""

    def test_a_reason_is_needed_and_what_was_typed_is_kept(self, match: Match) -> None:
        score(match, 2, 0)
        sent: dict[str, Any] = {"version": 2, "kind": "score", "wins1": 1, "wins2": 2, "draws": 0}
        answer = visitor(match).post("desk_match_correct", match.pk, **sent)
        assert answer.status_code == 422
        assert 'name="wins2" value="2"' in text_of(answer)
        page = visitor(match).press("desk_match_correct", match.pk, **sent, reason="slips mixed up")
        assert "The result is corrected" in page
        assert "<del>2–0</del> → <ins>1–2</ins>" in page
        assert "slips mixed up" in page

    def test_to_an_outcome(self, match: Match) -> None:
        score(match, 2, 0)
        sent = {"version": 2, "kind": "outcome", "outcome": "match_loss-2", "reason": "marked cards"}
        page = visitor(match).press("desk_match_correct", match.pk, **sent)
        assert f"{match.player2.name} won the match" in page

    def test_game_by_game(self, match: Match) -> None:
        score(match, 2, 0)
        sent = {
            "version": 2,
            "kind": "games",
            "reason": "the slip had it all",
            "g1-result": "1", "g1-chooser": "1", "g1-choice": "first", "g1-ending": "damage",
            "g2-result": "draw", "g2-chooser": "2", "g2-choice": "first", "g2-ending": "simultaneous",
            "g3-result": "1", "g3-chooser": "2", "g3-choice": "second", "g3-ending": "empty_deck_draw",
            "g4-result": "",
        }  # fmt: skip
        visitor(match).press("desk_match_correct", match.pk, **sent)
        games = list(fresh(match).games.order_by("number"))
        assert [game.winner_seat for game in games] == [1, None, 1]
        assert [game.first_seat for game in games] == [1, 2, 1]

    def test_game_by_game_against_the_rule_names_the_clause(self, match: Match) -> None:
        score(match, 2, 0)
        sent = {
            "version": 2,
            "kind": "games",
            "reason": "as announced",
            "g1-result": "1", "g1-chooser": "1", "g1-choice": "first",
            "g2-result": "1", "g2-chooser": "1", "g2-choice": "first",
        }  # fmt: skip
        answer = visitor(match, "judge").post("desk_match_correct", match.pk, **sent)
        page = text_of(answer)
        assert answer.status_code == 422
        assert "1.2.2a" in page
        assert 'name="override_reason"' in page
        visitor(match, "judge").press("desk_match_correct", match.pk, **sent, override_reason="agreed")
        assert fresh(match).games.get(number=2).override_reason == "agreed"

    def test_of_a_round_that_is_over(self) -> None:
        tournament = start_event(4)
        play_swiss(tournament, count=1)
        match = tournament.rounds.get().matches.order_by("table")[0]
        desk = DeskVisitor(tournament, staff_actor(tournament, "judge"))
        assert "Correct the result" in desk.read("desk_match", match.pk)
        sent = {"version": match.version, "kind": "score", "wins1": 0, "wins2": 2, "draws": 0, "reason": "mixed up"}
        assert "The result is corrected" in desk.press("desk_match_correct", match.pk, **sent)


def test_a_draft_takes_no_results() -> None:
    tournament = start_event(4)
    match = pair(tournament).matches.first()
    page = DeskVisitor(tournament, owner_of(tournament)).read("desk_match", match.pk)
    assert "This round is a draft." in page
    assert "Record the game" not in page


def test_the_top_cut_offers_no_draws_and_shows_the_seeds() -> None:
    tournament = start_event(8, top_cut=4)
    play_swiss(tournament)
    play_cut(tournament)
    match = tournament.rounds.filter(stage=Round.Stage.TOP_CUT).first().matches.first()
    page = DeskVisitor(tournament, owner_of(tournament)).read("desk_match", match.pk)
    assert "seed 1" in page
    assert "Intentional draw" not in page
