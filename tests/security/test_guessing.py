"""Guessing passwords, filling events with names and endless requests are slowed down; a hall is not."""

from __future__ import annotations

import re
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.core import signing
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory

from accounts import puzzles, redis_patience
from accounts.allowances import SIGN_IN, SIGN_UP, Allowance, spend
from accounts.models import Notice, User
from accounts.redis_patience import Patience
from accounts.visitors import SALT, VISITOR_COOKIE
from accounts.wrong_passwords import (
    MAX_FREE_TRIES,
    MAX_OWN_TRIES,
    MAX_WAIT,
    NOTICE_FROM,
    note_failure,
    seconds_to_wait,
)
from config import caching
from config.caching import PatientRedisCache
from config.settings.services import caches
from tests.people_and_events import make_event, make_user
from tournaments.views.exporting import ASK_EXPORT
from tournaments.views.registering import ENTER_EVENT

pytestmark = pytest.mark.django_db
PASSWORD = "a long password"
HALL, ELSEWHERE, HOME = "192.0.2.1", "198.51.100.7", "203.0.113.9"
PHONES = 300


def phone(address: str = HALL, *, opened: str = "/accounts/login/") -> Client:
    """A browser that has opened the page with the form, as every browser has."""
    client = Client(REMOTE_ADDR=address)
    if opened:
        assert client.get(opened).status_code == 200
    return client


def sign_in(client: Client, password: str, name: str = "boss", **more: str) -> HttpResponse:
    return client.post("/accounts/login/", {"login": name, "password": password, **more})


def solved(puzzle: str) -> dict[str, str]:
    """The fields with which a form returns a solved puzzle."""
    solution = next(str(number) for number in count() if puzzles.is_solution(puzzle, str(number)))
    return {"puzzle": puzzle, "solution": solution}


def puzzle_on(answer: HttpResponse) -> str:
    """The puzzle of a page with a form."""
    [puzzle] = re.findall('name="puzzle" value="([^"]+)"', answer.content.decode())
    return puzzle


def guesser(number: int, address: str = HALL, **sent: str) -> HttpRequest:
    """A form sent with one of many collected cookies."""
    request = RequestFactory(REMOTE_ADDR=address).post("/", sent)
    request.COOKIES[VISITOR_COOKIE] = signing.dumps({"id": f"collected{number}"}, salt=SALT)
    return request


@pytest.fixture(autouse=True)
def small_puzzles(monkeypatch: pytest.MonkeyPatch) -> None:
    """A dozen tries instead of a million."""
    monkeypatch.setattr(puzzles, "BITS", 4)


def is_signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


@pytest.fixture(autouse=True)
def minute(monkeypatch: pytest.MonkeyPatch) -> None:
    """No allowance is renewed while a slow machine runs the test."""
    monkeypatch.setattr("accounts.allowances.time", SimpleNamespace(time=lambda: 1_800_000_000.0))


@pytest.fixture
def boss() -> User:
    return make_user("boss", is_staff=True, is_superuser=True)


