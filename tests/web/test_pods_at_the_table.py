"""A pod while it plays: its players report and call a judge, staff see it on the floor, check decks and give time."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.actor import Actor
from tests.events_in_pods import enter_places, finish_pods, start_pods
from tests.people_and_events import make_user, owner_of, player_actor, staff_actor
from tests.running_events import pair, publish
from tests.web.desk.desk_visits import DeskVisitor, text_of
from tests.web.pages import assert_clean, words_of
from tests.web.public.visiting import browser
from tournaments.models import JudgeCall, Pod, PodReport, Registration, Round, TimeExtension, Tournament
from tournaments.services.entries.apart import keep_apart
from tournaments.services.pod_reports import report_pod
from tournaments.services.rounds import publish_round

pytestmark = pytest.mark.django_db


def open_pod(**changes: object) -> Pod:
    pod = publish(start_pods(4, **changes)).pods.first()
    assert pod is not None
    return pod


def players_of(pod: Pod) -> list[Registration]:
    return [seat.registration for seat in pod.seats.select_related("registration__player").order_by("seat")]


def report(entry: Registration, pod: Pod, *places: int) -> PodReport:
    given = {one.pk: place for one, place in zip(players_of(pod), places, strict=True)}
    return report_pod(actor=player_actor(entry), pod_id=pod.pk, places=given)


def address(entry: Registration) -> str:
    return f"/my/entries/{entry.pk}/report/"


def fields(answer, winner: str) -> dict[str, str]:
    """The hidden fields of the report's form, and the value of the button with this name on it."""
    html = answer.content.decode()
    section = html[html.index('id="report-') :].partition("</section>")[0]
    found = dict(re.findall(r'name="(pod|key)" value="([^"]+)"', section))
    buttons = re.findall(r'name="places"\s+value="([^"]+)">\s*([^<]+?)\s*<', section)
    return found | {"places": next(value for value, words in buttons if winner in words)}


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_players_report_without_scripts_and_the_third_who_agrees_enters_the_result(language: str) -> None:
    pod = open_pod()
    one, two, three, four = players_of(pod)
    for entry in (one, two):
        phone = browser(player_actor(entry), language)
        page = phone.get("/my/")
        assert_clean(page)
        assert phone.post(address(entry), {**fields(page, two.name), "next": "/my/"}).status_code == 302
    waits = browser(player_actor(one), language).get("/my/")
    assert_clean(waits)
    words = f"You reported: {two.name} won. It counts once 1 more" if language == "en" else f"你已上报：{two.name} 获胜"
    assert words in words_of(waits)
    phone = browser(player_actor(three), language)
    asks = phone.get("/my/")
    assert (f"{one.name} reported: {two.name} won." if language == "en" else f"{one.name} 上报") in words_of(asks)
    confirm = fields(asks, "Yes, that is right" if language == "en" else "对")
    done = phone.post(address(three), confirm, headers={"HX-Request": "true"})
    assert ("The result is entered." if language == "en" else "赛果已录入。") in words_of(done)
    pod.refresh_from_db()
    assert pod.is_complete
    assert pod.seats.get(place=1).registration == two
    assert 'id="report-' not in browser(player_actor(four), language).get("/my/").content.decode()


def test_a_script_sends_the_report_once_and_hears_in_words_what_became_of_it() -> None:
    pod = open_pod()
    one, two, *_others = players_of(pod)
    phone = browser(player_actor(one), "en")
    sent = fields(phone.get("/my/"), two.name)
    for _again in range(2):
        answer = phone.post(address(one), sent, headers={"X-Report": "1"})
        assert answer.json() == {
            "words": "Your report has arrived. It counts once more than half of the pod have said the same."
        }
    assert PodReport.objects.count() == 1
    other = browser(player_actor(two), "en")
    assert "data-disputed" not in other.get("/my/").content.decode()
    differs = other.post(address(two), fields(other.get("/my/"), "Drawn"), headers={"X-Report": "1"}).json()
    assert differs["words"].startswith("Another player reported something else. A judge is called")
    assert "The reports differ" in words_of(other.get("/my/"))
    assert "data-disputed" in other.get("/my/").content.decode(), "the phone keeps what the page says, and no buttons"
    for wrong in ({}, {"places": "x"}, {"places": f"{one.pk}:9"}, {"pod": "0"}):
        refused = phone.post(address(one), {"pod": str(pod.pk), **wrong}, headers={"X-Report": "1"})
        assert refused.status_code == 422 or refused.status_code == 400, wrong
        assert refused.json()["words"]


