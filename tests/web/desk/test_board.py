"""The desk itself: typed results, the log and undoing from it."""

from __future__ import annotations

import re

import pytest

from tests.people_and_events import make_event, owner_of, staff_actor
from tests.running_events import finish_round, pair, play_game, publish, score, start_cut, start_event, swiss_over
from tests.web.desk.desk_visits import DeskVisitor, text_of
from tournaments.models import Match, Registration, Round, Tournament
from tournaments.services.rounds import publish_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def running() -> DeskVisitor:
    """The owner at an event of eight with round 1 published."""
    tournament = start_event(8)
    publish(tournament)
    return DeskVisitor(tournament, owner_of(tournament))


def table(desk: DeskVisitor, number: int) -> Match:
    return desk.tournament.rounds.latest("number").matches.get(table=number)


class TestTypedLine:
    """Results typed at the desk."""

    def test_a_result_is_recorded_and_can_be_taken_back_from_the_log(self, running: DeskVisitor) -> None:
        page = running.press("desk", line="3 2-1")
        match = table(running, 3)
        assert match.is_complete
        undo = f"{running.path('desk_match_clear', match.pk)}?version={match.version}"
        assert f'action="{undo}"' in page
        assert running.client.post(undo).status_code == 302
        assert not table(running, 3).is_complete

    def test_what_cannot_be_read_is_kept_and_explained(self, running: DeskVisitor) -> None:
        answer = running.post("desk", line="3 won")
        assert answer.status_code == 422
        assert 'value="3 won"' in text_of(answer)
        assert "“won” is not a result." in text_of(answer)

    def test_a_success_clears_the_error_and_says_what_was_taken(self, running: DeskVisitor) -> None:
        match = table(running, 3)
        assert "is not a result" in text_of(running.post("desk", line="3 won", htmx="desk-board"))
        page = text_of(running.post("desk", line="3 21", htmx="desk-board"))
        assert "is not a result" not in page
        assert "is-invalid" not in page
        assert f"Table 3: {match.player1.name} 2–1 {match.player2.name}</span>" in page

    def test_a_draw_in_words_is_the_drawn_game_of_a_best_of_one(self) -> None:
        tournament = start_event(4, best_of=1)
        publish(tournament)
        desk = DeskVisitor(tournament, owner_of(tournament))
        desk.press("desk", line="1 平")
        match = table(desk, 1)
        assert (match.is_complete, match.outcome, match.games.count()) == (True, Match.Outcome.PLAYED, 1)

    def test_a_draw_in_words_of_a_longer_match_makes_up_no_games(self, running: DeskVisitor) -> None:
        """It was refused; nobody said that it was agreed either."""
        page = text_of(running.post("desk", line="1 平", htmx="desk-board"))
        assert "drawn, games unknown. Known: 1 1-1 ! …" in page
        match = table(running, 1)
        facts = (match.is_complete, match.outcome, match.winner_seat, match.games.count())
        assert facts == (True, Match.Outcome.JUDGE_AWARD, None, 0)
        running.press("desk", line="1 1-1 ! as on the slip")
        assert (table(running, 1).outcome, match.games.count()) == (Match.Outcome.PLAYED, 2)
        running.press("desk", line="2 约平")
        assert table(running, 2).outcome == Match.Outcome.INTENTIONAL_DRAW

    @pytest.mark.parametrize("draw", ["平", "约平"])
    def test_a_draw_that_corrects_a_score_keeps_nothing_of_it(self, running: DeskVisitor, draw: str) -> None:
        running.press("desk", line="1 20")
        running.press("desk", line=f"1 {draw} ! wrong slip")
        match = table(running, 1)
        assert (match.is_complete, match.winner_seat, match.games.count()) == (True, None, 0)

    def test_a_draw_in_words_ends_a_longer_match_as_its_games_stand(self, running: DeskVisitor) -> None:
        match = table(running, 1)
        for winner in (1, 2):
            match = play_game(match, winner)
        running.press("desk", line="1 平")
        match = table(running, 1)
        assert (match.is_complete, match.outcome, match.games.count()) == (True, Match.Outcome.PLAYED, 2)
        play_game(table(running, 2), 1)
        assert "The games of table 2 are not level." in text_of(running.post("desk", line="2 平"))
        assert not table(running, 2).is_complete

    def test_a_drop_ticked_on_the_slip_of_a_no_show_that_is_in(self, running: DeskVisitor) -> None:
        running.press("desk", line="2 n2")
        running.press("desk", line="2 n2 x2")
        absent = table(running, 2).player2
        absent.refresh_from_db()
        assert absent.status == "dropped"

    def test_where_neither_came_each_is_asked_about(self, running: DeskVisitor) -> None:
        page = running.press("desk", line="2 nn")
        match = table(running, 2)
        assert (match.outcome, match.winner_seat, match.is_complete) == (Match.Outcome.DOUBLE_NO_SHOW, None, True)
        asked = [f"{name} did not come. Drop too?" for name in (match.player1.name, match.player2.name)]
        assert all(question in page for question in asked)
        page = running.read("desk_match", match.pk)
        assert "Neither came" in page
        assert all(question in page for question in asked)
        running.press("desk", line="2 21 ! came after all")
        assert table(running, 2).outcome == Match.Outcome.PLAYED

    def test_neither_came_is_a_button_until_a_game_is_recorded(self, running: DeskVisitor) -> None:
        match = table(running, 1)
        page = running.read("desk_match", match.pk)
        assert "Neither came: both lose" in page
        assert '<option value="double_no_show">' not in page, "the menu does not say it again"
        running.press("desk_match_outcome", match.pk, version=match.version, outcome="double_no_show")
        assert table(running, 1).outcome == Match.Outcome.DOUBLE_NO_SHOW
        begun = play_game(table(running, 2), 1)
        page = running.read("desk_match", begun.pk)
        assert "Neither came: both lose" not in page
        assert '<option value="double_no_show">' in page

    def test_a_drop_does_not_swallow_that_time_ran_out(self, running: DeskVisitor) -> None:
        running.press("desk", line="1 10")
        assert "has its result already" in text_of(running.post("desk", line="1 10 t x1"))
        running.press("desk", line="1 10 x1")
        assert table(running, 1).player1.status == "dropped"

    def test_a_line_typed_twice_is_taken_once(self, running: DeskVisitor) -> None:
        running.press("desk", line="1 10")
        entered = table(running, 1)
        assert f"{entered.player1.name} 1–0" in running.press("desk", line="1 1-0")
        assert table(running, 1).version == entered.version

    def test_a_judge_reads_who_decides_about_a_no_show(self, running: DeskVisitor) -> None:
        running.press("desk", line="2 n1")
        judge = DeskVisitor(running.tournament, staff_actor(running.tournament, "judge"))
        page = judge.read("desk_match", table(running, 2).pk)
        assert "Who manages the entries decides: notify the desk." in page
        assert running.path("desk_entry_change", table(running, 2).player1_id, "drop") not in page

    def test_no_draw_in_words_is_asked_about_in_the_top_cut(self) -> None:
        tournament = swiss_over(4, planned_rounds=1, top_cut=4)
        publish_round(actor=owner_of(tournament), round_id=start_cut(tournament).pk)
        desk = DeskVisitor(tournament, owner_of(tournament))
        answer = text_of(desk.post("desk", line="1 平"))
        assert "There are no drawn matches in the top cut." in answer

    def test_who_did_not_come_may_be_dropped_at_once(self, running: DeskVisitor) -> None:
        running.press("desk", line="2 n1")
        absent = table(running, 2).player1
        drop = running.path("desk_entry_change", absent.pk, "drop")
        assert f"{absent.name} did not come. Drop too?" in running.read("desk")
        assert f'action="{drop}"' in running.read("desk_match", table(running, 2).pk)
        running.press("desk_entry_change", absent.pk, "drop", next=running.path("desk"))
        absent.refresh_from_db()
        assert absent.status == "dropped"
        assert f'action="{drop}"' not in running.read("desk")

    @pytest.mark.parametrize(("cut", "third", "asks"), [(4, True, True), (4, False, False), (8, True, False)])
    def test_in_the_top_cut_only_who_plays_on_is_asked_about(self, cut: int, third: bool, asks: bool) -> None:
        tournament = swiss_over(8, top_cut=cut, third_place_match=third)
        publish_round(actor=owner_of(tournament), round_id=start_cut(tournament).pk)
        desk = DeskVisitor(tournament, owner_of(tournament))
        assert ("Drop too?" in desk.press("desk", line="1 n1")) is asks

    def test_who_did_not_come_may_stay_and_another_result_asks_again(self, running: DeskVisitor) -> None:
        running.press("desk", line="2 n1")
        absent = table(running, 2).player1
        said = running.press("desk_entry_change", absent.pk, "stay", next=running.path("desk"))
        assert f"{absent.name} stays; this result does not ask again." in said
        assert "did not come. Drop too?" not in said
        assert "Drop too?" not in running.read("desk_match", table(running, 2).pk)
        running.press("desk", line="2 nn ! both")
        assert f"{absent.name} did not come. Drop too?" in running.read("desk")
        present = table(running, 1).player1
        refused = running.post("desk_entry_change", present.pk, "stay")
        assert refused.status_code == 409

    def test_an_unknown_table(self, running: DeskVisitor) -> None:
        assert "Table 9 is not in this round." in text_of(running.post("desk", line="9 21"))

    def test_a_table_alone_opens_it(self, running: DeskVisitor) -> None:
        answer = running.post("desk", line="2")
        assert answer["Location"] == running.path("desk_match", table(running, 2).pk)

    def test_a_done_table_wants_a_reason_and_is_then_corrected(self, running: DeskVisitor) -> None:
        score(table(running, 1), 2, 0)
        assert "add ! and the reason" in text_of(running.post("desk", line="1 02"))
        running.press("desk", line="1 02 ! slips mixed up")
        match = table(running, 1)
        assert match.revisions.latest("version").reason == "slips mixed up"
        assert match.games.filter(winner_seat=2).count() == 2

    def test_the_versions_on_the_screen_count(self, running: DeskVisitor) -> None:
        match = table(running, 1)
        play_game(match, 1, chooser_seat=1, choice="first")
        answer = running.post("desk", line="1 20", seen=f"{match.pk}:1")
        assert "has changed this match since you opened it" in text_of(answer)
        assert not table(running, 1).is_complete

    def test_without_a_running_round(self) -> None:
        tournament = start_event(4)
        desk = DeskVisitor(tournament, owner_of(tournament))
        assert "No round is running" in text_of(desk.post("desk", line="1 20"))

    def test_htmx_gets_the_moving_part_alone_with_the_line_emptied(self, running: DeskVisitor) -> None:
        page = text_of(running.post("desk", line="1 20", htmx="desk-board"))
        assert "<html" not in page
        assert 'id="typed" name="line"' in page
        assert 'value="1 20"' not in page
        assert 'id="desk-next"' in page
        refused = text_of(running.post("desk", line="1 nonsense", htmx="desk-board"))
        assert 'value="1 nonsense"' in refused


