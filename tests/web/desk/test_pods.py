"""An event in pods of four at the desk, and as its players and everybody see it."""

from __future__ import annotations

import pytest
from django.utils import timezone

from tests.events_in_pods import IN_PODS, enter_places, finish_pods, play_pods, start_pods
from tests.people_and_events import enter, load_game, make_actor, make_event, owner_of, player_actor, staff_actor
from tests.running_events import pair, publish
from tests.tournaments.services.snapshots.taken_snapshots import ask, taken
from tests.web.desk.desk_visits import DeskVisitor
from tests.web.public.visiting import some_years_ago
from tournaments.models import JudgeCall, Pod, PodReport, PodRevision, Round, Tournament
from tournaments.queries.shared_tables import table_clash
from tournaments.queries.standings import standings_of
from tournaments.services.calls import raise_pod_call
from tournaments.services.extra_time import give_pod_extension
from tournaments.services.finish import finish_tournament
from tournaments.services.pod_reports import report_pod
from tournaments.services.snapshots.restoring import run_restoration

pytestmark = pytest.mark.django_db


def first_pod(event: Tournament) -> Pod:
    pod = Pod.objects.filter(round__tournament=event).order_by("-round__number", "table").first()
    assert pod is not None
    return pod


def test_an_event_is_run_in_pods_from_its_start_to_its_end() -> None:
    event = make_event(**{**IN_PODS, "planned_rounds": 1})
    enter(event, "甲", "乙", "丙", "丁")
    desk = DeskVisitor(event, owner_of(event))
    desk.press("desk_start")
    draft = desk.press("desk_pair", number=1)
    assert "Draft pods" in draft
    assert "Proved" in draft
    assert "甲" in desk.press("desk_round_publish", 1)
    pod = first_pod(event)
    page = desk.read("desk_pod", pod.pk)
    assert "Who won?" in page
    winner = pod.seats.order_by("seat")[2].registration
    desk.press("desk_pod", pod.pk, version=1, won=winner.pk)
    assert "Complete" in desk.read("desk_round", 1)
    desk.press("desk_round_complete", 1)
    desk.press("desk_finish")
    assert event.registrations.get(final_place=1).name == winner.name


def test_places_are_entered_corrected_and_cleared_and_a_stale_page_writes_nothing() -> None:
    event = start_pods(4)
    publish(event)
    pod, desk = first_pod(event), DeskVisitor(event, owner_of(event))
    keys = list(pod.seats.order_by("seat").values_list("registration", flat=True))
    sent = {f"place-{key}": str(place) for key, place in zip(keys, (2, 1, 3, 3), strict=True)}
    assert desk.post("desk_pod", pod.pk, version=1, **(sent | {f"place-{keys[0]}": ""})).status_code == 400
    desk.press("desk_pod", pod.pk, version=1, **sent)
    stale = desk.post("desk_pod", pod.pk, version=1, reason="x", **sent)
    assert stale.status_code == 409
    desk.press("desk_pod", pod.pk, version=2, reason="wrong slip", **(sent | {f"place-{keys[3]}": "4"}))
    page = desk.read("desk_pod", pod.pk)
    assert "wrong slip" in page
    assert PodRevision.objects.filter(pod=pod).count() == 2
    desk.press("desk_pod_clear", pod.pk, version=3)
    pod.refresh_from_db()
    assert not pod.is_complete
    log = desk.read("desk_log")
    assert "corrected pod" in log
    assert "cleared the result of pod" in log


def test_a_floor_helper_enters_and_does_not_correct() -> None:
    event = start_pods(4)
    publish(event)
    pod = enter_places(first_pod(event))
    scorekeeper = DeskVisitor(event, staff_actor(event, "scorekeeper"))
    assert "Correct the result" in scorekeeper.read("desk_pod", pod.pk)
    stranger = DeskVisitor(event, make_actor())
    assert stranger.get("desk_pod", pod.pk).status_code == 403
    assert stranger.post("desk_pod_clear", pod.pk, version=2).status_code == 403
    other = start_pods(4)
    publish(other)
    assert scorekeeper.get("desk_pod", first_pod(other).pk).status_code == 404


