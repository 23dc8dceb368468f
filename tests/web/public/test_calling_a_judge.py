"""A player calls a judge from their own page or match; both players see how the call stands."""

from __future__ import annotations

import re

import pytest

from tests.judged_events import event_with_lists, table_of
from tests.people_and_events import player_actor
from tests.web.pages import assert_clean, words_of
from tests.web.public.visiting import browser
from tournaments.models import JudgeCall, Match
from tournaments.queries.versions import mark_of
from tournaments.services import calls

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    tournament, _round, judge = event_with_lists(4)
    return tournament, judge, table_of(tournament.registrations.earliest("pk"))


def address(entry, tail: str = "") -> str:
    return f"/my/entries/{entry.pk}/call/{tail}"


@pytest.mark.parametrize("language", ["en", "zh-hans"])
@pytest.mark.parametrize("page", ["/my/", "match"])
def test_both_players_see_how_the_call_stands(event, language, page):
    tournament, judge, match = event
    path = f"/t/{tournament.code}/match/{match.pk}/" if page == "match" else page
    one, two = (browser(player_actor(entry), language) for entry in (match.player1, match.player2))

    def read() -> tuple[str, str]:
        answers = one.get(path), two.get(path)
        for answer in answers:
            assert_clean(answer)
        return words_of(answers[0]), words_of(answers[1])

    call, said = ("Call a judge", "has called a judge") if language == "en" else ("呼叫裁判", "对手已呼叫裁判")
    assert all(call in words for words in read())
    answer = one.post(address(match.player1), {"words": "他的牌", "next": path})
    assert (answer.status_code, answer["Location"]) == (302, path)
    mine, theirs = read()
    assert "他的牌" in mine
    assert "他的牌" not in theirs
    assert said in theirs
    calls.claim_call(actor=judge, call_id=JudgeCall.objects.get().pk)
    coming = "A judge is coming to your table." if language == "en" else "裁判正到你这一桌来。"
    assert all(coming in words for words in read())
    assert judge.label not in "".join(read())
    calls.close_call(actor=judge, call_id=JudgeCall.objects.get().pk, ruling="内部的话")
    after = read()
    assert all(call in words and "内部的话" not in words for words in after)


def test_nobody_else_reads_of_the_call(event):
    tournament, _judge, match = event
    calls.raise_call(actor=player_actor(match.player1), match_id=match.pk, words="他的牌")
    other = Match.objects.exclude(pk=match.pk).get(round=match.round)
    for client in (browser(), browser(player_actor(other.player1))):
        assert "judge-call" not in client.get(f"/t/{tournament.code}/match/{match.pk}/").content.decode()
    for path in (address(match.player1), address(match.player1, "withdraw/")):
        assert browser(player_actor(match.player2)).post(path).status_code == 404
        assert browser().post(path).status_code == 404


def test_a_second_tap_and_the_opponents_tap_raise_no_second_call(event):
    _tournament, _judge, match = event
    one, two = browser(player_actor(match.player1)), browser(player_actor(match.player2))
    for client, entry in ((one, match.player1), (one, match.player1), (two, match.player2)):
        answer = client.post(address(entry), headers={"HX-Request": "true"})
        assert_clean(answer, partial=True)
        assert "judge-called" in answer.content.decode()
    assert JudgeCall.objects.count() == 1
    assert two.post(address(match.player2, "withdraw/")).status_code == 302
    assert JudgeCall.objects.get().state == "open"
    answer = one.post(address(match.player1, "withdraw/"), headers={"HX-Request": "true"})
    assert JudgeCall.objects.get().state == "withdrawn"
    assert re.search(r"judge-form", answer.content.decode())


def test_without_a_table_there_is_nobody_to_call(event):
    _tournament, _judge, match = event
    match.round.status = "completed"
    match.round.save()
    client = browser(player_actor(match.player1))
    assert "judge-call" not in client.get("/my/").content.decode()
    assert client.post(address(match.player1), headers={"HX-Request": "true"}).status_code == 400
    assert client.get(address(match.player1), headers={"HX-Request": "true"}).content.strip() == b""
    assert client.get(address(match.player1)).status_code == 302


def test_too_many_words_are_refused_and_nothing_is_called(event):
    _tournament, _judge, match = event
    client = browser(player_actor(match.player1))
    answer = client.post(address(match.player1), {"words": "x" * 201}, headers={"HX-Request": "true"})
    assert answer.status_code == 400
    assert not JudgeCall.objects.exists()


def test_the_open_pages_of_both_players_hear_of_each_step_and_nobody_elses_do(event):
    tournament, judge, match = event
    others = Match.objects.filter(round=match.round).exclude(pk=match.pk).get()
    phones = {entry.pk: browser(player_actor(entry)) for entry in (match.player1, match.player2, others.player1)}

    def stands() -> dict[int, str]:
        """What each entry's open page has, which is what it hears of news by."""
        found = {}
        for key, phone in phones.items():
            shared = browser().get(f"/t/{tournament.code}/seats/stand/{key // 100}/").content.decode()
            own = phone.get("/my/").content.decode()
            (seen,), (heard,) = (re.findall(rf'="{key}"[^>]*data-stand="([^"]+)"', page) for page in (own, shared))
            assert seen == heard
            found[key] = heard
        return found

    before, mark = stands(), mark_of(tournament.code)
    call = calls.raise_call(actor=player_actor(match.player2), match_id=match.pk)
    steps = [
        lambda: calls.claim_call(actor=judge, call_id=call.pk),
        lambda: calls.release_call(actor=judge, call_id=call.pk),
        lambda: calls.close_call(actor=judge, call_id=call.pk, ruling="好"),
        lambda: calls.reopen_call(actor=judge, call_id=call.pk),
    ]
    for step in [lambda: None, *steps]:
        step()
        after, newer = stands(), mark_of(tournament.code)
        assert newer != mark
        assert {key for key in after if after[key] != before[key]} == {match.player1_id, match.player2_id}
        before, mark = after, newer


def test_what_no_player_reads_of_a_call_is_no_news(event):
    tournament, _judge, match = event
    call = calls.raise_call(actor=player_actor(match.player1), match_id=match.pk)
    mark = mark_of(tournament.code)
    JudgeCall.objects.filter(pk=call.pk).update(words="快点")
    assert mark_of(tournament.code) == mark