class TestWrongPasswords:
    @pytest.mark.parametrize("tries", [6, 1_000])
    def test_from_elsewhere_never_lock_the_right_one_out(self, boss: User, tries: int) -> None:
        attacker = Client(REMOTE_ADDR=ELSEWHERE)
        for number in range(6):
            sign_in(attacker, f"wrong {number}")
        for _ in range(tries - 6):
            note_failure(RequestFactory(REMOTE_ADDR=ELSEWHERE).post("/"), "boss")
        owner = phone(HOME)
        assert sign_in(owner, PASSWORD).status_code == 302
        assert is_signed_in(owner)

    def test_from_the_same_hall_neither(self, boss: User) -> None:
        attacker = phone()
        for number in range(20):
            sign_in(attacker, f"wrong {number}")
        owner = phone()
        sign_in(owner, PASSWORD, **solved(puzzle_on(owner.get("/accounts/login/"))))
        assert is_signed_in(owner)

    def test_with_a_thousand_cookies_cost_a_puzzle_each_and_let_the_right_one_in_at_once(self, boss: User) -> None:
        for _ in range(1_000):
            note_failure(guesser(0), "boss")
        assert [seconds_to_wait(guesser(number), "boss") > 0 for number in range(1, 50)] == [True] * 49
        owner = phone()
        refused = sign_in(owner, PASSWORD)
        assert (refused.status_code, is_signed_in(owner)) == (429, False)
        assert "data-asked" in refused.content.decode()
        sign_in(owner, PASSWORD, **solved(puzzle_on(refused)))
        assert is_signed_in(owner)

    def test_a_solution_is_good_for_one_try_from_one_address(self, boss: User) -> None:
        for _ in range(MAX_OWN_TRIES + MAX_FREE_TRIES):
            note_failure(guesser(0), "boss")
        sent = solved(puzzles.new_puzzle(guesser(1)))
        wrong = next({**sent, "solution": f"{n}"} for n in count() if not puzzles.is_solution(sent["puzzle"], f"{n}"))
        elsewhere = solved(puzzles.new_puzzle(guesser(1, ELSEWHERE)))
        for bad in ({}, wrong, elsewhere, {**sent, "puzzle": sent["puzzle"][:-1]}, {**sent, "solution": "x" * 99}):
            assert seconds_to_wait(guesser(1, **bad), "boss") > 0
        assert seconds_to_wait(guesser(1, **sent), "boss") == 0
        assert seconds_to_wait(guesser(2, **sent), "boss") > 0, "it is spent"

    def test_a_browser_that_signed_in_before_never_waits_for_others(self, boss: User) -> None:
        own = phone()
        sign_in(own, PASSWORD)
        own.post("/sign-out/")
        for number in range(MAX_FREE_TRIES):
            sign_in(Client(REMOTE_ADDR=HALL), f"wrong {number}")
        assert sign_in(phone(), PASSWORD).status_code == 429, "new browsers here solve a puzzle first"
        assert sign_in(own, PASSWORD).status_code == 302

    def test_make_the_guesser_wait_longer_each_time_and_say_how_long(self, boss: User) -> None:
        guesser = Client(REMOTE_ADDR=ELSEWHERE)
        waits = []
        for number in range(MAX_FREE_TRIES + 9):
            answer = sign_in(guesser, f"wrong {number}")
            if number < MAX_FREE_TRIES:
                assert answer.status_code == 200
            else:
                assert answer.status_code == 429
                assert answer["Retry-After"] in answer.content.decode()
                waits.append(int(answer["Retry-After"]))
                forget_waits()
                assert sign_in(guesser, "wrong again").status_code == 200
        assert waits == sorted(waits)
        assert waits[0] <= 3
        assert MAX_WAIT - 2 <= waits[-1] <= MAX_WAIT + 1

    def test_the_right_one_is_not_looked_at_while_one_waits(self, boss: User) -> None:
        guesser = Client(REMOTE_ADDR=ELSEWHERE)
        for number in range(MAX_FREE_TRIES):
            sign_in(guesser, f"wrong {number}")
        assert sign_in(guesser, PASSWORD).status_code == 429
        assert not is_signed_in(guesser)

    def test_an_account_that_does_not_exist_looks_the_same(self, boss: User) -> None:
        answers = {
            name: [sign_in(Client(REMOTE_ADDR=ELSEWHERE), "x", name).status_code for _ in range(MAX_FREE_TRIES + 2)]
            for name in ("boss", "nobody")
        }
        assert answers["boss"] == answers["nobody"]

    def test_the_owner_of_the_account_is_notified_once(self, boss: User) -> None:
        for number in range(NOTICE_FROM + 3):
            sign_in(Client(REMOTE_ADDR=f"198.51.100.{number}"), "wrong")
        [notice] = Notice.objects.filter(user=boss)
        assert (notice.code, notice.facts) == ("wrong_passwords", {"count": NOTICE_FROM})
        owner = phone(HOME)
        sign_in(owner, PASSWORD)
        assert str(NOTICE_FROM) in owner.get("/my/notices/", headers={"accept-language": "en"}).content.decode()

    def test_a_made_up_cookie_makes_no_browser_known(self, boss: User) -> None:
        for number in range(MAX_FREE_TRIES):
            sign_in(Client(REMOTE_ADDR=ELSEWHERE), f"wrong {number}")
        forger = Client(REMOTE_ADDR=ELSEWHERE)
        forger.cookies["dueldesk_visitor"] = "eyJpZCI6IngiLCJhY2NvdW50cyI6WzFdfQ:1:x"
        assert sign_in(forger, PASSWORD).status_code == 429