def test_players_read_their_pod_and_nobody_reads_a_childs_name() -> None:
    event = start_pods(4)
    child = event.registrations.get(name="P01")
    child.player.birth_year = some_years_ago(12)
    child.player.save()
    publish(event)
    other = event.registrations.get(name="P02")
    mine = DeskVisitor(event, player_actor(other))
    own = mine.client.get("/my/").content.decode()
    assert "your pod in the order of turns" in own
    public = DeskVisitor(event)
    for page in ("tournament_pairings", "event_hall"):
        text = public.read(page)
        assert "P02" in text
        assert "P01" not in text
    assert "P02" in public.read("tournament_pairings", 1)
    assert "P02" in public.get("tournament_pairings", query={"find": "P02"}).content.decode()
    answer = public.client.get(f"/api/v1/tournaments/{event.code}/rounds/1/").json()
    (pod,) = answer["pods"]
    assert len(pod["seats"]) == 4
    assert "P01" not in str(answer)
    assert "Proved" in public.read("round_proof", 1)


def test_standings_open_to_their_arithmetic() -> None:
    event = start_pods(7)
    finish_pods(publish(event))
    public = DeskVisitor(event)
    page = public.read("tournament_standings")
    assert "OAP" in page
    row = standings_of(event)[0]
    for value in row.values:
        sheet = public.read("standing_explained", 1, row.registration.pk, value.code)
        assert row.registration.name in sheet
    table = public.client.get(f"/api/v1/tournaments/{event.code}/standings/").json()
    assert [one["code"] for one in table[0]["tiebreakers"]] == ["WP", "OAP", "AHEAD"]


def test_lists_and_slips_are_printed_and_a_bracket_is_not_offered() -> None:
    event = start_pods(7)
    publish(event)
    desk = DeskVisitor(event, owner_of(event))
    offered = desk.read("desk_print")
    assert "Result slips" in offered
    assert "Bracket" not in offered
    pods = event.rounds.get().pods
    slips = desk.read("desk_paper", "slips", names="desk")
    assert slips.count('class="slip slip-pod"') == 2
    assert "P03" in slips
    enter_places(first_pod(event))
    assert desk.read("desk_paper", "slips", open="1").count('class="slip slip-pod"') == pods.count() - 1
    assert desk.read("desk_paper", "blank").count('class="slip slip-pod"') == 4
    assert desk.read("desk_paper", "round").count('class="slip slip-pod"') == 2 + 4
    assert "P03" in desk.read("desk_paper", "tables", names="desk")
    assert "P03" in desk.read("desk_paper", "names", names="desk")
    assert "Floor" in desk.read("desk")


def test_a_restored_event_has_the_same_pods_and_the_same_table() -> None:
    event = start_pods(9)
    play_pods(event)
    finish_tournament(actor=owner_of(event), tournament_id=event.pk)
    pod, judge = first_pod(event), staff_actor(event, "judge")
    given = {seat.registration_id: seat.seat for seat in pod.seats.all()}
    Round.objects.filter(pk=pod.round_id).update(status="published")
    Pod.objects.filter(pk=pod.pk).update(is_complete=False)
    entry = pod.seats.order_by("seat")[0].registration
    report_pod(actor=player_actor(entry), pod_id=pod.pk, places=given)
    raise_pod_call(actor=judge, pod_id=pod.pk)
    give_pod_extension(actor=judge, pod_id=pod.pk, minutes=4)
    Pod.objects.filter(pk=pod.pk).update(is_complete=True)
    Round.objects.filter(pk=pod.round_id).update(status="completed")
    asked = ask(event, taken(event))
    run_restoration(asked.pk)
    asked.refresh_from_db()
    assert asked.tournament is not None

    def table(one: Tournament) -> list[tuple[str, int, list[str]]]:
        return [(row.registration.name, row.points, [str(v.exact) for v in row.values]) for row in standings_of(one)]

    assert table(asked.tournament) == table(event)
    revision = PodRevision.objects.filter(pod__round__tournament=asked.tournament).first()
    assert revision is not None
    keys = {seat["registration"] for seat in revision.after["seats"]}
    assert keys <= set(asked.tournament.registrations.values_list("pk", flat=True))
    (again,) = PodReport.objects.filter(tournament=asked.tournament)
    assert again.pod is not None
    assert {key for key, _place in again.places} == {seat.registration_id for seat in again.pod.seats.all()}
    assert [call.seated for call in JudgeCall.objects.filter(tournament=asked.tournament)] == [again.pod]
    assert again.pod.more_minutes == 4


def test_a_new_event_in_pods_says_what_does_not_go_with_them() -> None:
    load_game()
    actor = make_actor()
    desk = DeskVisitor(make_event(actor), actor)
    sent = new_event_in_pods()
    refused = desk.client.post("/desk/new/", sent | {"top_cut": "8"})
    assert refused.status_code == 422
    text = refused.content.decode()
    assert "choose best of 1" in text
    assert "a final pod of 4, or of 16" in text
    assert "Say how many rounds" in text
    made = desk.client.post("/desk/new/", sent | {"best_of": "1", "planned_rounds": "3"})
    assert made.status_code == 302
    assert Tournament.objects.get(name="四人赛").is_in_pods