def test_every_place_is_asked_for_where_points_go_by_place() -> None:
    pod = open_pod(pod_places="4-3-2-1")
    one, two, three, four = players_of(pod)
    phone = browser(player_actor(one), "en")
    page = phone.get("/my/")
    assert "Who won?" not in words_of(page)
    sent = {f"place-{entry.pk}": str(place) for entry, place in zip((one, two, three, four), (3, 1, 1, 4), strict=True)}
    phone.post(address(one), {"pod": str(pod.pk), "order": "1", **sent})
    assert PodReport.objects.get().places == [[one.pk, 3], [two.pk, 1], [three.pk, 1], [four.pk, 4]]
    page = words_of(phone.get("/my/"))
    assert f"1. {two.name}, 1. {three.name}, 3. {one.name}, 4. {four.name}" in page


def test_an_open_page_is_left_alone_until_there_is_news() -> None:
    pod = open_pod()
    one, two, *_others = players_of(pod)
    report(one, pod, 1, 2, 2, 2)
    phone, asked = browser(player_actor(one), "en"), {"headers": {"HX-Request": "true"}}
    seen = re.search(r'hx-get="([^"]+)"', phone.get(address(one), **asked).content.decode())
    assert seen is not None
    assert phone.get(seen[1], **asked).status_code == 204
    report(two, pod, 2, 1, 2, 2)
    assert "A judge is called" in words_of(phone.get(seen[1], **asked))
    Tournament.objects.update(players_report=False)
    assert "No result can be reported here now." in words_of(phone.get(seen[1], **asked))


def test_staff_see_each_report_on_the_pods_page_and_enter_one_by_a_press() -> None:
    pod = open_pod()
    event = pod.round.tournament
    one, two, *_others = players_of(pod)
    report(one, pod, 1, 2, 2, 2)
    report(two, pod, 2, 1, 2, 2)
    desk = DeskVisitor(event, owner_of(event))
    page = desk.read("desk_pod", pod.pk)
    assert "The players reported different results" in page
    assert f"{two.name} won" in page
    assert "waits for a judge" in page
    form = page.partition(f"<strong>{two.name}</strong>")[0].rpartition("<form")[2]
    sent = dict(re.findall(r'name="(place-\d+)" value="(\d)"', form))
    desk.press("desk_pod", pod.pk, version=pod.version, **sent)
    pod.refresh_from_db()
    assert pod.is_complete
    assert pod.seats.get(place=1).registration == two
    assert JudgeCall.objects.get().state == "withdrawn"


def test_the_floor_has_pods_as_tables_with_calls_and_late_reports() -> None:
    pod = open_pod()
    event = pod.round.tournament
    one, two, *_others = players_of(pod)
    phone = browser(player_actor(one), "en")
    phone.post(f"/my/entries/{one.pk}/call/", {"words": "stack"})
    assert "Somebody at your table has called a judge." in words_of(browser(player_actor(two), "en").get("/my/"))
    judge = DeskVisitor(event, staff_actor(event, "judge"))
    floor = judge.get("desk_floor")
    assert_clean(floor)
    assert f"/t/{event.code}/desk/pod/{pod.pk}/" in floor.content.decode()
    assert "floor-called" in floor.content.decode()
    assert "stack" in words_of(floor)
    call = JudgeCall.objects.get(pod=pod)
    judge.press("desk_call_claim", call.pk)
    page = judge.read("desk_call", call.pk)
    assert one.name in page
    assert two.name in page
    closed = judge.press("desk_call", call.pk, ruling="Resolved.", then="time")
    assert "Give extra time" in closed
    report(one, pod, 1, 2, 2, 2)
    ended = {"clock_started_at": timezone.now() - timedelta(hours=1), "clock_ends_at": timezone.now()}
    Round.objects.filter(pk=pod.round_id).update(**ended)
    late = judge.read("desk_floor")
    assert "Reported by players, not confirmed by enough of them" in late
    assert "have not answered since" in late
    assert "floor-silent" in late


def test_staff_call_a_judge_to_a_pod_and_take_the_call_back() -> None:
    pod = open_pod()
    event = pod.round.tournament
    helper = DeskVisitor(event, owner_of(event))
    helper.press("desk_pod_call", pod.pk, words="slow")
    call = JudgeCall.objects.get(pod=pod)
    assert (call.table, call.registration) == (pod.table, None)
    helper.press("desk_call_withdraw", call.pk)
    assert "Call a judge" in helper.read("desk_pod", pod.pk)


