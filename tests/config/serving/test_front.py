"""The outermost application: what it answers itself, and what it does when Django's lanes are full."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from django.core.wsgi import get_wsgi_application
from django.http import FileResponse, HttpRequest, HttpResponse
from django.urls import path

from config.serving.asgi_types import REFUSED
from config.serving.bodies import MAX_BODY, BodyRefused
from config.serving.front import Front, lane_name
from config.serving.lanes import Lane, LaneSize
from config.serving.recognised import STAFF_COOKIE, known_tokens, proof_of
from config.serving.unavailable import MAX_RETRY_SECONDS, RETRY_SECONDS
from tests.config.serving.asking import Visit, ask
from tests.own_loop import run_async

STAFF = {"Cookie": f"dueldesk_session=x; {STAFF_COOKIE}={proof_of('x')}"}
FULL = LaneSize(threads=0, waiting=0, patience=0)
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


def big_file(request: HttpRequest) -> FileResponse:
    return FileResponse(Path(__file__).open("rb"))


def posted(request: HttpRequest) -> HttpResponse:
    return HttpResponse(
        json.dumps([request.POST.dict(), request.META["REMOTE_ADDR"], request.path, request.GET.dict()])
    )


def headers_seen(request: HttpRequest) -> HttpResponse:
    return HttpResponse(json.dumps({name: text for name, text in request.META.items() if name.startswith("HTTP_")}))


urlpatterns = [
    path("file/", big_file),
    path("赛/", posted),
    path("headers/", headers_seen),
    path("t/abc/desk/", headers_seen),
]


@pytest.fixture
def front(settings: Any) -> Iterator[Front]:
    settings.MIDDLEWARE = ["django.middleware.locale.LocaleMiddleware"]
    made = Front(get_wsgi_application(), read_marks=lambda codes: {}, channel="c", redis_url="redis://nowhere")
    yield made
    for lane in made.lanes.values():
        lane.pool.shutdown()


def of(front: Front, visit: Visit) -> Visit:
    return run_async(ask(front, visit))


@pytest.mark.urls(__name__)
def test_django_sees_the_request_as_it_came(front: Front) -> None:
    body = urlencode({"name": "早田 & 诸星"}).encode()
    visit = of(front, Visit("POST", "/赛/", FORM, query="a=%E5%B1%80", body=body))
    assert visit.status == 200
    assert json.loads(visit.text) == [{"name": "早田 & 诸星"}, "127.0.0.1", "/赛/", {"a": "局"}]


@pytest.mark.urls(__name__)
def test_a_header_cannot_pass_as_the_one_a_proxy_sets(front: Front) -> None:
    visit = of(front, Visit("GET", "/headers/", {"X_Forwarded_Proto": "https", "X-Other": "1"}))
    seen = json.loads(visit.text)
    assert "HTTP_X_FORWARDED_PROTO" not in seen
    assert seen["HTTP_X_OTHER"] == "1"


@pytest.mark.urls(__name__)
def test_a_file_is_sent_whole_and_closed(front: Front) -> None:
    visit = of(front, Visit("GET", "/file/"))
    assert visit.text == Path(__file__).read_text()
    assert visit.answer_headers["content-length"] == str(Path(__file__).stat().st_size)
    assert visit.sent[-1].get("more_body") is None


@pytest.mark.parametrize(
    ("method", "place", "headers", "lane"),
    [
        ("GET", "/t/abc/pairings/", {"Cookie": "dueldesk_session=x"}, "read"),
        ("POST", "/t/abc/register/", {}, "write"),
        ("POST", "/t/abc/desk/pair/", STAFF, "staff"),
        ("GET", "/t/abc/desk/", STAFF, "staff"),
        ("GET", "/t/abc/desk/", {"Cookie": "dueldesk_session=x"}, "read"),
        ("POST", "/t/abc/desk/pair/", {"Cookie": "dueldesk_session=x; dueldesk_staff=x:1:x"}, "write"),
        ("GET", "/t/abc/desk/", {"Cookie": STAFF["Cookie"].replace("session=", "session=z")}, "read"),
        ("GET", "/t/abc/pairings/", STAFF, "read"),
        ("GET", "/my/", {"Cookie": "dueldesk_session=x"}, "own"),
        ("GET", "/t/abc/mine/", {"Cookie": "dueldesk_session=x"}, "own"),
        ("POST", "/my/entries/1/report/", {}, "write"),
        ("GET", "/t/abc/desk/", {}, "read"),
        ("POST", "/t/abc/checks/draw/", STAFF, "staff"),
        ("POST", "/api/v1/tournaments/abc/matches/1/score/", {"Authorization": "Bearer known"}, "staff"),
        ("GET", "/api/v1/tournaments/", {"Authorization": "Bearer known"}, "staff"),
        ("GET", "/api/v1/tournaments/", {"Authorization": "Bearer player"}, "write"),
        ("GET", "/api/v1/tournaments/", {"Authorization": "Bearer x"}, "write"),
        ("GET", "/api/v1/tournaments/", {}, "read"),
        ("GET", "/healthz", {}, "health"),
    ],
)
def test_each_request_has_its_lane(method: str, place: str, headers: dict[str, str], lane: str) -> None:
    """Only whom Django has recognised is in the staff's lane: a stranger's cookie or token is not looked at twice."""
    known_tokens.remember(b"Bearer known", True)
    known_tokens.remember(b"Bearer player", False)
    assert lane_name(Visit(method, place, headers).scope) == lane


@pytest.mark.urls(__name__)
def test_phones_that_fill_their_lanes_leave_staff_theirs(front: Front, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("read", "write"):
        monkeypatch.setitem(front.lanes, name, Lane(name, FULL))
    assert of(front, Visit("GET", "/headers/")).status == 503
    assert of(front, Visit("POST", "/赛/", FORM)).status == 503
    assert of(front, Visit("GET", "/t/abc/desk/", STAFF)).status == 200
    assert of(front, Visit("GET", "/t/abc/desk/", {"Cookie": "dueldesk_session=x"})).status == 503


def busy(front: Front, visit: Visit) -> Visit:
    front.lanes = {name: Lane(name, FULL) for name in front.lanes}
    answered = of(front, visit)
    assert answered.status == 503
    assert int(answered.answer_headers["retry-after"]) > 0
    assert answered.answer_headers["cache-control"] == "no-store"
    return answered


def test_a_page_that_is_busy_opens_itself_again_in_the_visitors_language(front: Front) -> None:
    visit = busy(front, Visit("GET", "/t/abc/", {"Accept-Language": "en"}))
    seconds = visit.answer_headers["retry-after"]
    assert f"opens itself again in {seconds} seconds" in visit.text
    assert f'<meta http-equiv="refresh" content="{seconds}">' in visit.text
    assert "default-src 'self'" in visit.answer_headers["content-security-policy"]
    visit = busy(front, Visit("GET", "/t/abc/", {"Accept-Language": "en", "Cookie": "dueldesk_language=zh-hans"}))
    assert f"{visit.answer_headers['retry-after']} 秒后" in visit.text


def test_a_form_that_met_a_full_lane_is_shown_with_what_it_held(front: Front) -> None:
    body = urlencode({"name": "<b>早田</b>", "password": "hidden words", "csrfmiddlewaretoken": "tok"}).encode()
    visit = busy(
        front, Visit("POST", "/t/abc/register/", FORM | {"Accept-Language": "en"}, query="person=new", body=body)
    )
    assert 'name="name" value="&lt;b&gt;早田&lt;/b&gt;"' in visit.text
    assert 'action="/t/abc/register/?person=new"' in visit.text
    assert 'name="csrfmiddlewaretoken" value="tok"' in visit.text
    assert "hidden words" not in visit.text
    assert 'type="password"' in visit.text
    assert "refresh" not in visit.text


def test_a_program_gets_problem_details(front: Front) -> None:
    visit = busy(front, Visit("POST", "/api/v1/tournaments/", {"Content-Type": "application/json"}, body=b"{}"))
    assert visit.answer_headers["content-type"] == "application/problem+json"
    problem = json.loads(visit.text)
    assert (problem["status"], problem["code"]) == (503, "busy")


def test_a_part_of_a_page_gets_a_notice_and_keeps_its_form(front: Front) -> None:
    visit = busy(front, Visit("POST", "/t/abc/desk/", FORM | {"HX-Request": "true"}, body=b"line=12"))
    assert visit.answer_headers["hx-retarget"] == "#messages"
    assert 'id="messages"' in visit.text
    assert "<form" not in visit.text


def tight(page: str) -> str:
    """The page without the space before the ends of its tags."""
    return re.sub(r"\s*([<>])\s*", r"\1", page)


TOO_LARGE = b"a" * (MAX_BODY + 1)


@pytest.mark.parametrize(("language", "words"), [("en", "At most 2 MB"), ("zh-CN", "一次最多发送 2 MB")])
def test_a_body_beyond_a_limit_is_refused_by_a_page_as_the_others_look(front: Front, language: str, words: str) -> None:
    visit = of(front, Visit("POST", "/赛/", FORM | {"Accept-Language": language}, body=TOO_LARGE))
    assert visit.status == 413
    assert words in visit.text
    assert '<p class="plate">413</p>' in tight(visit.text)
    assert "css/tokens" in visit.text
    assert "default-src 'self'" in visit.answer_headers["content-security-policy"]
    assert visit.answer_headers["connection"] == "close"
    assert visit.answer_headers["cache-control"] == "no-store"


def test_a_part_of_a_page_and_a_program_are_refused_in_their_own_ways(front: Front) -> None:
    english = {"Accept-Language": "en"}
    part = of(front, Visit("POST", "/t/abc/desk/", FORM | english | {"HX-Request": "true"}, body=TOO_LARGE))
    assert (part.status, part.answer_headers["hx-retarget"]) == (413, "#messages")
    assert 'id="messages"' in part.text
    assert "Not saved: this is too large. At most 2 MB" in part.text
    assert "<html" not in part.text
    problem = of(front, Visit("POST", "/api/v1/tournaments/", english, body=TOO_LARGE))
    assert problem.answer_headers["content-type"] == "application/problem+json"
    said = json.loads(problem.text)
    assert (said["status"], said["code"]) == (413, "body_refused")
    assert "At most 2 MB" in said["detail"]


@pytest.mark.parametrize(
    ("status", "words"),
    [(408, "this arrived too slowly"), (507, "the disk is full"), (503, "many people are sending")],
)
def test_every_refusal_of_a_body_says_that_nothing_was_saved(front: Front, status: int, words: str) -> None:
    refused = BodyRefused(status)
    scope = Visit("POST", "/t/abc/register/", {"Accept-Language": "en"}).scope
    answer = front.refusals.answer(refused, scope)
    assert answer.status == status
    assert f"<h1>Not saved: {words}" in tight(answer.body.decode())
    assert (b"retry-after" in dict(answer.headers)) == (status == 503)
    assert front.refusals.answer(refused, scope) is answer


class RefusedVisit(Visit):
    """A request that the protocol refused."""

    status_of_refusal = 414

    @property
    def scope(self) -> dict[str, Any]:
        return super().scope | {REFUSED: self.status_of_refusal}


@pytest.mark.parametrize(
    ("status", "english", "chinese"),
    [
        (400, "The request cannot be read", "无法读取这个请求"),
        (408, "The request arrived too slowly", "请求到达得太慢"),
        (414, "This address is too long", "网址太长"),
        (431, "Too much comes along with the request", "请求附带的内容太多"),
    ],
)
def test_a_request_the_protocol_refused_is_answered_as_the_others_are(
    front: Front, monkeypatch: pytest.MonkeyPatch, status: int, english: str, chinese: str
) -> None:
    monkeypatch.setattr(RefusedVisit, "status_of_refusal", status)
    for language, words in (("en", english), ("zh-CN", chinese)):
        page = of(front, RefusedVisit("GET", "/t/abc/", {"Accept-Language": language}))
        assert page.status == status
        assert f"<h1>{words}</h1>" in tight(page.text)
        assert f'<p class="plate">{status}</p>' in tight(page.text)
        assert page.answer_headers["content-type"] == "text/html; charset=utf-8"
        assert "default-src 'self'" in page.answer_headers["content-security-policy"]
        problem = of(front, RefusedVisit("GET", "/api/v1/games/", {"Accept-Language": language}))
        assert problem.answer_headers["content-type"] == "application/problem+json"
        said = json.loads(problem.text)
        assert (said["status"], said["title"]) == (status, words)
        assert said["code"] != "body_refused"
    part = of(front, RefusedVisit("GET", "/t/abc/", {"Accept-Language": "en", "HX-Request": "true"}))
    assert part.answer_headers["hx-retarget"] == "#messages"
    assert english in part.text


def test_a_fault_outside_django_is_logged_and_reported(
    front: Front, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(scope: Any) -> None:
        raise RuntimeError("planted")

    monkeypatch.setattr(front.statics, "answer", fail)
    page = of(front, Visit("GET", "/t/abc/", {"Accept-Language": "en"}))
    assert page.status == 500
    assert "Something went wrong, and it has been logged" in page.text
    assert "planted" in caplog.text
    problem = of(front, Visit("GET", "/api/v1/games/", {"Accept-Language": "en"}))
    assert json.loads(problem.text)["code"] == "internal_error"


@pytest.mark.urls(__name__)
def test_who_leaves_the_queue_costs_no_page(front: Front, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(front.lanes, "read", Lane("read", LaneSize(threads=0, waiting=1, patience=60)))
    visit = Visit("GET", "/headers/")
    visit.left.set()
    assert of(front, visit).sent == []
    assert not front.busy.ready


def test_phones_refused_in_one_moment_return_one_after_the_other(front: Front) -> None:
    visits = [busy(front, Visit("GET", "/t/abc/", {"Accept-Language": "en"})) for _ in range(100)]
    waits = {int(visit.answer_headers["retry-after"]) for visit in visits}
    assert waits == set(range(RETRY_SECONDS, MAX_RETRY_SECONDS + 1))
    assert len({visit.text for visit in visits}) == len(waits) == len(front.busy.ready)


def test_the_page_of_a_full_lane_is_worked_out_once(front: Front, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("config.serving.busy.retry_seconds", lambda: RETRY_SECONDS)
    for place in ("/t/abc/", "/t/def/players/"):
        assert "Try now" in busy(front, Visit("GET", place, {"Accept-Language": "en"})).text
    assert len(front.busy.ready) == 1


def test_forms_beyond_the_few_that_are_shown_again_are_asked_to_go_back(
    front: Front, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("config.serving.busy.MAX_FORMS", 0)
    visit = busy(front, Visit("POST", "/t/abc/register/", FORM | {"Accept-Language": "en"}, body=b"name=x"))
    assert "your browser has kept what you typed" in visit.text


def test_an_unknown_event_has_neither_mark_nor_stream(front: Front) -> None:
    assert of(front, Visit("GET", "/t/nope/live/mark")).status == 404
    assert of(front, Visit("GET", "/t/nope/live/stream")).status == 404
    assert of(front, Visit("GET", "/my/live/stream", query="event=nope&own=41")).status == 404
    assert of(front, Visit("GET", "/my/live/stream")).status == 404


@pytest.mark.parametrize("code", ["a" * 13, "赛", "a" * 1_000_000])
def test_what_cannot_be_a_code_is_not_remembered(front: Front, code: str) -> None:
    for path_of_event in ("live/mark", "live/stream", ""):
        assert busy_free(front, Visit("GET", f"/t/{code}/{path_of_event}")).status == 503
    assert not front.marks.unknown


def test_a_static_file_needs_no_thread(tmp_path: Path, settings: Any) -> None:
    (tmp_path / "page.css").write_text("body{}")
    settings.STATIC_ROOT = tmp_path
    made = Front(get_wsgi_application(), read_marks=lambda codes: {}, channel="c", redis_url="redis://nowhere")
    visit = busy_free(made, Visit("GET", "/static/page.css"))
    assert (visit.status, visit.text) == (200, "body{}")
    assert visit.answer_headers["content-type"].startswith("text/css")
    tag = visit.answer_headers["etag"]
    assert busy_free(made, Visit("GET", "/static/page.css", {"If-None-Match": tag})).status == 304
    assert busy_free(made, Visit("GET", "/static/../secret_key")).status == 503


def busy_free(front: Front, visit: Visit) -> Visit:
    """Send a request to a front whose lanes are all full."""
    front.lanes = {name: Lane(name, FULL) for name in front.lanes}
    return of(front, visit)