def new_event_in_pods() -> dict[str, str]:
    """What the form of a new event sends, with a match length that does not go with pods."""
    return {
        "name": "四人赛", "starts_at": timezone.localtime().strftime("%Y-%m-%dT%H:%M"),
        "game_slug": "ultraman-hero-duel", "best_of": "3", "top_cut": "0",
        "game_one_choice": "higher_seed", "round_minutes": "50", "pool": "open", "preset": "mtr",
        "points_win": "3", "points_draw": "1", "points_loss": "0", "entry_format": "pods",
    }  # fmt: skip


def test_pods_take_best_of_one_with_them_in_a_new_event() -> None:
    """At once where scripts run, with the button without them, and in any case when the form is sent."""
    load_game()
    client = DeskVisitor(make_event(), make_actor()).client
    pods = new_event_in_pods() | {"filled_length": "3", "filled_format": "singles", "planned_rounds": "3"}
    chosen = client.post("/desk/new/?follow=1", pods).context["form"]
    assert [chosen[name].value() for name in ("best_of", "round_minutes")] == ["1", "25"]
    left = {"entry_format": "singles", "best_of": "1", "filled_length": "1", "filled_format": "pods"}
    assert client.post("/desk/new/?follow=1", pods | left).context["form"]["best_of"].value() == "3"
    assert client.post("/desk/new/", pods).status_code == 302
    assert Tournament.objects.get(name="四人赛").best_of == 1


def test_who_comes_late_to_pods_reads_from_which_round_on() -> None:
    event = start_pods(8, planned_rounds=2)
    desk, late = DeskVisitor(event, owner_of(event)), {"late_policy": "loss"}
    first = publish(event)
    added = "from round 2 on: nobody is added to a pod of a published round."
    assert added in desk.read("desk_entry_add")
    assert f"小明 is entered. Who comes late plays {added}" in desk.press("desk_entry_add", name="小明", **late)
    finish_pods(first)
    draft = pair(event)
    assert draft.pods.count() + draft.byes.count() == 3, "two pods of four, and one who has the bye"
    said = "小红 is entered. Round 2 is a draft, and the last round: who comes late plays once it is paired again."
    assert said in desk.press("desk_entry_add", name="小红", **late)
    assert "小红" in desk.read("desk_round", 2)


def test_the_form_of_a_new_event_recommends_no_swiss_rounds_for_pods() -> None:
    owner = make_actor()
    load_game()
    visitor = DeskVisitor(make_event(owner), owner)
    asked = {"game_slug": "ultraman-hero-duel", "expected_players": "16", "best_of": "1"}
    singles = visitor.client.get("/desk/new/recommendation/", asked).content.decode()
    assert "Swiss round" in singles
    pods = visitor.client.get("/desk/new/recommendation/", asked | {"entry_format": "pods"}).content.decode()
    assert "Swiss round" not in pods
    assert "say how many rounds are played, and whether a final pod follows" in pods


def test_a_result_that_was_cleared_and_entered_again_is_not_corrected() -> None:
    event = start_pods(4)
    publish(event)
    pod, desk = enter_places(first_pod(event)), DeskVisitor(event, owner_of(event))
    desk.press("desk_pod_clear", pod.pk, version=2)
    enter_places(pod)
    assert "corrected" not in desk.read("desk_round", 1)
    keys = list(pod.seats.order_by("seat").values_list("registration", flat=True))
    sent = {f"place-{key}": "1" for key in keys}
    desk.press("desk_pod", pod.pk, version=4, reason="slip", **sent)
    assert "corrected" in desk.read("desk_round", 1)


def test_the_search_of_the_desk_finds_a_pod_by_its_table_and_by_a_player() -> None:
    event = start_pods(8)
    publish(event)
    pod, desk = event.rounds.get().pods.get(table=2), DeskVisitor(event, owner_of(event))
    who = pod.seats.order_by("seat")[1].registration.name
    link = f"/t/{event.code}/desk/pod/{pod.pk}/"
    by_table = desk.read("desk_find", q="2")
    assert link in by_table
    assert who in by_table
    assert link in desk.read("desk_find", q=who)


def test_two_events_of_a_day_share_the_tables_of_pods() -> None:
    owner = make_actor()
    event = start_pods(8, owner=owner)
    publish(event)
    other = make_event(owner, capacity=4)
    enter(other, "甲", "乙")
    clash = table_clash(other)
    assert [(shared.tournament, shared.words) for shared in clash.shared] == [(event, "1-2")]