def test_the_moving_part_is_sent_only_after_a_change(running: DeskVisitor) -> None:
    seen = running.get("desk").context["seen"]
    assert running.get("desk_board", query={"seen": seen}, htmx="desk-board").status_code == 204
    score(table(running, 1), 2, 0)
    answer = running.get("desk_board", query={"seen": seen}, htmx="desk-board")
    assert answer.status_code == 200
    assert re.search(r'id="strip-playing".*?>3</span>', text_of(answer))


def test_tables_stand_by_their_state(running: DeskVisitor) -> None:
    score(table(running, 1), 2, 0)
    running.press("desk", line="1 21 ! recount")
    play_game(table(running, 2), 1, chooser_seat=1, choice="first")
    page = running.read("desk")
    assert "desk-row-changed" in page
    assert "desk-row-playing" in page
    assert page.count("desk-row-open") == 2
    assert "1 corrected" in page


def test_the_log_shows_first_what_was_changed_and_ruled(running: DeskVisitor) -> None:
    score(table(running, 1), 2, 0)
    running.press("desk", line="1 02 ! slips mixed up")
    score(table(running, 2), 2, 0)
    page = running.read("desk_log")
    assert page.index("Changed and ruled") < page.index("slips mixed up") < page.index("Everything, newest first")
    assert page.count("slips mixed up") == 2 * running.read("desk_log", show="rulings").count("slips mixed up")
    assert "entered" not in running.read("desk_log", show="rulings").split('class="log-lines"')[1]


