"""Two players report the result of their match from their phones; staff see how it stands."""

from __future__ import annotations

import re

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.actor import Actor
from tests.judged_events import event_with_lists, seat_somebody_else, table_of
from tests.people_and_events import make_user, owner_of, player_actor
from tests.web.pages import assert_clean, words_of
from tests.web.public.visiting import browser, open_links
from tournaments.models import Match, ResultReport, Tournament
from tournaments.play.reported_games import Result, SaidGame, Side
from tournaments.services.calls import close_call, raise_call
from tournaments.services.reports import report_game, report_score

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    tournament, _round, _judge = event_with_lists(4)
    return table_of(tournament.registrations.earliest("pk"))


def address(entry) -> str:
    return f"/my/entries/{entry.pk}/report/"


def buttons(answer) -> dict[str, str]:
    """The hidden fields of the report form, and the scores on its buttons."""
    html = answer.content.decode()
    section = html[html.index('id="report-') :].partition("</section>")[0]
    fields = dict(re.findall(r'name="(match|against|key)" value="([^"]+)"', section))
    return fields | {"scores": " ".join(re.findall(r'value="(\d+-\d+-\d+)"', section))}


@pytest.mark.parametrize("language", ["en", "zh-hans"])
@pytest.mark.parametrize("page", ["/my/", "match"])
def test_one_reports_and_the_other_confirms(match, language, page):
    path = f"/t/{match.round.tournament.code}/match/{match.pk}/" if page == "match" else page
    one, two = (browser(player_actor(entry), language) for entry in (match.player1, match.player2))
    first = one.get(path)
    assert_clean(first)
    shown = buttons(first)
    assert shown["scores"].split()[:4] == ["2-0-0", "2-1-0", "1-0-0", "1-2-0"]
    sent = {"score": "2-1-0", "match": shown["match"], "key": shown["key"], "next": path}
    answer = one.post(address(match.player1), sent)
    assert (answer.status_code, answer["Location"]) == (302, path)
    one.post(address(match.player1), sent)  # The tap is sent again.
    assert ResultReport.objects.count() == 1
    again = buttons(one.get(path))["key"]
    assert again != shown["key"]
    one.post(address(match.player1), sent | {"score": "1-2-0", "key": again})
    one.post(address(match.player1), sent)  # The page was gone back to, and pressed.
    assert ResultReport.objects.count() == 3
    waits, asks = one.get(path), two.get(path)
    for seen in (waits, asks):
        assert_clean(seen)
    assert ("You reported 2–1" if language == "en" else "你上报的是 2–1") in words_of(waits)
    assert ("reported 1–2" if language == "en" else "对手上报的是 1–2") in words_of(asks)
    confirm = buttons(asks)
    assert confirm["scores"].split()[0] == "1-2-0"
    done = two.post(
        address(match.player2),
        {"score": "1-2-0", "match": confirm["match"], "key": confirm["key"]},
        headers={"HX-Request": "true"},
    )
    assert ("The result is entered." if language == "en" else "赛果已录入。") in words_of(done)
    match.refresh_from_db()
    assert (match.is_complete, match.games.filter(winner_seat=1).count()) == (True, 2)


@pytest.mark.parametrize(("language", "words"), [("en", "The later report counts."), ("zh-hans", "以后来那次为准")])
def test_a_phone_hears_that_its_earlier_report_came_late(match, language, words):
    one, again = (browser(player_actor(match.player1), language) for _ in range(2))
    sent = {"match": match.pk, "score": "2-0-0", "pressed": "8"}
    one.post(address(match.player1), sent, headers={"X-Report": "1"})
    late = sent | {"score": "2-1-0", "pressed": "7"}
    answer = one.post(address(match.player1), late, headers={"X-Report": "1"})
    assert answer.status_code == 200
    assert words in answer.json()["words"]
    again.post(address(match.player1), late, headers={"X-Report": "1"})  # Another phone, whose numbers are its own.
    one.post(address(match.player1), sent | {"score": "1-0-0", "pressed": "9" * 16}, headers={"X-Report": "1"})
    found = ResultReport.objects.order_by("pk").values_list("won", "lost", "is_superseded")
    assert list(found) == [(2, 0, False), (2, 1, True), (2, 1, False), (1, 0, False)]
    assert len({one.phone for one in ResultReport.objects.all()}) == 3