def test_extra_time_of_a_pod_is_on_its_players_page_on_the_list_and_in_the_api() -> None:
    pod = open_pod()
    event = pod.round.tournament
    judge = DeskVisitor(event, staff_actor(event, "judge"))
    assert "+7 min" in judge.press("desk_pod_time", pod.pk, minutes=7, reason="ruling")
    one, *_others = players_of(pod)
    assert "+7 min" in words_of(browser(player_actor(one), "en").get("/my/"))
    public = DeskVisitor(event)
    assert "+7 min" in public.read("tournament_pairings", 1)
    assert public.client.get(f"/api/v1/tournaments/{event.code}/pods/{pod.pk}/").json()["more_minutes"] == 7
    listed = judge.client.get(f"/api/v1/tournaments/{event.code}/time-extensions/").json()["results"]
    assert [(one["pod"], one["match"], one["table"]) for one in listed] == [(pod.pk, None, pod.table)]
    given = TimeExtension.objects.get()
    assert "is withdrawn" in judge.press("desk_time_withdraw", given.pk)
    assert "+7 min" not in public.read("tournament_pairings", 1)
    enter_places(pod)
    over = judge.post("desk_pod_time", pod.pk, minutes=7)
    assert over.status_code in (409, 422)


def own_api(entry: Registration) -> DeskVisitor:
    entry.player.user = make_user()
    entry.player.save()
    return DeskVisitor(entry.tournament, Actor(user=entry.player.user))


def test_the_api_reports_and_calls_for_the_players_of_the_pod_alone() -> None:
    pod = open_pod()
    event = pod.round.tournament
    one, *_others = players_of(pod)
    mine, root = own_api(one), f"/api/v1/tournaments/{event.code}/pods/{pod.pk}/"
    places = [{"registration": entry.pk, "place": 1 if entry == one else 2} for entry in players_of(pod)]
    body = {"places": places, "key": "k1"}
    for _again in range(2):
        answer = mine.client.post(f"{root}reports/", body, content_type="application/json").json()
    assert (answer["state"], answer["needed"], len(answer["reports"])) == ("waiting", 3, 1)
    raised = mine.client.post(f"{root}call/", {"words": "w"}, content_type="application/json").json()
    assert (raised["pod"], raised["match"], raised["state"]) == (pod.pk, None, "open")
    assert mine.client.delete(f"{root}call/").json()["state"] == "withdrawn"
    stranger = DeskVisitor(event, Actor(user=make_user()))
    for path in ("reports/", "call/"):
        assert stranger.client.get(root + path).status_code == 403
    short = mine.client.post(f"{root}reports/", {"places": places[:2]}, content_type="application/json")
    assert (short.status_code, short.json()["code"]) == (400, "pod_places_missing")


@pytest.mark.language("en")
def test_why_this_table_is_said_in_plain_words_and_linked_from_ones_own_page() -> None:
    event = start_pods(7)
    finish_pods(publish(event))
    draft = pair(event)
    hidden = draft.pods.order_by("table")[0]
    visitor = DeskVisitor(event)
    assert visitor.get("pod_why", hidden.pk).status_code == 404, "a draft is nobody's business"
    publish_round(actor=owner_of(event), round_id=draft.pk)
    first = event.rounds.get(number=1).pods.order_by("table")[0]
    said = visitor.read("pod_why", first.pk)
    assert "It is the first round: everybody starts level" in said
    assert "7 players do not divide into tables of four" in visitor.read(
        "pod_why", next(pod for pod in draft.pods.all() if pod.seats.count() == 3).pk
    )
    pod = next(pod for pod in draft.pods.all() if pod.seats.count() == 4)
    entry = pod.seats.select_related("registration__player").order_by("seat")[0].registration
    player = DeskVisitor(event, player_actor(entry))
    path = player.path("pod_why", pod.pk)
    assert path in text_of(player.client.get("/my/"))
    page = words_of(player.client.get(path))
    assert f"{entry.name} starts. Who was early in the order of turns in earlier rounds is late now." in page
    assert "have sat together before" in page or "Nobody at this table had sat with one of the others" in page
    assert_clean(player.client.get(path))


@pytest.mark.language("en")
def test_who_is_kept_apart_is_not_said_to_everybody() -> None:
    event = start_pods(4)
    one, two = event.registrations.order_by("pk")[:2]
    keep_apart(
        actor=owner_of(event), tournament_id=event.pk, registration_a=one.pk, registration_b=two.pk, is_hard=False
    )
    pod = publish(event).pods.get()
    assert "apart" not in DeskVisitor(event).read("pod_why", pod.pk).partition('class="mates"')[2].partition("</ul>")[0]