def forget_waits() -> None:
    """End every wait that is under way."""
    store: Any = cache
    for key in store._cache.get_client().scan_iter("*:until"):
        store._cache.get_client().delete(key)


class TestAHall:
    """Limits that once stopped half of it: 20 sign-ups, 30 sign-ins, 60 entries a minute for one address."""

    @pytest.mark.parametrize("allowance", [SIGN_IN, SIGN_UP, ENTER_EVENT], ids=lambda one: one.name)
    @pytest.mark.parametrize("with_cookies", [True, False], ids=["with cookies", "without"])
    def test_has_room_for_every_phone_within_a_minute(self, allowance: Allowance, with_cookies: bool) -> None:
        for number in range(PHONES):
            request = RequestFactory(REMOTE_ADDR=HALL).post("/")
            if with_cookies:
                value = {"id": f"phone{number}", "accounts": []}
                request.COOKIES[VISITOR_COOKIE] = signing.dumps(value, salt=SALT)
            assert [spend(request, allowance) for _ in range(1 + with_cookies)] == [0] * (1 + with_cookies)

    def test_signs_in_makes_accounts_and_enters(self) -> None:
        event = make_event()
        for number in range(32):
            make_user(f"player{number}")
            one = Client(REMOTE_ADDR=HALL)
            assert sign_in(one, PASSWORD, f"player{number}").status_code == 302
            sent = {
                "username": f"new{number}",
                "age_group": "adult",
                "password1": "a fine long one",
                "password2": "a fine long one",
            }
            assert Client(REMOTE_ADDR=HALL).post("/accounts/signup/", sent).status_code == 302
        names = [{"name": f"P{number}", "age_group": "adult"} for number in range(62)]
        answers = [Client(REMOTE_ADDR=HALL).post(f"/t/{event.code}/register/", name).status_code for name in names]
        assert answers == [302] * 62

    @pytest.mark.parametrize("allowance", [SIGN_IN, SIGN_UP, ENTER_EVENT], ids=lambda one: one.name)
    def test_goes_on_when_collected_cookies_use_up_the_address(self, allowance: Allowance) -> None:
        """New browsers were refused for the rest of the minute."""
        use_up(allowance)
        assert spend(guesser(-1), allowance) > 0
        phones = [guesser(-2 - number, **solved(puzzles.new_puzzle(guesser(0)))) for number in range(PHONES)]
        assert [spend(one, allowance) for one in phones] == [0] * PHONES
        again = [spend(one, allowance) for one in phones[: allowance.visitor]]
        assert again == [0] * len(again), "within a request a solution stays one"
        assert spend(guesser(-2), allowance) > 0, "a visitor who brings none is refused"

    @pytest.mark.parametrize("path", ["/accounts/login/", "/accounts/signup/"])
    def test_is_asked_for_a_puzzle_by_the_form_itself(self, path: str, boss: User) -> None:
        use_up(SIGN_IN if "login" in path else SIGN_UP)
        one = phone(opened=path)
        name = {"login": "boss", "password": PASSWORD} if "login" in path else {"username": "new", "age_group": "adult"}
        sent = {**name, "password1": "a fine long one", "password2": "a fine long one"}
        refused = one.post(path, sent)
        assert (refused.status_code, is_signed_in(one)) == (429, False)
        assert int(refused["Retry-After"]) <= 61
        assert "data-asked" in refused.content.decode()
        assert one.post(path, {**sent, **solved(puzzle_on(refused))}).status_code == 302
        assert is_signed_in(one)

    def test_is_asked_so_where_it_enters(self) -> None:
        use_up(ENTER_EVENT)
        path = f"/t/{make_event().code}/register/"
        one = phone(opened=path)
        refused = one.post(path, {"name": "小明", "age_group": "adult"})
        assert refused.status_code == 429
        assert "小明" in refused.content.decode()
        assert one.post(path, {"name": "小明", "age_group": "adult", **solved(puzzle_on(refused))}).status_code == 302