@pytest.mark.parametrize(("players", "density"), [(14, "large"), (40, "medium"), (82, "dense")])
def test_rows_are_as_large_as_the_event_allows(players: int, density: str) -> None:
    tournament = start_event(players)
    visitor = DeskVisitor(tournament, owner_of(tournament))
    draft = pair(tournament)
    assert f"rows-{density} draft-table" in visitor.read("desk_round", draft.number)
    publish_round(actor=owner_of(tournament), round_id=draft.pk)
    assert f"board-{density}" in visitor.read("desk")


def test_a_name_that_shows_nothing_can_still_be_opened(running: DeskVisitor) -> None:
    match = table(running, 1)
    Registration.objects.filter(pk=match.player1_id).update(name="\u3164\u200b")
    shown = f"#{match.player1.number}"
    assert f"> {shown} </span>" in running.read("desk")
    assert f">{shown}</a>" in running.read("desk_entries")


def test_the_queries_of_the_desk_do_not_grow_with_the_tables(django_assert_max_num_queries: object) -> None:
    tournament = start_event(40)
    finish_round(publish(tournament))
    publish(tournament)
    desk = DeskVisitor(tournament, owner_of(tournament))
    with django_assert_max_num_queries(43):  # type: ignore[operator]
        desk.read("desk")