def test_presses_are_counted_on_though_somebody_signs_in_on_the_phone(match):
    """Signing in changes the key of the session; the report that was overtaken then counted again."""
    phone = browser(player_actor(match.player1), "en")
    sent = {"match": match.pk, "score": "2-0-0", "pressed": "8"}
    phone.post(address(match.player1), sent, headers={"X-Report": "1"})
    before = phone.session.session_key
    phone.force_login(make_user())
    assert phone.session.session_key != before
    phone.post(address(match.player1), sent | {"score": "2-1-0", "pressed": "7"}, headers={"X-Report": "1"})
    found = ResultReport.objects.order_by("pk").values_list("won", "lost", "is_superseded")
    assert list(found) == [(2, 0, False), (2, 1, True)]


@pytest.mark.parametrize("about", [{"score": "2-0-0"}, {"pod": "1", "places": "1:1"}])
def test_a_stranger_who_reports_gets_no_session(match, about):
    sent = {"match": match.pk, "pressed": "1", **about}
    assert Client().post(address(match.player1), sent, headers={"X-Report": "1"}).status_code == 404
    assert not Session.objects.exists()


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_yes_that_is_right_on_a_page_of_before_a_repair_confirms_nothing(match, language):
    report_score(actor=player_actor(match.player2), match_id=match.pk, wins1=2, wins2=1)
    phone = browser(player_actor(match.player1), language)
    stale = buttons(phone.get("/my/"))
    seat_somebody_else(match)
    answer = phone.post(address(match.player1), {**stale, "score": "2-1-0"})
    assert answer.status_code == 409
    assert ("You are no longer paired" if language == "en" else "你的对手已经换了") in words_of(answer)
    assert ResultReport.objects.count() == 1


def test_staff_see_the_reports_and_enter_one_by_a_press(match):
    tournament = match.round.tournament
    for entry, wins in ((match.player1, (2, 0)), (match.player2, (1, 2))):
        report_score(actor=player_actor(entry), match_id=match.pk, wins1=wins[0], wins2=wins[1])
    desk = browser(owner_of(tournament), "en")
    page = desk.get(f"/t/{tournament.code}/desk/match/{match.pk}/")
    assert_clean(page)
    assert "The players reported different results" in words_of(page)
    assert "Enter 1–2" in words_of(page)
    assert "disputed" in words_of(desk.get(f"/t/{tournament.code}/desk/"))
    public = words_of(browser().get(f"/t/{tournament.code}/pairings/"))
    assert "Reported" in public or "已上报" in public
    assert "2–0" not in public
    desk.post(f"/t/{tournament.code}/desk/match/{match.pk}/score/", {"version": match.version, "score": "1-2-0"})
    match.refresh_from_db()
    assert match.is_complete


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_a_judge_who_goes_leaves_no_call_behind_and_saw_what_was_reported(match, language):
    code = match.round.tournament.code
    one, judge = browser(player_actor(match.player1), language), browser(owner_of(match.round.tournament), language)
    raised = raise_call(actor=player_actor(match.player1), match_id=match.pk, words="?")
    report_score(actor=player_actor(match.player1), match_id=match.pk, wins1=2, wins2=0)
    report_score(actor=player_actor(match.player2), match_id=match.pk, wins1=1, wins2=2)
    page = judge.get(f"/t/{code}/calls/{raised.pk}/")
    assert_clean(page)
    for score in ("2–0", "1–2"):
        assert (f"Enter {score}" if language == "en" else f"录入 {score}") in words_of(page)
    called, gone = (
        ("A judge is called;", "No judge is called now") if language == "en" else ("已呼叫裁判", "现在没有呼叫裁判")
    )
    assert called in words_of(one.get("/my/"))
    close_call(actor=owner_of(match.round.tournament), call_id=raised.pk, ruling="?")
    seen = words_of(one.get("/my/"))
    assert gone in seen
    assert called not in seen


def test_an_open_page_is_left_alone_until_there_is_news(match):
    """The question every ten seconds closed what the player had opened."""
    one = browser(player_actor(match.player1), "en")
    report_score(actor=player_actor(match.player1), match_id=match.pk, wins1=2, wins2=0)
    asked = {"headers": {"HX-Request": "true"}}
    seen = re.search(r'hx-get="([^"]+)"', one.get(address(match.player1), **asked).content.decode())
    assert one.get(seen[1], **asked).status_code == 204
    report_score(actor=player_actor(match.player2), match_id=match.pk, wins1=0, wins2=2)
    assert "A judge is called" in words_of(one.get(seen[1], **asked))
    Tournament.objects.update(players_report=False)
    assert "No result can be reported here now." in words_of(one.get(seen[1], **asked))