def use_up(allowance: Allowance) -> None:
    """Use up the allowance of the hall's address with collected cookies."""
    for number in range(allowance.address // allowance.visitor + 1):
        spend(guesser(number), allowance, allowance.visitor)


class TestOneVisitor:
    def test_enters_a_family_not_a_flood_and_the_form_keeps_what_was_typed(self) -> None:
        event = make_event()
        path = f"/t/{event.code}/register/"
        one = phone(opened=path)
        answers = [
            one.post(f"{path}?person=new", {"name": f"P{n}", "age_group": "adult"})
            for n in range(ENTER_EVENT.visitor + 1)
        ]
        assert [answer.status_code for answer in answers[:-1]] == [302] * ENTER_EVENT.visitor
        assert answers[-1].status_code == 429
        assert f"P{ENTER_EVENT.visitor}" in answers[-1].content.decode()
        assert phone(opened=path).post(path, {"name": "Somebody else", "age_group": "adult"}).status_code == 302, (
            "the hall goes on"
        )

    def test_makes_a_few_accounts(self) -> None:
        one = phone(opened="/accounts/signup/")
        answers = [one.post("/accounts/signup/", {"username": ""}).status_code for _ in range(SIGN_UP.visitor + 1)]
        assert answers == [200] * SIGN_UP.visitor + [429]

    def test_tries_to_sign_in_for_so_long(self) -> None:
        one = phone()
        answers = [sign_in(one, "x", f"u{number}") for number in range(SIGN_IN.visitor + 1)]
        assert [answer.status_code for answer in answers[-2:]] == [200, 429]
        assert int(answers[-1]["Retry-After"]) <= SIGN_IN.seconds + 1

    def test_without_cookies_is_counted_with_all_who_have_none(self) -> None:
        event = make_event()
        nobody = RequestFactory(REMOTE_ADDR=HALL).post("/")
        assert [spend(nobody, ASK_EXPORT) for _ in range(ASK_EXPORT.newcomers - 1)] == [0] * (ASK_EXPORT.newcomers - 1)
        asked = [Client(REMOTE_ADDR=HALL).post(f"/t/{event.code}/export/") for _ in range(2)]
        assert [answer.status_code for answer in asked] == [302, 429]
        assert phone().post(f"/t/{event.code}/export/").status_code == 302, "those with cookies go on"


def test_without_redis_nobody_is_refused(boss: User, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Each of the limits with the site's cache, whose Redis is gone."""
    settings = caches(f"unix://{tmp_path}/gone.sock?db=0")["default"]
    away = PatientRedisCache(settings["LOCATION"], {"OPTIONS": settings["OPTIONS"]})
    reports: list[str] = []
    monkeypatch.setattr(caching, "patience", Patience())
    monkeypatch.setattr(redis_patience.logger, "warning", lambda event, **facts: reports.append(event))
    for place in ("accounts.counting", "accounts.wrong_passwords", "accounts.puzzles"):
        monkeypatch.setattr(f"{place}.cache", away)
    one = Client(REMOTE_ADDR=HALL)
    for number in range(max(MAX_FREE_TRIES, SIGN_UP.visitor) + 2):
        assert sign_in(one, f"wrong {number}").status_code == 200
        assert one.post("/accounts/signup/", {"username": ""}).status_code == 200
    assert sign_in(one, PASSWORD).status_code == 302
    assert reports == ["redis_left_alone"]


def test_the_admin_has_no_sign_in_of_its_own(boss: User) -> None:
    client = Client()
    client.post("/admin/login/", {"username": "boss", "password": PASSWORD})
    assert not is_signed_in(client)
    answer = client.get("/admin/", follow=True)
    assert answer.redirect_chain[-1][0].startswith("/accounts/login/?next=")
    sign_in(client, PASSWORD)
    assert client.get("/admin/").status_code == 200
    plain = Client()
    plain.force_login(make_user())
    assert plain.get("/admin/login/").status_code == 403