@pytest.mark.parametrize(
    ("phase", "words"),
    [
        ("registration", "Add players"),
        ("swiss", "Pair round 1"),
        ("cancelled", "Reinstate the event"),
        ("finished", "Export to Excel"),
    ],
)
def test_the_big_button_follows_the_phase(phase: str, words: str) -> None:
    tournament = make_event()
    Tournament.objects.filter(pk=tournament.pk).update(phase=phase, planned_rounds=3)
    assert words in DeskVisitor(tournament, owner_of(tournament)).read("desk")


def test_the_log_links_what_it_speaks_of(running: DeskVisitor) -> None:
    running.press("desk", line="1 20")
    page = running.read("desk_log")
    assert running.path("desk_match", table(running, 1).pk) in page
    assert running.path("desk_round", 1) in page


def test_a_round_page_in_each_of_its_states(running: DeskVisitor) -> None:
    assert "Unpublish: back to the draft" in running.read("desk_round", 1)
    for number in range(1, 5):
        running.press("desk", line=f"{number} 20")
    assert "Complete the round" in running.read("desk_round", 1)
    running.press("desk_round_complete", 1)
    assert "Reopen the round" in running.read("desk_round", 1)
    publish(running.tournament)
    assert "Reopen the round" not in running.read("desk_round", 1)
    assert Round.objects.count() == 2


def test_starting_the_clock_is_the_big_button_while_tables_play(running: DeskVisitor) -> None:
    """One big button: once every table has finished it is the one that ends the round."""
    start = re.compile(r'/clock/start/">.*?<button class="btn (btn-primary btn-lg|btn-quiet) ', re.DOTALL)
    assert start.findall(running.read("desk")) == ["btn-primary btn-lg"]
    for match in Match.objects.filter(round__tournament=running.tournament):
        running.press("desk", line=f"{match.table} 20")
    assert start.findall(running.read("desk")) == ["btn-quiet"]


def test_a_correction_stays_before_eight_newer_slips() -> None:
    """What somebody looks for in the log at the foot had gone from it eight slips later."""
    tournament = start_event(24)
    publish(tournament)
    desk = DeskVisitor(tournament, owner_of(tournament))
    desk.press("desk", line="1 20")
    desk.press("desk", line="1 02 ! wrong slip")
    desk.press("desk", line="2 l1")
    for number in range(3, 13):
        desk.press("desk", line=f"{number} 20")
    log = desk.read("desk").split('id="desk-log"')[1]
    lines = re.findall(r"<li( class=\"log-ruling\")?>", log)
    assert [bool(one) for one in lines] == [True, True] + [False] * 6
    assert "wrong slip" in log