def test_what_is_no_report_is_refused_in_words(match):
    one = browser(player_actor(match.player1), "en")
    for sent in ({}, {"score": "2-1-0"}, {"score": "2-1-0", "match": "0"}, {"score": "x", "match": str(match.pk)}):
        answer = one.post(address(match.player1), sent)
        assert 400 <= answer.status_code < 500
    assert not ResultReport.objects.exists()


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_a_match_is_reported_game_by_game_without_scripts(match, language):
    one, two = (browser(player_actor(entry), language) for entry in (match.player1, match.player2))

    def send(visitor, entry, **fields):
        shown = buttons(visitor.get("/my/"))
        answer = visitor.post(address(entry), fields | {"match": shown["match"], "key": shown["key"]})
        assert answer.status_code == 302

    send(one, match.player1, game="1", result="won", chose="other", first="", ending="damage")
    page = one.get("/my/")
    assert_clean(page)
    assert ("Game 1: you won" if language == "en" else "第 1 局：你赢了") in words_of(page)
    asked = two.get("/my/")
    assert_clean(asked)
    expected = "For you that is: you lost" if language == "en" else "对你来说：你输了"
    assert expected in words_of(asked)
    send(two, match.player2, game="1", result="lost", chose="me", first="", ending="damage")
    own = "you choose who goes first, because you lost" if language == "en" else "由你决定谁先手，因为你输了"
    assert own in words_of(two.get("/my/"))
    send(one, match.player1, game="2", result="won")
    send(two, match.player2, game="2", result="won")
    differ = two.get("/my/")
    assert_clean(differ)
    assert ("You differ about game 2" if language == "en" else "第 2 局，双方说的不一样") in words_of(differ)
    send(two, match.player2, take_back="2")
    send(two, match.player2, game="2", result="lost")
    match.refresh_from_db()
    assert match.is_complete
    assert [game.ending for game in match.games.order_by("number")] == ["damage", ""]


def test_staff_enter_the_games_of_one_side_by_a_press(match):
    tournament = match.round.tournament
    for number in (1, 2):
        game = SaidGame(Result.WON, chose=Side.OTHER if number == 1 else Side.UNKNOWN)
        report_game(actor=player_actor(match.player1), match_id=match.pk, number=number, game=game)
    desk = browser(owner_of(tournament), "en")
    page = desk.get(f"/t/{tournament.code}/desk/match/{match.pk}/")
    assert_clean(page)
    assert f"Game 1: {match.player1.name} won, {match.player2.name} chose" in words_of(page)
    path = f"/t/{tournament.code}/desk/match/{match.pk}/report/{match.player1_id}/"
    assert desk.post(path, {"version": 1}).status_code == 302
    match.refresh_from_db()
    assert match.is_complete
    assert match.games.get(number=1).chooser_seat == 2


def test_a_report_from_a_script_is_answered_in_words(match):
    one = browser(player_actor(match.player1), "en")
    sent = {"match": str(match.pk), "game": "1", "result": "won", "key": "k"}
    scripted = {"headers": {"X-Report": "1"}}
    answer = one.post(address(match.player1), sent, **scripted)
    assert answer.json() == {"words": "The game is reported. Go on with the next one."}
    assert one.post(address(match.player1), sent, **scripted).json() == answer.json()
    refused = one.post(address(match.player1), sent | {"game": "5"}, **scripted)
    assert (refused.status_code, refused.json()["refused"]) == (400, "game_not_next")
    assert ResultReport.objects.count() == 1


def test_the_service_worker_asks_for_the_token_it_sends_along(match):
    """Without the token of the visitor's own cookie a report is refused."""
    phone = Client(enforce_csrf_checks=True)
    open_links(Client(), match.player2.player)
    open_links(phone, match.player1.player)
    sent = {"match": str(match.pk), "score": "2-1-0", "key": "k"}
    assert phone.post(address(match.player1), sent, headers=SCRIPT).status_code == 403
    assert phone.get(address(match.player2), headers=SCRIPT).status_code == 404
    token = phone.get(address(match.player1), headers=SCRIPT).json()["token"]
    assert phone.post(address(match.player1), sent, headers=SCRIPT | {"X-CSRFToken": token}).status_code == 200
    assert ResultReport.objects.get().registration == match.player1


SCRIPT = {"X-Report": "1"}
MAX_STATEMENTS = {"report": 9, "confirmation": 12}
"""Session and player; event, match, games and reports under lock; report, match and log written. A confirmation writes
games and a revision, too, and asks whether it was the round's last."""


def send_by_script(visitor, entry, match, score: str):
    sent = {"match": match.pk, "score": score, "key": f"{entry.pk}-{score}"}
    return visitor.post(address(entry), sent, headers=SCRIPT)


def test_a_report_from_a_phone_takes_few_statements():
    _tournament, round, _judge = event_with_lists(6)
    for match in round.matches.order_by("pk")[:2]:  # With the first one the process gets to know the game.
        taken = {}
        for name, entry, score in (("report", match.player1, "2-1-0"), ("confirmation", match.player2, "1-2-0")):
            phone = browser(player_actor(entry), "en")
            with CaptureQueriesContext(connection) as queries:
                assert send_by_script(phone, entry, match, score).status_code == 200
            taken[name] = [query["sql"][:150] for query in queries if "SAVEPOINT" not in query["sql"]]
    for name, limit in MAX_STATEMENTS.items():
        assert len(taken[name]) <= limit, "\n".join(taken[name])


def test_who_does_not_play_a_match_does_not_lock_its_event(match):
    """Neither for another's entry nor for a match that one's own entry does not play."""
    other = match.round.matches.exclude(pk=match.pk).get()
    stranger = browser(player_actor(other.player1), "en")
    for entry, status in ((match.player1, 404), (other.player1, 400)):
        with CaptureQueriesContext(connection) as queries:
            assert send_by_script(stranger, entry, match, "2-0-0").status_code == status
        locking = [query["sql"] for query in queries if "FOR UPDATE" in query["sql"]]
        assert locking
        with connection.cursor() as cursor:
            for sql in locking:
                cursor.execute(sql.replace("FOR UPDATE OF", "FOR SHARE OF"))
                assert cursor.fetchall() == [], "it found no row to lock"
    assert browser().post(address(match.player1), {}, headers=SCRIPT).status_code == 404
    assert not ResultReport.objects.exists()


@pytest.mark.parametrize("number", ["0", "9" * 18])
def test_an_entry_or_match_that_cannot_be_is_not_found(match, number):
    one = browser(player_actor(match.player1), "en")
    assert one.post(f"/my/entries/{number * 2}/report/", {"match": match.pk, "score": "2-0-0"}).status_code == 404
    answer = one.post(address(match.player1), {"match": number, "score": "2-0-0"}, headers=SCRIPT)
    assert (answer.status_code, answer.json()["refused"]) == (400, "no_such_match")


def test_of_a_family_the_player_of_the_entry_reports(match):
    """The table of the other child is not reported for this one."""
    other = match.round.matches.exclude(pk=match.pk).get()
    first, second = player_actor(match.player1).player, player_actor(other.player1).player
    phone = browser(Actor(player=first, others=(second,)), "en")
    answer = send_by_script(phone, other.player1, match, "2-0-0")
    assert (answer.status_code, answer.json()["refused"]) == (400, "no_such_match")
    assert send_by_script(phone, other.player1, other, "2-0-0").status_code == 200
    assert ResultReport.objects.get().reported_by == second.name


def test_the_answer_to_a_report_that_is_sent_again_is_about_that_report(match):
    one = browser(player_actor(match.player1), "en")
    game = {"match": match.pk, "game": "1", "result": "won", "key": "g"}
    first = one.post(address(match.player1), game, headers=SCRIPT).json()
    assert first == {"words": "The game is reported. Go on with the next one."}
    assert (
        "once the other player has confirmed it" in send_by_script(one, match.player1, match, "2-0-0").json()["words"]
    )
    assert one.post(address(match.player1), game, headers=SCRIPT).json() == first
    two = browser(player_actor(match.player2), "en")
    done = {"words": "The result is entered."}
    assert send_by_script(two, match.player2, match, "0-2-0").json() == done
    assert send_by_script(one, match.player1, match, "2-0-0").json() == done
    assert ResultReport.objects.count() == 3


def test_both_read_the_finished_match_with_their_own_games_first(match):
    """Who had won from the second seat read “You won 1–2”."""
    send_by_script(browser(player_actor(match.player1), "en"), match.player1, match, "1-2-0")
    send_by_script(browser(player_actor(match.player2), "en"), match.player2, match, "2-1-0")
    for player, words in ((match.player1, "You lost 1–2"), (match.player2, "You won 2–1")):
        assert words in words_of(browser(player_actor(player), "en").get("/my/"))
